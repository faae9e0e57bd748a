"""Packages of apps as build machines leave them, written with Python's own zipfile and plistlib, which know nothing of the console's."""

import base64
import plistlib
import struct

from gateway_case import png
from module_files import packed


def ipa(identifier="com.example.contract", version="1.2.3", build="7", name="合同", extra=None):
    """Not signed: it has no profile."""
    info = {"CFBundleIdentifier": identifier, "CFBundleShortVersionString": version, "CFBundleVersion": build, "CFBundleDisplayName": name,
            "MinimumOSVersion": "15.0", "UIDeviceFamily": [1, 2], "NSCameraUsageDescription": "扫码", "CFBundleIconFiles": ["Icon"]}
    files = {"Info.plist": plistlib.dumps(info, fmt=plistlib.FMT_BINARY), "Icon.png": icon()}
    return packed({f"Payload/Demo.app/{path}": content for path, content in {**files, **(extra or {})}.items()})


def icon():
    return base64.b64decode(png(120, 120))


def apk(package="com.example.contract", version="1.2.3", build=7, name="Contract", extra=None):
    """Not signed."""
    elements = [("manifest", [("package", package), ("versionCode", build), ("versionName", version)]), ("uses-sdk", [("minSdkVersion", 23)]),
                ("uses-permission", [("name", "android.permission.CAMERA")]), ("application", [("label", name), ("icon", "res/icon.png")])]
    files = {"AndroidManifest.xml": compiled(elements), "classes.dex": b"dex\n035\0", "res/icon.png": icon()}
    return packed({**files, **(extra or {})})


_KNOWN = {"label": 0x01010001, "icon": 0x01010002, "name": 0x01010003, "minSdkVersion": 0x0101020C, "versionCode": 0x0101021B,
          "versionName": 0x0101021C}
_NONE = 0xFFFFFFFF


def compiled(elements):
    """Android's compiled XML (AOSP, ResourceTypes.h): the first element with all others in it."""
    strings = list(_KNOWN)

    def number(text):
        if text not in strings:
            strings.append(text)
        return strings.index(text)

    def opened(name, attributes):
        body = struct.pack("<IIII6H", 1, _NONE, _NONE, number(name), 20, 20, len(attributes), 0, 0, 0)
        for key, value in attributes:
            if isinstance(value, int):
                body += struct.pack("<IIIHBBI", _NONE, number(key), _NONE, 8, 0, 0x10, value)
            else:
                body += struct.pack("<IIIHBBI", _NONE, number(key), number(value), 8, 0, 0x03, number(value))
        return _chunk(0x0102, 16, body)

    def closed(name):
        return _chunk(0x0103, 16, struct.pack("<IIII", 1, _NONE, _NONE, number(name)))

    body = opened(*elements[0])
    for element in elements[1:]:
        body += opened(*element) + closed(element[0])
    body += closed(elements[0][0])
    data, offsets = b"", b""
    for text in strings:
        offsets += struct.pack("<I", len(data))
        data += struct.pack("<H", len(text)) + text.encode("utf-16-le") + b"\0\0"
    data += b"\0" * (-len(data) % 4)
    pool = _chunk(0x0001, 28, struct.pack("<IIIII", len(strings), 0, 0, 28 + len(offsets), 0) + offsets + data)
    return _chunk(0x0003, 8, pool + _chunk(0x0180, 8, struct.pack(f"<{len(_KNOWN)}I", *_KNOWN.values())) + body)


def _chunk(kind, head, body):
    return struct.pack("<HHI", kind, head, 8 + len(body)) + body
