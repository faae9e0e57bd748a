"""Log files made in a test and sent by `console logs upload`, the way an operator tries the console out."""

import re
import subprocess
from datetime import datetime, timedelta, timezone
from urllib.parse import quote

from console_process import ROOT, binary
from log_lines import behaviour_line, crash_line


def recent_minute(minutes_ago):
    """The start of a whole minute some minutes ago."""
    return datetime.now(timezone.utc).replace(second=0, microsecond=0) - timedelta(minutes=minutes_ago)


def minute_of_life(product, minute, actives, crashes=0, version="2.3.1"):
    """Lines of one minute: `actives` active reports, each from a device of its own, and `crashes` crashes of the first one."""
    lines = [behaviour_line(product, minute + timedelta(seconds=i), f"UTDbrowser{i:04}", version) for i in range(actives)]
    return lines + [crash_line(product, minute + timedelta(seconds=i), "UTDbrowser0000", version, f"Basket{i}") for i in range(crashes)]


def seed_crash_line(product, moment, name, device="UTDbrowser0000"):
    """A crash line with one of the reports the demo data is made of."""
    line = crash_line(product, moment, device).split(",")
    line[14] = escaped((ROOT / "Seeds/crashes" / f"{name}.txt").read_text())
    line[33] = "native"
    return ",".join(line)


def escaped(text):
    """As the contract says: comma, newline and percent are written %2C, %0A and %25."""
    return re.sub("[,\n%]", lambda found: quote(found[0], safe=""), text)


def upload(console, product, lines):
    """Sends the lines; answers what the command printed."""
    file = console.home / "browser.log"
    file.write_text("\n".join(lines) + "\n")
    return subprocess.run(
        [binary(), "logs", "upload", str(file), "--product-id", product, "--server", console.url],
        capture_output=True, text=True, timeout=60, check=True).stdout
