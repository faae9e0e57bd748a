@testable import Formats

/// Programs made by hand, as small as they may be.
enum SymbolForge {
    static func little(_ number: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func big(_ number: Int, _ size: Int) -> [UInt8] {
        little(number, size).reversed()
    }

    static func name(_ text: String, _ size: Int) -> [UInt8] {
        Array((Array(text.utf8) + [UInt8](repeating: 0, count: size)).prefix(size))
    }

    // MARK: Mach-O

    static let uuid: [UInt8] = [0xEA, 0x9B, 0xBF, 0x2D, 0xBF, 0xDD, 0x3C, 0xE0, 0x85, 0xB2, 0x1C, 0xBE, 0x71, 0x52, 0xFC, 0xA5]

    static func segment(_ text: String, at address: Int = 0) -> [UInt8] {
        little(0x19, 4) + little(72, 4) + name(text, 16) + little(address, 8) + [UInt8](repeating: 0, count: 40)
    }

    static func machO(_ commands: [[UInt8]], cpu: Int = 0x100_000C, count: Int? = nil, size: Int? = nil) -> [UInt8] {
        let body = commands.flatMap { $0 }
        let head: [UInt8] = [0xCF, 0xFA, 0xED, 0xFE] + little(cpu, 4) + little(0, 4) + little(10, 4)
        return head + little(count ?? commands.count, 4) + little(size ?? body.count, 4) + little(0, 8) + body
    }

    static func dSYM(_ id: [UInt8] = uuid, cpu: Int = 0x100_000C) -> [UInt8] {
        let symbols = little(2, 4) + little(24, 4) + little(0, 4) + little(7, 4) + little(0, 8)
        return machO([little(0x1B, 4) + little(24, 4) + id, segment("__TEXT", at: 0x1_0000_0000), segment("__DWARF"), symbols], cpu: cpu)
    }

    static func fat(_ programs: [(cpu: Int, bytes: [UInt8])]) -> [UInt8] {
        var head = big(0xCAFE_BABE, 4) + big(programs.count, 4)
        var place = 256
        for program in programs {
            head += big(program.cpu, 4) + big(0, 4) + big(place, 4) + big(program.bytes.count, 4) + big(0, 4)
            place += program.bytes.count
        }
        return head + [UInt8](repeating: 0, count: 256 - head.count) + programs.flatMap(\.bytes)
    }

    // MARK: ELF

    struct Section {
        var name: String
        var kind = 1
        var bytes: [UInt8] = [1]
    }

    static func note(_ id: [UInt8]) -> Section {
        let other = little(4, 4) + little(4, 4) + little(1, 4) + name("GNU", 4) + little(0, 4)
        return Section(name: ".note.gnu.build-id", kind: 7, bytes: other + little(4, 4) + little(id.count, 4) + little(3, 4) + name("GNU", 4) + id)
    }

    /// A library of 64 bits with one segment that is loaded.
    static func elf(_ sections: [Section], machine: Int = 183, base: Int = 0) -> [UInt8] {
        let all = [Section(name: "", kind: 0, bytes: [])] + sections + [Section(name: ".shstrtab", kind: 3, bytes: [])]
        var (names, starts) = ([UInt8](), [Int]())
        for section in all {
            starts.append(names.count)
            names += Array(section.name.utf8) + [0]
        }
        let segment = little(1, 4) + little(5, 4) + little(0, 8) + little(base, 8) + little(base, 8) + little(64, 8) + little(64, 8) + little(4096, 8)
        var (body, table) = ([UInt8](), [UInt8]())
        for (index, section) in all.enumerated() {
            let bytes = index == all.count - 1 ? names : section.bytes
            table += little(starts[index], 4) + little(section.kind, 4) + little(0, 16) + little(64 + 56 + body.count, 8)
            table += little(bytes.count, 8) + little(0, 24)
            body += bytes
        }
        var head: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        head += little(3, 2) + little(machine, 2) + little(1, 4) + little(0, 8) + little(64, 8) + little(64 + 56 + body.count, 8)
        head += little(0, 4) + little(64, 2) + little(56, 2) + little(1, 2) + little(64, 2) + little(all.count, 2) + little(all.count - 1, 2)
        return head + segment + body + table
    }
}
