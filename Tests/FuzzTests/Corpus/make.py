#!/usr/bin/env python3
"""Makes the first corpus for PackageFuzz.swift: one small, right file of each kind, behind the byte that says who reads it.

    make.py DIRECTORY
"""
import pathlib, plistlib, struct, sys, zlib

KINDS = ["plist", "profile", "xml", "resources", "bundle", "bundleResources", "picture", "signing", "program", "harmonyResources", "harmonySigning"]


def little(*numbers):
    return b"".join(struct.pack("<I", number & 0xFFFFFFFF) for number in numbers)


def chunk(kind, head, body):
    return struct.pack("<HHI", kind, 8 + len(head), 8 + len(head) + len(body)) + head + body


def pool(strings):
    offsets, text = b"", b""
    for string in strings:
        offsets += little(len(text))
        text += bytes([len(string), len(string)]) + string.encode() + b"\0"
    text += b"\0" * (-len(text) % 4)
    return chunk(1, little(len(strings), 0, 0x100, 28 + len(offsets), 0), offsets + text)


def value(kind, data):
    return struct.pack("<HBBI", 8, 0, kind, data)


def xml():
    strings = ["versionCode", "manifest", "package", "a.b", "application"]
    none = little(-1)
    attributes = none + little(2) + none + value(3, 3) + none + little(0) + none + value(0x10, 45)
    opened = chunk(0x102, little(1) + none, none + little(1) + struct.pack("<HHHHHH", 20, 20, 2, 0, 0, 0) + attributes)
    inner = chunk(0x102, little(1) + none, none + little(4) + struct.pack("<HHHHHH", 20, 20, 0, 0, 0, 0)) + chunk(0x103, little(1) + none, none + little(4))
    closed = chunk(0x103, little(1) + none, none + little(1))
    return chunk(3, b"", pool(strings) + chunk(0x180, b"", little(0x0101021B)) + opened + inner + closed)


def resources(flags=0):
    entry = struct.pack("<HHI", 8, 0, 0) + value(3, 0)
    table = {0: little(0), 1: struct.pack("<HH", 0, 0), 2: struct.pack("<HH", 0, 0xFFFF)}[flags]
    head = bytes([1, flags, 0, 0]) + little(1, 84 + len(table)) + little(64) + b"\0" * 60
    package = chunk(0x200, little(0x7F) + b"\0" * 276, chunk(0x201, head, table + entry))
    return chunk(2, little(1), pool(["Demo"]) + package)


def field(number, content):
    return bytes([number << 3 | 2, len(content)]) + content


def number(place, content):
    return bytes([place << 3, content])


def bundle():
    attribute = field(4, field(2, b"package") + field(3, b"a.b") + field(6, field(7, number(6, 5))))
    return field(1, field(3, b"manifest") + attribute + field(5, field(1, field(3, b"application"))))


def bundle_resources():
    config = field(6, field(1, field(3, b"zh")) + field(2, field(4, field(2, field(1, b"Demo")))))
    kind = field(3, field(1, number(1, 1)) + field(3, field(1, number(1, 0)) + config))
    return field(2, field(1, number(1, 0x7F)) + kind)


def picture(apple=True, filter=4):
    def part(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    rows = bytes([filter, 1, 2, 3, 4, 5, 6, 7, 8]) * 2
    packer = zlib.compressobj(9, zlib.DEFLATED, -15 if apple else 15)
    data = packer.compress(rows) + packer.flush()
    first = part(b"CgBI", b"\x50\0\x20\x02") if apple else b""
    return b"\x89PNG\r\n\x1a\n" + first + part(b"IHDR", struct.pack(">IIBBBBB", 2, 2, 8, 6, 0, 0, 0)) + part(b"IDAT", data) + part(b"IEND", b"")


def part(content):
    return little(len(content)) + content


def signing():
    signer = part(part(part(b"") + part(part(b"\x30\0")) + part(b"")) + part(b"") + part(b""))
    pairs = b""
    for scheme in (0x7109871A, 0xF05368C0):
        content = little(scheme) + part(signer)
        pairs += struct.pack("<Q", len(content)) + content
    size = struct.pack("<Q", len(pairs) + 24)
    return size + pairs + size + b"APK Sig Block 42"


def harmony_resources():
    record = little(0, 9, 1) + struct.pack("<H", 2) + b"b\0" + struct.pack("<H", 2) + b"a\0"
    lists = b"IDSS" + little(1, 1, 136 + 12 + 16)
    return b"\0" * 128 + little(0, 1) + b"KEYS" + little(148, 0) + lists + record


def harmony_signing():
    body = little(0x20000000, 2, 24, 0x20000002, 1, 26) + b"abc"
    return body + little(2) + struct.pack("<Q", len(body) + 32) + b"<hap sign block>" + little(3)


def main(directory):
    directory = pathlib.Path(directory)
    directory.mkdir(parents=True, exist_ok=True)
    values = {"a": [1, 2.5, True, b"x", "\u6a21"], "b": {"c": "d"}}
    profile = b"<plist><dict><key>UUID</key><string>u</string><key>CreationDate</key><date>2026-01-02T03:04:05Z</date>" \
        b"<key>ExpirationDate</key><date>2027-01-02T03:04:05Z</date></dict></plist>"
    harmony = b'{"uuid":"u","type":"debug","validity":{"not-before":1,"not-after":2},"debug-info":{"device-ids":["d"]}}'
    files = [
        ("plist", plistlib.dumps(values, fmt=plistlib.FMT_BINARY)), ("plist", plistlib.dumps(values)),
        ("profile", profile), ("profile", harmony), ("xml", xml()),
        ("resources", resources()), ("resources", resources(1)), ("resources", resources(2)), ("bundle", bundle()), ("bundleResources", bundle_resources()),
        ("picture", picture()), ("picture", picture(filter=3)), ("picture", picture(apple=False)), ("signing", signing()),
        ("program", struct.pack(">IIIIIII", 0xCAFEBABE, 1, 12, 9, 4096, 1, 14)), ("program", struct.pack("<III", 0xFEEDFACF, 0x100000C, 0)),
        ("harmonyResources", harmony_resources()), ("harmonySigning", harmony_signing()),
    ]
    for index, (kind, content) in enumerate(files):
        (directory / f"{kind}-{index}").write_bytes(bytes([KINDS.index(kind)]) + content)


main(sys.argv[1])
