"""Log lines as devices write them (the contract, section 4), for tests and benchmarks.

A behaviour line has exactly 48 fields and is about 230 bytes long. Every line made here is a `reportActive`, so the
number of `actives` the console reports must equal the number of lines it acknowledged.
"""

import gzip
from datetime import timedelta, timezone

LINES_PER_BATCH = 100
VERSIONS = ("2.0.0", "2.1.0", "2.2.0", "2.3.0")
SHANGHAI = timezone(timedelta(hours=8))

_FIELDS = 48
_PAGES = ("Home", "Search", "Detail", "Cart", "Pay", "Orders", "Mine", "Help", "-")
_STACK = "%0A".join(
    ["java.lang.IllegalStateException: Order has no items"]
    + [f"\tat com.example.checkout.{name}({name.split('.')[0]}.java:{line})" for name, line in [
        ("OrderSummary.total", 118), ("OrderSummary.render", 64), ("CheckoutPage.show", 203), ("Router.open", 41),
        ("MainActivity.onClick", 87)]]
    + ["\tat android.os.Handler.dispatchMessage(Handler.java:106)", "\tat android.os.Looper.loop(Looper.java:236)"]
)


def behaviour_line(product, moment, device, version=VERSIONS[0], number=0):
    """One `D-VM` line of `device` at `moment` (an aware datetime), about 230 bytes, without the newline."""
    fields = ["-"] * _FIELDS
    fields[0:8] = ["D-VM", _local(moment), product, version, "2", "-", f"S-{device[-8:]}", f"2088{device[-8:]}"]
    fields[8] = "event"
    fields[10] = _PAGES[number * 7 % len(_PAGES)]
    fields[15] = "reportActive"
    fields[25] = device
    fields[33:36] = ["iPhone14%2C2", "17.5", "WIFI"]
    fields[37:39] = ["appstore", "zh-Hans"]
    fields[45] = "1170x2532"
    return ",".join(fields)


def crash_line(product, moment, device, version=VERSIONS[0], kind="Order"):
    """One `e` line with a Java stack trace; `kind` changes the message and the top frame, so that it makes another group."""
    fields = ["-"] * 34
    fields[0:4] = ["e", _local(moment), product, version]
    fields[8:10] = ["exception", "foreground"]
    fields[13:16] = ["MonitorPoint_Crash", _STACK.replace("Order", kind), "CheckoutPage"]
    fields[16] = "appstore"
    fields[23:26] = ["Pixel 7", "14", "WIFI"]
    fields[28] = device
    fields[31:34] = ["com.example.shop", "main", "java"]
    return ",".join(fields)


def batch_lines(product, start, device, version=VERSIONS[0], count=LINES_PER_BATCH, spread=timedelta(minutes=8)):
    """`count` behaviour lines of one device over `spread` from `start` on, with uneven milliseconds as in life."""
    step = spread / count
    return [behaviour_line(product, start + step * (i + i * 7919 % 997 / 997), device, version, i) for i in range(count)]


def pack(lines, level=6):
    """The gzip body of a batch; the same lines always give the same bytes."""
    return gzip.compress("\n".join(lines).encode(), level, mtime=0)


def headers(product, device, batch=None, version=VERSIONS[0], zipped=True):
    """The request headers of a batch."""
    result = {"productId": product, "productVersion": version, "utdId": device, "Content-Type": "text/plain"}
    if batch:
        result["X-Batch-Id"] = batch
    if zipped:
        result["Content-Encoding"] = "gzip"
    return result


def _local(moment):
    return moment.astimezone(SHANGHAI).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]
