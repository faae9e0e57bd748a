import Testing

@testable import Formats

struct SymbolFileTests {
    private func slices(_ bytes: [UInt8]) throws -> [SymbolSlice] {
        guard case .native(let slices) = try SymbolFile(SymbolBytes(bytes)) else { return [] }
        return slices
    }

    private func fails(_ bytes: [UInt8], _ expected: FormatError = .malformed) {
        #expect(throws: expected) { try SymbolFile(SymbolBytes(bytes)) }
    }

    // MARK: Mach-O

    @Test func aCompanionIsNamedByItsUUID() throws {
        let slice = try #require(try slices(SymbolForge.dSYM()).first)
        #expect(slice.id == "ea9bbf2dbfdd3ce085b21cbe7152fca5")
        #expect(slice.architecture == "arm64")
        #expect(slice.base == 0x1_0000_0000)
        #expect(slice.contents == SymbolContents(hasDebugInfo: true, hasSymbols: true))
        #expect(slice.format == .machO)
    }

    @Test func eachArchitectureIsOne() throws {
        let other = SymbolForge.uuid.map { $0 ^ 1 }
        let (first, second) = (SymbolForge.dSYM(), SymbolForge.dSYM(other, cpu: 0x100_0007))
        let slices = try slices(SymbolForge.fat([(0x100_000C, first), (0x100_0007, second)]))
        #expect(slices.map(\.architecture) == ["arm64", "x86_64"])
        #expect(slices.map(\.range) == [256..<(256 + first.count), (256 + first.count)..<(256 + first.count + second.count)])
        #expect(slices[0].id != slices[1].id)
    }

    @Test func wildOffsetsLeadNowhere() {
        fails(SymbolForge.machO([]))
        fails(SymbolForge.machO([SymbolForge.little(0x1B, 4) + SymbolForge.little(16, 4) + [0, 0, 0, 0, 0, 0, 0, 0]]))
        fails(SymbolForge.machO([SymbolForge.little(0x1B, 4) + SymbolForge.little(0, 4)], count: 5))
        fails(SymbolForge.machO([SymbolForge.little(0x1B, 4) + SymbolForge.little(0x7FFF_FFFF, 4)]))
        fails(SymbolForge.machO([], count: 20_000), .tooLarge)
        fails(SymbolForge.machO([], size: 0x7FFF_FFFF), .tooLarge)
        fails(
            SymbolForge.big(0xCAFE_BABE, 4) + SymbolForge.big(1, 4) + SymbolForge.big(7, 8) + SymbolForge.big(0xFFFF_FFF0, 4) + SymbolForge.big(64, 8)
        )
        let program = SymbolForge.dSYM()
        let overlapping =
            SymbolForge.big(0xCAFE_BABE, 4) + SymbolForge.big(2, 4)
            + (0..<2).flatMap { _ in
                SymbolForge.big(0x100_000C, 4) + SymbolForge.big(0, 4) + SymbolForge.big(48, 4) + SymbolForge.big(program.count, 4)
                    + SymbolForge.big(0, 4)
            }
        fails(overlapping + program)
    }

    // MARK: ELF

    @Test func aLibraryIsNamedByItsBuildID() throws {
        let id: [UInt8] = (1...20).map { $0 }
        let bytes = SymbolForge.elf([SymbolForge.note(id), .init(name: ".debug_info"), .init(name: ".symtab", kind: 2)], base: 0x1234)
        let slice = try #require(try slices(bytes).first)
        #expect(slice.id == "0102030405060708090a0b0c0d0e0f1011121314")
        #expect(slice.architecture == "arm64")
        #expect(slice.base == 0x1000)
        #expect(slice.contents == SymbolContents(hasDebugInfo: true, hasSymbols: true))
        #expect(slice.range == 0..<bytes.count)
    }

    @Test func whatIsLeftOutIsNotThere() throws {
        let bytes = SymbolForge.elf([SymbolForge.note([1, 2, 3, 4]), .init(name: ".symtab", kind: 8), .init(name: ".gnu_debugdata")], machine: 40)
        let slice = try #require(try slices(bytes).first)
        #expect(slice.id == "01020304")
        #expect(slice.architecture == "arm")
        #expect(!slice.contents.isUseful && slice.contents.hasMiniDebugInfo)
    }

    /// Breakpad's id: pieces of 16 bytes of the code, XORed.
    @Test func withoutABuildIDTheCodeNamesIt() throws {
        let code = [UInt8](repeating: 1, count: 16) + [UInt8](repeating: 2, count: 16) + [9]
        let slice = try #require(try slices(SymbolForge.elf([.init(name: ".text", bytes: code)])).first)
        #expect(slice.id == String(repeating: "03", count: 16))
        fails(SymbolForge.elf([.init(name: ".data")]))
    }

    @Test func everyCutIsRefusedOrRead() {
        for whole in [SymbolForge.elf([SymbolForge.note([1, 2, 3, 4])]), SymbolForge.dSYM(), SymbolForge.fat([(7, SymbolForge.dSYM())])] {
            for count in 0..<whole.count { _ = try? SymbolFile(SymbolBytes(Array(whole.prefix(count)))) }
            for place in whole.indices {
                var bytes = whole
                bytes[place] = 0xFF
                _ = try? SymbolFile(SymbolBytes(bytes))
            }
        }
    }

    // MARK: ids

    @Test func idsAreWrittenInManyWays() {
        #expect(SymbolID.normal("EA9BBF2D-BFDD-3CE0-85B2-1CBE7152FCA5") == "ea9bbf2dbfdd3ce085b21cbe7152fca5")
        #expect(SymbolID.normal("<ea9bbf2dbfdd3ce085b21cbe7152fca5>") == "ea9bbf2dbfdd3ce085b21cbe7152fca5")
        for wrong in ["", "abc", "hello, world", "00000000-0000-0000-0000-000000000000", String(repeating: "a", count: 200)] {
            #expect(SymbolID.normal(wrong) == nil)
        }
    }

    @Test func sentryWritesBuildIDsAsGUIDs() {
        #expect(SymbolID.guid(ofBuildID: "0102030405060708090a0b0c0d0e0f1011121314") == "0403020106050807090a0b0c0d0e0f10")
        #expect(SymbolID.guid(ofBuildID: "01020304") == "04030201000000000000000000000000")
    }

    // MARK: mappings

    @Test func aMappingSaysItsIDs() throws {
        let hash = String(repeating: "0d", count: 32)
        let text = """
            # compiler: R8
            # compiler_version: 4.0.48
            # common_typos_disable
            # {"id":"com.android.tools.r8.mapping","version":"2.1"}
            # pg_map_id: 0D0fd23
            # pg_map_hash: SHA-256 \(hash)
            a.Main -> a.a:
            # pg_map_id: ffffffff
            """
        guard case .mapping(let mapping) = try SymbolFile(SymbolBytes(Array(text.utf8))) else {
            Issue.record("no mapping")
            return
        }
        #expect(mapping.mapID == "0d0fd23")
        #expect(mapping.mapHash == hash)
        #expect(mapping.compiler == "R8" && mapping.compilerVersion == "4.0.48")
        #expect(mapping.version == "2.1" && !mapping.isNewer)
        let newer = try SymbolMapping(SymbolBytes(Array(text.replacing("2.1", with: "3.0").utf8)))
        #expect(newer.isNewer)
    }

    @Test func proGuardSaysNothing() throws {
        let mapping = try SymbolMapping(SymbolBytes(Array("a.Main -> a:\r\n    int b -> c\r\n".utf8)))
        #expect(mapping.mapID == nil && mapping.version == nil)
    }

    @Test func otherTextsAreNone() {
        for text in ["", "hello", "# compiler: R8\n", "    int a -> b\n", "{\"a\": 1}", "a -> b\n"] { fails(Array(text.utf8)) }
    }
}
