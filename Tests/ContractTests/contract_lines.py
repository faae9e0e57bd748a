"""Log lines as the contract describes them: "fields separated by `,`, `-` = empty", by kind and position.

The tables below are the contract's own ("positions used (0 = first)"), so that a test can name a field and not its number.
"""

from datetime import datetime, timedelta, timezone

SHANGHAI = timezone(timedelta(hours=8))
"""The contract's default: "the app's zone, Asia/Shanghai"."""

BEHAVIOUR = {
    "kind": 0, "time": 1, "product": 2, "version": 3, "client": 5, "session": 6, "user": 7, "marker": 8, "previous_page": 10,
    "event": 15, "biz_type": 17, "ext": 22, "device": 25, "model": 33, "os_version": 34, "network": 35, "channel": 37,
    "language": 38, "hotpatch": 39, "resolution": 45}
PERFORMANCE = {
    "kind": 0, "time": 1, "product": 2, "version": 3, "client": 5, "session": 6, "user": 7, "marker": 11, "what": 12,
    "milliseconds": 13, "ext": 14, "os": 17, "os_version": 18, "network": 19, "model": 20, "channel": 22, "device": 23,
    "language": 24, "hotpatch": 28, "resolution": 32}
CRASH = {
    "kind": 0, "time": 1, "product": 2, "version": 3, "client": 5, "session": 6, "user": 7, "marker": 8, "ground": 9,
    "point": 13, "text": 14, "page": 15, "channel": 16, "model": 23, "os": 24, "network": 25, "ext": 26, "device": 28,
    "hotpatch": 30, "process": 31, "thread": 32, "language": 33}

_JAVA_CRASH = "java.lang.IllegalStateException: no items\n\tat com.example.Order.total(Order.java:118)\n\tat com.example.Main.run(Main.java:7)"


def behaviour(product, moment, event="reportActive", **fields):
    """"behaviour, 48 fields": `0 D-VM`, `8 event`, `15 event id`."""
    return _line(BEHAVIOUR, 48, kind="D-VM", time=local(moment), product=product, marker="event", event=event, **_described(fields))


def performance(product, moment, what="time_startup", milliseconds="300", **fields):
    """"performance, 37 fields": `0 D-MM`, `11 performance`, `12 time_startup, rpc, …`, `13 milliseconds`."""
    return _line(
        PERFORMANCE, 37, kind="D-MM", time=local(moment), product=product, marker="performance", what=what,
        milliseconds=milliseconds, **_described(fields))


def crash(product, moment, text=_JAVA_CRASH, **fields):
    """"crash, ≥ 34 fields": `0 e`, `8 exception`, `13 MonitorPoint_Crash`, `14 the crash text, escaped`."""
    described = {"ground": "foreground", "thread": "main", "language": "java"} | _described(fields)
    return _line(CRASH, 34, kind="e", time=local(moment), product=product, marker="exception", point="MonitorPoint_Crash", text=text, **described)


def stored_on_device(line, moment, flag=0):
    """"It may be wrapped as stored on a device: `<0|1>_ <length>_<epoch seconds.fraction>_<line>$$`"."""
    return f"{flag}_ {len(line.encode())}_{moment.timestamp():.6f}_{line}$$"


def escaped(text):
    """"`%2C`, `%0A`, `%25` stand for comma, newline and percent"."""
    return text.replace("%", "%25").replace(",", "%2C").replace("\n", "%0A")


def local(moment, zone=SHANGHAI, separator="."):
    """`yyyy-MM-dd HH:mm:ss.SSS`; "milliseconds follow `:` or `.`". A text is passed on as it is."""
    if isinstance(moment, str):
        return moment
    moment = moment.astimezone(zone)
    return moment.strftime("%Y-%m-%d %H:%M:%S") + f"{separator}{moment.microsecond // 1000:03d}"


def _described(fields):
    return {"version": "1.0.0", "device": "UTDcontract0001"} | fields


def _line(positions, count, **fields):
    values = ["-"] * count
    for name, value in fields.items():
        values[positions[name]] = escaped(value)
    return ",".join(values)
