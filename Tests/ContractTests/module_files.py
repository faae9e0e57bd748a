"""Artifacts as an SDK team builds them: zips of frameworks, AARs. Written with Python's own zipfile, which knows nothing of the console's."""

import io
import zipfile


def framework(name, bundle=None, binary=b"!<arch>\n", packing=zipfile.ZIP_DEFLATED):
    """A zip of `Name.framework`, with a resource bundle beside it where one is named."""
    files = {f"{name}.framework/Info.plist": plist(name), f"{name}.framework/Headers/{name}.h": f"@interface {name}\n@end\n".encode(),
             f"{name}.framework/{name}": binary}
    if bundle:
        files[f"{bundle}/Info.plist"] = plist(bundle)
        files[f"{bundle}/zh-Hans.lproj/Localizable.strings"] = '"ok" = "确定";\n'.encode()
    return packed(files, packing)


def aar(package, packing=zipfile.ZIP_DEFLATED):
    manifest = f'<manifest xmlns:android="http://schemas.android.com/apk/res/android" package="{package}"/>'
    return packed({"AndroidManifest.xml": manifest.encode(), "classes.jar": packed({"META-INF/MANIFEST.MF": b"Manifest-Version: 1.0\n"}, packing)}, packing)


def plist(name):
    return f'<?xml version="1.0"?><plist version="1.0"><dict><key>CFBundleName</key><string>{name}</string></dict></plist>'.encode()


def packed(files, packing=zipfile.ZIP_DEFLATED):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", packing) as file:
        for path, content in files.items():
            file.writestr(path, content)
    return archive.getvalue()


def with_link(name):
    """A framework with a symbolic link in it, as `zip --symlinks` packs one."""
    archive = io.BytesIO(framework(name))
    with zipfile.ZipFile(archive, "a") as file:
        link = zipfile.ZipInfo(f"{name}.framework/Current")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        file.writestr(link, "/etc/passwd")
    return archive.getvalue()


def bomb(name, size=300 << 20):
    """A framework whose binary is nothing but zeros: a thousand times smaller than what it unpacks to."""
    return packed({f"{name}.framework/Info.plist": plist(name), f"{name}.framework/{name}": bytes(size)})


def many_entries(count):
    """The end of an archive that says it holds so many entries, behind a directory of one byte each."""
    end = b"PK\x05\x06" + bytes(4) + b"\xff\xff\xff\xff" + (0xFFFFFFFF).to_bytes(4, "little") * 2 + bytes(2)
    zip64 = b"PK\x06\x06" + (44).to_bytes(8, "little") + bytes([45, 0, 45, 0]) + bytes(8) + count.to_bytes(8, "little") * 2
    zip64 += count.to_bytes(8, "little") + (0).to_bytes(8, "little")
    locator = b"PK\x06\x07" + bytes(4) + count.to_bytes(8, "little") + (1).to_bytes(4, "little")
    return bytes(count) + zip64 + locator + end
