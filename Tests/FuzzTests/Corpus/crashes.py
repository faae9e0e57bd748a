#!/usr/bin/env python3
"""Makes the first corpus for CrashFuzz.swift: one small report of each format.

    crashes.py DIRECTORY
"""
import json, pathlib, sys

APPLE = """Incident Identifier: A
Process: Demo [1]
Version: 1 (2)
Code Type: ARM-64 (Native)
Role: Foreground
Date/Time: 2026-03-17 22:50:41.6409 -0700
OS Version: iPhone OS 17.5 (21F79)
Exception Type: EXC_CRASH (SIGABRT)
Exception Subtype: KERN_INVALID_ADDRESS at 0x99
VM Region Info: 0x99
--->
Termination Reason: Namespace SIGNAL, Code 0xb
Triggered by Thread: 0

Application Specific Information:
*** Terminating app due to uncaught exception 'N', reason: 'r'

Last Exception Backtrace:
(0x1010 0x1020)
0   Demo  0x1010 -[A b] + 4 (A.m:3) [inlined]

Thread 0 name: n  Dispatch queue: q
Thread 0 Crashed:: n  Dispatch queue: q
0   Demo Two \t0x1010 0x1000 + 16
1   A  __pthread_kill + 4
2   A  0x3 std::__1::a<b>[abi:nn1]::operator()(c)::$_1 (in A)

Thread 0 crashed with ARM Thread State:
 x0: 0x1 far: 0x2

Binary Images:
 0x1000 - 0x1fff +Demo Two arm64 (1.2) <01ab> /x/Demo.app/Demo
EOF
"""
JAVA = """FATAL EXCEPTION: main
Process: a.b, PID: 7
a.B: c
d
\tat m/a.B$$Lambda$1/0x1.lambda$c$0(B.java:1)
\t... 2 more
\tSuppressed: a.D
\t\tat a.D.e(Native Method)
Caused by: [CIRCULAR REFERENCE: a.B: c]
"""
TOMBSTONE = """*** *** *** *** ***
Build fingerprint: 'a/b/c:1/D/e'
ABI: 'arm64'
Timestamp: 2021-05-12 10:00:00.123456789+0800
Process uptime: 4s
pid: 1, tid: 2, name: n  >>> a.b:c <<<
signal 6 (SIGABRT), code -1 (SI_QUEUE), fault addr 0xb0
Cause: x
Abort message: 'y
z'
    x0  0000000000000001  x1  0000000000000002

backtrace:
      #00 pc 0f10  /data/a.apk!l.so (offset 0x10) (f(int)+1) (BuildId: 01ab)

memory map (1 entry):
    00000001'00000000-00000001'00000fff r-x  0  1000  /data/a.apk!l.so (BuildId: 01ab)
--- --- --- ---
pid: 1, tid: 3, name: m  >>> a.b:c <<<
"""
HEAD = {"app_name": "Demo", "timestamp": "2026-03-17 22:50:42.00 -0700", "os_version": "iPhone OS 17.5 (21F79)", "bundleID": "a.b"}
BODY = {
    "captureTime": "2026-03-17 22:50:41.6409 -0700", "procRole": "Foreground", "pid": 1, "asi": {"a": ["b\u00e9\U0001f600"]}, "faultingThread": 0,
    "exception": {"type": "EXC_CRASH", "signal": "SIGABRT", "codes": "0x1", "subtype": "K at 0x99"},
    "termination": {"code": 6, "namespace": "SIGNAL", "indicator": "Abort", "reasons": ["r"]},
    "exceptionReason": {"name": "N", "composed_message": "m"}, "osVersion": {"train": "iOS 1", "build": "2"},
    "lastExceptionBacktrace": [{"imageOffset": 16, "imageIndex": 0}],
    "threads": [{
        "triggered": True, "name": "n", "queue": "q", "threadState": {"x": [{"value": 18446744073709551615}], "pc": {"value": -1}},
        "frames": [{"imageOffset": 16, "symbol": "f", "symbolLocation": 4, "imageIndex": 0, "sourceFile": "a", "sourceLine": 1, "inline": True}],
    }],
    "usedImages": [{"base": 4096, "size": 4096, "name": "Demo", "path": "/x/Demo.app/Demo", "uuid": "01-ab", "arch": "arm64"}],
}


def varint(number):
    out = b""
    while number >= 0x80:
        out, number = out + bytes([number & 0x7F | 0x80]), number >> 7
    return out + bytes([number])


def message(*fields):
    """Of pairs of a field's number and its value: a number, a text, or the bytes of another message."""
    out = b""
    for field, value in fields:
        if isinstance(value, int):
            out += varint(field << 3) + varint(value)
        else:
            content = value.encode() if isinstance(value, str) else value
            out += varint(field << 3 | 2) + varint(len(content)) + content
    return out


def plcrash():
    processor = message((1, 1), (2, 0x100000C), (3, 2))
    frame = message((3, 0x1010), (6, message((1, "__Zf"), (2, 0x1000))))
    thread = message((1, 0), (2, frame), (3, 1), (4, message((1, "x0"), (2, 1))))
    return b"plcrash\x01" + message(
        (1, message((1, 1), (2, "17.5"), (3, 6), (4, 1547055742), (5, "21F79"))), (2, message((1, "a.b"), (2, "7"), (3, "1.0"))), (3, thread),
        (4, message((1, 0x1000), (2, 0x1000), (3, "/x/Demo.app/Demo"), (4, bytes(range(16))), (5, processor))),
        (5, message((1, "N"), (2, "r"), (3, frame))), (6, message((1, "SIGABRT"), (2, "#0"), (3, 1), (4, message((1, 10), (2, 1))))),
        (7, message((1, "Demo"), (2, 1), (4, "launchd"), (7, 1547055700))), (8, message((1, "iPhone1,1"), (2, processor))), (9, message((2, bytes(range(16))))),
    )


def tombstone():
    frame = message((1, 16), (2, 0x1010), (4, "f"), (5, 4), (6, "/data/app/l.so"), (8, "01ab"))
    thread = message((1, 2), (2, "n"), (3, message((1, "x0"), (2, 1))), (4, frame))
    return message(
        (1, 1), (2, "a/b/c:1/D/e"), (4, "2021-05-12 10:00:00.1+0800"), (5, 1), (6, 2), (9, "a.b:c"), (20, 4), (14, "m"), (15, message((1, "c"))),
        (10, message((2, "SIGSEGV"), (4, "SEGV_MAPERR"), (8, 1), (9, 16))), (16, message((1, 2), (2, thread))),
        (17, message((1, 0x1000), (2, 0x2000), (7, "/data/app/l.so"), (8, "01ab"))),
    )


HARMONY = """Device info:A
Module name:a.b
Version:1.0
Foreground:Yes
Timestamp:2026-11-21 10:00:00.2+0800
Pid:1
Reason:Signal:SIGSEGV(SEGV_MAPERR)@0x18
Fault thread info:
Tid:2, Name:n
#00 pc 0010 /data/storage/el1/bundle/libs/l.so(f(g)+4)(01ab01ab)
#01 at f (entry|entry|1.0.0|src/main/ets/A.ets:1:2)
Registers:
x0:0001
Other thread info:
Tid:3, Name:m
Maps:
"""
SCRIPT = """Device info:A
Reason:TypeError
Error name:TypeError
Error message:m
Stacktrace:
    at f (entry|entry|1.0.0|src/main/ets/A.ets:1:2)
    at g (stateMgmt.js:1:9)
"""

SENTRY = {
    "event_id": "9ec79c33ec9942ab8353589fcb2e04dc", "timestamp": "2026-11-21T02:40:00.5Z", "platform": "cocoa", "level": "fatal", "release": "a@1+2",
    "logentry": {"message": "%s", "formatted": "m"}, "fingerprint": ["{{ default }}", "x"], "tags": [["a", "b"]], "user": {"id": 1}, "extra": {"a": [1]},
    "exception": {"values": [
        {"type": "A", "value": "v", "module": "m", "mechanism": {"type": "chained", "exception_id": 1, "parent_id": 0},
         "stacktrace": {"frames": [{"function": "f", "module": "m", "filename": "a.py", "lineno": 1, "in_app": True}]}},
        {"type": "EXC_BAD_ACCESS", "thread_id": 1, "mechanism": {"type": "mach", "handled": False, "data": {"relevant_address": "0x8"},
         "meta": {"signal": {"name": "SIGSEGV", "code_name": "S"}, "mach_exception": {"name": "EXC_BAD_ACCESS", "code": 1, "subcode": 2}}},
         "stacktrace": {"frames": [{"package": "/x/Demo", "instruction_addr": "0x1010", "symbol_addr": "0x1000"}, {"instruction_addr": 16, "addr_mode": "rel:0"}],
                        "registers": {"x0": "0x1"}}}]},
    "threads": {"values": [{"id": 1, "crashed": True, "name": "n"}, {"id": "x", "current": True, "stacktrace": {"frames": [{"function": "g"}]}}]},
    "debug_meta": {"images": [{"type": "macho", "debug_id": "01234567-89AB-CDEF-0123-456789ABCDEF", "code_file": "/x/Demo", "image_addr": "0x1000", "image_size": 4096},
                              {"type": "elf", "debug_id": "c0bcc3f1-9827-fe65-3058-404b2831d9e6"}, {"type": "proguard", "uuid": "a"}]},
    "breadcrumbs": [{"timestamp": 1795228800.5, "message": "m", "category": "c", "data": {"a": None}}],
    "contexts": {"device": {"id": "d", "model": "m"}, "os": {"name": "iOS", "version": "1", "build": "2"}, "app": {"in_foreground": True, "view_names": ["v"]}},
}

directory = pathlib.Path(sys.argv[1])
directory.mkdir(parents=True, exist_ok=True)
ips = json.dumps(HEAD, separators=(",", ":")) + "\n" + json.dumps(BODY)
texts = {"apple": APPLE, "java": JAVA, "tombstone": TOMBSTONE, "harmony": HARMONY, "script": SCRIPT, "ips": ips, "sentry": json.dumps(SENTRY), "translated": APPLE + "\n-----------\nFull Report\n-----------\n\n" + ips}
for name, text in texts.items():
    (directory / name).write_text(text)
(directory / "plcrash").write_bytes(plcrash())
(directory / "message").write_bytes(tombstone())
