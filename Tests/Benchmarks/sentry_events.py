"""Events as Sentry's SDKs send them, for the bench: crashes of a Java app on Android, each envelope with one of them, packed with gzip.

They are 10 KB of JSON, what the SDK sends when nothing is set: an exception with its cause, fifty frames, no other threads, twenty breadcrumbs, and what is
known of device and app. There are forty kinds of them, so that they come into groups.
"""

import gzip
import json
import time

FRAMES = 25
KINDS = 40
ID_LENGTH = 32
# As many letters as an event id has; the sender puts the id there.
MARK = b"@" * ID_LENGTH


def stack(kind, depth, salt):
    """The outermost call first, as the protocol has it."""
    system = [{"module": "android.os.Handler", "function": "dispatchMessage", "filename": "Handler.java", "lineno": 106, "in_app": False},
              {"module": "android.os.Looper", "function": "loop", "filename": "Looper.java", "lineno": 288, "in_app": False},
              {"module": "android.app.ActivityThread", "function": "main", "filename": "ActivityThread.java", "lineno": 7_872, "in_app": False}]
    own = [{"module": f"com.example.shop.{salt}.Part{kind}Step{number}", "function": f"handle{number}", "filename": f"Part{kind}Step{number}.java",
            "lineno": 40 + number, "in_app": True} for number in range(depth - len(system))]
    return {"frames": list(reversed(system)) + own}


def event(kind, moment):
    """One event; `event_id` is the mark."""
    values = [{"type": "IllegalStateException", "module": "java.lang", "value": f"cart {kind} is closed", "stacktrace": stack(kind, FRAMES, "cart"), "thread_id": 2,
               "mechanism": {"type": "chained", "exception_id": 1, "parent_id": 0}},
              {"type": "RuntimeException", "module": "java.lang", "value": "cannot show the cart", "stacktrace": stack(kind, FRAMES, "view"), "thread_id": 2,
               "mechanism": {"type": "UncaughtExceptionHandler", "handled": False, "exception_id": 0}}]
    crumbs = [{"timestamp": moment - 60 + number, "type": "navigation", "category": "ui.lifecycle", "level": "info",
               "data": {"state": "resumed", "screen": f"Screen{number}"}} for number in range(20)]
    return {
        "event_id": MARK.decode(), "timestamp": moment, "platform": "java", "level": "fatal", "release": "com.example.shop@4.2.0+420", "dist": "420",
        "environment": "production", "transaction": "CartActivity", "exception": {"values": values},
        "breadcrumbs": crumbs, "tags": {"store": "main", "rooted": "no", "theme": "dark"}, "user": {"id": f"user{kind:04}", "email": f"user{kind}@example.com"},
        "contexts": {
            "device": {"id": f"device{kind:08}", "manufacturer": "Example", "brand": "Example", "model": "Phone 7", "model_id": "EX7", "family": "Phone",
                       "battery_level": 71, "orientation": "portrait", "memory_size": 8_000_000_000, "free_memory": 2_100_000_000, "arch": "arm64-v8a"},
            "os": {"name": "Android", "version": "15", "build": "AP3A.241105.008", "rooted": False},
            "app": {"app_identifier": "com.example.shop", "app_name": "Shop", "app_version": "4.2.0", "app_build": "420", "in_foreground": True},
        },
        "sdk": {"name": "sentry.java.android", "version": "8.13.2", "packages": [{"name": "maven:io.sentry:sentry", "version": "8.13.2"}]},
    }


def envelope(event_id, made):
    """The envelope of an event; `made` is its JSON with the mark in it."""
    body = made.replace(MARK, event_id)
    head = json.dumps({"event_id": event_id.decode(), "sent_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}).encode()
    item = json.dumps({"type": "event", "length": len(body), "content_type": "application/json"}).encode()
    return head + b"\n" + item + b"\n" + body + b"\n"


def bodies(count, first):
    """Bodies of requests, packed: events number `first` and on."""
    moment = time.time()
    made = [json.dumps(event(kind, moment), separators=(",", ":")).encode() for kind in range(KINDS)]
    return [gzip.compress(envelope(b"%032x" % (0x4000_8000_0000_0000 << 64 | first + number), made[number % KINDS]), 1) for number in range(count)]
