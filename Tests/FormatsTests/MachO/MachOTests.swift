import Testing

@testable import Formats

struct MachOTests {
    private static func big(_ numbers: Int...) -> [UInt8] { numbers.flatMap { PlistForge.big($0, 4) } }

    @Test func aProgramHasOneArchitecture() throws {
        #expect(try MachO.architectures(head: [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1, 0, 0, 0, 0]) == ["arm64"])
        #expect(try MachO.architectures(head: [0xCF, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 1, 2, 0, 0, 0x80]) == ["arm64e"])
        #expect(try MachO.architectures(head: [0xCE, 0xFA, 0xED, 0xFE, 0x0C, 0, 0, 0, 9, 0, 0, 0]) == ["armv7"])
        #expect(try MachO.architectures(head: Self.big(0xFEED_FACF, 0x100_0007, 3)) == ["x86_64"])
    }

    @Test func aFatFileHasSeveral() throws {
        let head = Self.big(0xCAFE_BABE, 3, 12, 9, 0x1000, 1, 14, 0x100_000C, 0, 0x2000, 1, 14, 12, 11, 0, 0, 0)
        #expect(try MachO.architectures(head: head) == ["armv7", "arm64", "armv7s"])
        let wide = Self.big(0xCAFE_BABF, 1, 0x200_000C, 1, 0, 0, 0, 0, 0, 0)
        #expect(try MachO.architectures(head: wide) == ["arm64_32"])
    }

    @Test func whatIsNoneIsRefused() {
        let java = Self.big(0xCAFE_BABE, 52)
        for bytes in [
            [], [0xCF], Array("\u{7F}ELF".utf8), java, Self.big(0xCAFE_BABE, 0), Self.big(0xCAFE_BABE, 2, 12, 9), Self.big(0xCAFE_BABE, -1),
        ] {
            #expect(throws: FormatError.malformed) { try MachO.architectures(head: bytes) }
        }
    }
}
