import Formats
import Foundation
import Gzip
import HTTPTypes
import HummingbirdTesting
import Signing
import Storage
import TestSupport
import Web

@testable import Console

/// A console with an app, and symbols to bring to it.
struct SymbolRoom: Sendable {
    let console: TestConsole

    static let actor = Actor(id: "ann", name: "ann@example.com")

    static func run(_ test: @Sendable (SymbolRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(SymbolRoom(console: console))
        }
    }

    var server: Server { console.server }
    var app: App { get throws { try server.apps.app("demo") } }

    /// As a script brings one.
    func put(_ bytes: [UInt8], name: String, version: String = "", token: String? = nil) async throws -> TestResponse {
        let headers: HTTPFields = [.authorization: "Bearer \(token ?? console.token)", .contentType: "application/octet-stream"]
        let query = "filename=\(PercentEncoding.encode(name))&version=\(PercentEncoding.encode(version))"
        return try await console.ask(.put, "/api/v1/apps/demo/symbols/upload?\(query)", headers: headers, body: bytes)
    }
}

/// Symbols made by hand: what is in them is what the tests ask.
enum SymbolSamples {
    static let mapping = Array("# compiler: R8\n# pg_map_id: 0d0fd23\ncom.example.Shop -> a.b:\n    1:1:void sell():41:41 -> a\n".utf8)
    /// Python's `uuid.uuid5(uuid.uuid5(NAMESPACE_DNS, "guardsquare.com"), …)` of it.
    static let mappingUUID = "68f5ad76-75a3-55d1-a5ba-f3653d33836f"

    static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func big(_ number: Int, _ size: Int) -> [UInt8] {
        little(number, size).reversed()
    }

    // MARK: Mach-O

    /// Read by its load commands; there is nothing to be looked up in it.
    static func dSYM(_ id: UInt8, cpu: Int = 0x100_000C) -> [UInt8] {
        func segment(_ name: String, _ address: Int) -> [UInt8] {
            let name = Array(name.utf8) + [UInt8](repeating: 0, count: 16 - name.utf8.count)
            return little(0x19, 4) + little(72, 4) + name + little(address, 8) + [UInt8](repeating: 0, count: 40)
        }
        let uuid = little(0x1B, 4) + little(24, 4) + [UInt8](repeating: id, count: 16)
        let body = uuid + segment("__TEXT", 0x1_0000_0000) + segment("__DWARF", 0)
        return [0xCF, 0xFA, 0xED, 0xFE] + little(cpu, 4) + little(0, 4) + little(10, 4) + little(3, 4) + little(body.count, 4) + little(0, 8) + body
    }

    static func fat(_ programs: [[UInt8]]) -> [UInt8] {
        var (head, place) = (big(0xCAFE_BABE, 4) + big(programs.count, 4), 4_096)
        for program in programs {
            head += big(Int(program[4]) | Int(program[7]) << 24, 4) + big(0, 4) + big(place, 4) + big(program.count, 4) + big(0, 4)
            place += program.count
        }
        return head + [UInt8](repeating: 0, count: 4_096 - head.count) + programs.joined()
    }

    // MARK: ELF

    /// A library for x86-64 with functions of 256 bytes each, the first at 0x1000; `llvm-symbolizer` reads it.
    static func library(_ functions: [String], buildID: [UInt8] = Array(1...20)) -> [UInt8] {
        var (names, symbols): ([UInt8], [UInt8]) = ([0], [UInt8](repeating: 0, count: 24))
        for (index, function) in functions.enumerated() {
            // A global function of section 1.
            symbols += little(names.count, 4) + [0x12, 0] + little(1, 2) + little(0x1000 + index * 256, 8) + little(256, 8)
            names += Array(function.utf8) + [0]
        }
        let note = little(4, 4) + little(buildID.count, 4) + little(3, 4) + Array("GNU\0".utf8) + buildID
        let code = [UInt8](repeating: 0x90, count: 256 * functions.count)
        let sections: [(name: String, kind: Int, flags: Int, bytes: [UInt8], link: Int, entry: Int)] = [
            ("", 0, 0, [], 0, 0), (".text", 1, 6, code, 0, 0), (".note.gnu.build-id", 7, 2, note, 0, 0), (".symtab", 2, 0, symbols, 4, 24),
            (".strtab", 3, 0, names, 0, 0), (".shstrtab", 3, 0, [], 0, 0),
        ]
        let titles: [UInt8] = sections.flatMap { Array($0.name.utf8) + [0] }
        var (body, table, title): ([UInt8], [UInt8], Int) = ([], [], 0)
        for section in sections {
            let bytes: [UInt8] = section.name == ".shstrtab" ? titles : section.bytes
            // The code stands at 0x1000, in the file and in memory.
            if section.name == ".text" { body += [UInt8](repeating: 0, count: 0x1000 - 120) }
            table += little(title, 4) + little(section.kind, 4) + little(section.flags, 8) + little(section.flags == 6 ? 0x1000 : 0, 8)
            table += little(120 + body.count, 8) + little(bytes.count, 8) + little(section.link, 4) + little(section.kind == 2 ? 1 : 0, 4)
            table += little(1, 8) + little(section.entry, 8)
            title += section.name.utf8.count + 1
            body += bytes
        }
        let head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1, 0] + [UInt8](repeating: 0, count: 8)
        let tables = little(0, 8) + little(64, 8) + little(120 + body.count, 8)
        let counts = little(64, 2) + little(56, 2) + little(1, 2) + little(64, 2) + little(sections.count, 2) + little(sections.count - 1, 2)
        let size = 0x1000 + code.count
        // Type, flags, offset, address, physical address, size in the file and in memory, alignment.
        let places = little(0, 8) + little(0, 8) + little(0, 8) + little(size, 8) + little(size, 8) + little(0x1000, 8)
        let program = little(1, 4) + little(5, 4) + places
        return head + little(3, 2) + little(62, 2) + little(1, 4) + tables + little(0, 4) + counts + program + body + table
    }

    // MARK: archives

    static func zip(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID().uuidString).zip").path
        defer { unlink(path) }
        let writer = try ZipWriter(path: path)
        for (name, bytes) in files { try writer.add(name, bytes: bytes) }
        try writer.close()
        return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    static func tgz(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        var tar: [UInt8] = []
        for (name, bytes) in files {
            var block = [UInt8](repeating: 0, count: 512)
            func put(_ text: String, _ place: Int) { block.replaceSubrange(place..<(place + text.utf8.count), with: Array(text.utf8)) }
            put(name, 0)
            put("0000644", 100)
            let size = String(bytes.count, radix: 8)
            put(String(repeating: "0", count: 11 - size.count) + size, 124)
            put("        0", 148)
            put("ustar", 257)
            let sum = String(block.reduce(0) { $0 + Int($1) }, radix: 8)
            put(String(repeating: "0", count: 6 - sum.count) + sum + "\0 ", 148)
            tar += block + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
        }
        return try Gzip.compress(tar + [UInt8](repeating: 0, count: 1_024))
    }
}
