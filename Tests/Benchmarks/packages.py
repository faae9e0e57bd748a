"""What issue 6 promises of packages: how fast 500 MB of modules are written into one archive beside `cp` of the same files, with how much
memory, and how soon the closure of a choice is known in a catalogue of 1,000 modules."""

import io
import json
import os
import random
import shutil
import statistics
import subprocess
import time
import urllib.parse
import urllib.request
import zipfile

MODULES, EACH = 40, 12_500_000
CATALOGUE, NEEDS = 1_000, 6


class PackageMeasures:
    """Its rows go where the bench's go."""

    def __init__(self, bench, console_type):
        self.bench, self.console_type = bench, console_type

    def run(self):
        with self.console_type(self.bench.folder / "packages") as console:
            app, _ = console.create_app("Bench", "Bench")
            self.measure_archive(console, app)
            self.measure_closure(console, app)
        self.bench.discard("packages")

    def measure_archive(self, console, app):
        """Copies and packages in turn, so that a change of the machine's mood strikes both."""
        self.bench.say(f"publishing {MODULES} modules of {EACH / 1e6:.1f} MB")
        hashes = [publish_large(console, number) for number in range(MODULES)]
        files = [blob_path(console, sha256) for sha256 in hashes]
        console.stop()
        console.start()
        idle, copies, flushed, packages = console.memory("VmRSS"), [], [], []
        console.reset_peak_memory()
        for turn in range(5):
            copies.append(copy_seconds(files, self.bench.folder / "copied", flush=False))
            flushed.append(copy_seconds(files, self.bench.folder / "copied", flush=True))
            packages.append(package_seconds(console, app, f"12.{turn}"))
            self.bench.say(f"cp {copies[-1]:.2f} s, cp and fsync {flushed[-1]:.2f} s, package {packages[-1]:.2f} s")
        peak = console.memory("VmHWM") - idle
        size, copy, flush, package = MODULES * EACH / 1e6, *(statistics.median(times) for times in (copies, flushed, packages))
        self.bench.row(f"Package of {MODULES} modules, {size:.0f} MB, until it is on disk and hashed", "≥ 0.5 × `cp`",
                       f"{size / package:,.0f} of {size / copy:,.0f} MB/s = {copy / package:.2f} ×")
        self.bench.row("The same beside `cp` that flushes too", "", f"{size / flush:,.0f} MB/s, so {flush / package:.2f} ×")
        self.bench.row("Memory above idle meanwhile", "< 64 MB", f"{peak / 1e6:.0f} MB")

    def measure_closure(self, console, app):
        self.bench.say(f"publishing a catalogue of {CATALOGUE:,} modules")
        publish_catalogue(console)
        for word, chosen in (("a choice of 10", [f"Wide{number:04}" for number in range(CATALOGUE - 10, CATALOGUE)]),
                             ("a choice of 500", [f"Wide{number:04}" for number in range(CATALOGUE - 500, CATALOGUE)])):
            times, closure = plan_times(console, app, chosen)
            self.bench.row(f"Plan of a package from {CATALOGUE:,} modules, {word}, {closure} in the closure, p50 of whole answers",
                           "closure < 5 ms", f"{statistics.median(times):.1f} ms")


def publish_large(console, number):
    """A module with one large file that does not shrink, as machine code hardly does once it is deflated; answers its artifact's hash."""
    name = f"Large{number:02}"
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(f"{name}.framework/Info.plist", f"<plist><dict><key>CFBundleName</key><string>{name}</string></dict></plist>")
        file.writestr(f"{name}.framework/Headers/{name}.h", f"@interface {name}\n@end\n")
        file.writestr(f"{name}.framework/{name}", random.Random(number).randbytes(EACH))
    sha256 = upload(console, name, archive.getvalue())
    publish(console, name, sha256, [f"Large{number - 1:02}"] if number % 4 else [])
    return sha256


def upload(console, name, content):
    address = f"{console.url}/api/v1/module-artifacts?" + urllib.parse.urlencode({"filename": f"{name}.zip"})
    request = urllib.request.Request(address, content, {"Authorization": f"Bearer {console.token}", "Content-Type": "application/octet-stream"}, method="PUT")
    with urllib.request.urlopen(request, timeout=120) as response:
        return json.loads(response.read())["sha256"]


def publish(console, name, artifact, dependencies):
    text = {"zh": "", "en": "For the bench."}
    asked(console, "POST", "/modules", {"name": name, "group": "other", "title": {"zh": name, "en": name}, "description": text})
    asked(console, "POST", f"/modules/{name}/versions", {
        "platform": "ios", "version": "1.0.0", "artifact": artifact, "notes": text,
        "needs": {"dependencies": [{"module": other, "versions": ">=1.0 <2"} for other in dependencies], "minimumOS": "12.0"}})


def asked(console, method, path, value):
    status, answer = console.api(method, path, value)
    if status not in (200, 201):
        raise RuntimeError(f"{method} {path}: {status} {answer}")
    return answer


def publish_catalogue(console):
    """Each module needs some of those before it; all have one file."""
    numbers, artifact = random.Random(7), None
    for number in range(CATALOGUE):
        if artifact is None:
            archive = io.BytesIO()
            with zipfile.ZipFile(archive, "w") as file:
                file.writestr("Wide.framework/Info.plist", "<plist><dict/></plist>")
                file.writestr("Wide.framework/Wide", "!<arch>\n")
            artifact = upload(console, "Wide", archive.getvalue())
        before = numbers.sample(range(number), min(number, NEEDS))
        publish(console, f"Wide{number:04}", artifact, [f"Wide{other:04}" for other in before])


def plan_times(console, app, chosen, rounds=50):
    """Milliseconds of answers, and how many modules came of the choice."""
    choice = {"platform": "ios", "modules": [{"name": name} for name in chosen]}
    times, plan = [], {}
    for number in range(rounds + 5):
        began = time.perf_counter()
        plan = asked(console, "POST", f"/apps/{app}/package-plans", choice)
        if number >= 5:
            times.append((time.perf_counter() - began) * 1_000)
    return times, len(plan["modules"])


def blob_path(console, sha256):
    return next(console.data.rglob(f"{sha256[:2]}/{sha256[2:]}"))


def copy_seconds(files, target, flush):
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir()
    began = time.perf_counter()
    subprocess.run(["cp", *files, target], check=True)
    if flush:
        subprocess.run(["sync", *target.iterdir()], check=True)
    seconds = time.perf_counter() - began
    shutil.rmtree(target)
    os.sync()
    return seconds


def package_seconds(console, app, oldest):
    """From the moment its job is begun until it can be downloaded. A job waits up to a second to be begun, which is not of the archive."""
    chosen = [{"name": f"Large{number:02}"} for number in range(MODULES)]
    package = asked(console, "POST", f"/apps/{app}/packages", {"platform": "ios", "modules": chosen, "minimumOS": oldest})
    job, began = {"state": "waiting"}, None
    while job["state"] in ("waiting", "running"):
        # Each question takes processor time from what is measured.
        time.sleep(0.01)
        job = asked(console, "GET", f"/jobs/{package['job']}", None)
        began = began or (time.perf_counter() if job["state"] == "running" else None)
    seconds = time.perf_counter() - began if began else 0
    package = asked(console, "GET", f"/apps/{app}/packages/{package['id']}", None)
    if package["state"] != "ready" or not seconds:
        raise RuntimeError(f"package: {package}")
    # Where files pile up, each takes memory that a virtual machine has not had before, which costs it a second and more per 500 MB. The copies
    # are gone by now, so this goes too: both are written into memory that was used before.
    blob_path(console, package["sha256"]).unlink()
    return seconds
