#!/usr/bin/env python3
"""Makes the first corpus for SymbolFuzz.swift: one small, right file of each kind, behind the byte that says who reads it.

    symbols.py DIRECTORY
"""
import pathlib, struct, sys

KINDS = ["program", "mapping"]


def little(number, size=4):
    return (number & (1 << 8 * size) - 1).to_bytes(size, "little")


def macho():
    segment = lambda name, address: little(0x19) + little(72) + name.ljust(16, b"\0") + little(address, 8) + bytes(40)
    symbols = little(2) + little(24) + little(0) + little(7) + bytes(8)
    body = little(0x1B) + little(24) + bytes(range(1, 17)) + segment(b"__TEXT", 1 << 32) + segment(b"__DWARF", 0) + symbols
    return little(0xFEEDFACF) + little(0x0100000C) + bytes(4) + little(10) + little(4) + little(len(body)) + bytes(8) + body


def fat():
    program = macho()
    return struct.pack(">7I", 0xCAFEBABE, 1, 0x0100000C, 0, 28, len(program), 0) + program


def elf():
    names = b"\0.text\0.note.gnu.build-id\0.debug_info\0.symtab\0.shstrtab\0"
    note = little(4) + little(8) + little(3) + b"GNU\0" + bytes(range(1, 9))
    parts = [("", 0, b""), (".text", 1, bytes(range(32))), (".note.gnu.build-id", 7, note), (".debug_info", 1, b"x"), (".symtab", 2, bytes(24)),
             (".shstrtab", 3, names)]
    body, table = b"", b""
    for name, kind, content in parts:
        table += little(names.index(name.encode() + b"\0") if name else 0) + little(kind) + bytes(16) + little(120 + len(body), 8) + little(len(content), 8) + bytes(24)
        body += content
    segment = little(1) + little(5) + bytes(8) + little(4096, 8) * 2 + little(64, 8) * 2 + little(4096, 8)
    head = b"\x7fELF\2\1\1" + bytes(9) + little(3, 2) + little(183, 2) + little(1) + bytes(8) + little(64, 8) + little(120 + len(body), 8)
    head += bytes(4) + little(64, 2) + little(56, 2) + little(1, 2) + little(64, 2) + little(len(parts), 2) + little(len(parts) - 1, 2)
    return head + segment + body + table


MAPPINGS = [
    """# compiler: R8
# {"id":"com.android.tools.r8.mapping","version":"2.2"}
# pg_map_id: 0d0fd23
some.Main -> a:
# {"id":"sourceFile","fileName":"Main.kt"}
    int field -> a
    1:1:void main(java.lang.String[]):101:101 -> a
    2:4:void other.Helper.method1(java.lang.String):94:96 -> a
    2:4:void main(java.lang.String[]):102 -> a
      # {"id":"com.android.tools.r8.rewriteFrame","conditions":["throws(Ljava/lang/NullPointerException;)"],"actions":["removeInnerFrames(1)"]}
    0:65535:void <init>():0:0 -> <init>
      # {"id":"com.android.tools.r8.synthesized"}
""",
    """outline.Class -> a:
    1:2:int outline() -> a
# { "id":"com.android.tools.r8.outline" }
some.Class -> b:
    4:4:int outlineCaller(int):98:98 -> s
    27:27:int outlineCaller(int):0:0 -> s
# { "id":"com.android.tools.r8.outlineCallsite", "positions": { "1": 4, "2": 5 }, "outline":"La;a()I"}
    void spread(int):5:9 -> a
      # {'id':'com.android.tools.r8.residualsignature','signature':'(I)V'}
""",
]

directory = pathlib.Path(sys.argv[1])
directory.mkdir(parents=True, exist_ok=True)
for name, kind, content in [("macho", 0, macho()), ("fat", 0, fat()), ("elf", 0, elf()), ("mapping", 1, MAPPINGS[0].encode()), ("outline", 1, MAPPINGS[1].encode())]:
    (directory / name).write_bytes(bytes([kind]) + content)
