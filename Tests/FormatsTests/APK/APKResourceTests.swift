import Testing

@testable import Formats

struct APKResourceTests {
    private static let name = 0x7F01_0002
    private static let icon = 0x7F02_0000

    @Test(arguments: [APKForge.Table.plain, .sparse, .short], [false, true])
    func textsAreFound(_ table: APKForge.Table, isCompact: Bool) throws {
        let groups = [
            APKForge.Group(language: "zh", entries: [2: .text("演示")], table: table, isCompact: isCompact),
            .init(entries: [0: .number(7), 2: .text("Demo")], table: table, isCompact: isCompact),
            .init(type: 2, entries: [0: .text("res/a.png")], table: table, isCompact: isCompact),
        ]
        let resources = try APKResourceTable(APKForge.resources(groups))
        #expect(try resources.values(of: Self.name).map(\.language) == ["zh", ""])
        #expect(try resources.text(.reference(Self.name)) == "Demo")
        #expect(try resources.text(.reference(0x7F01_0000)) == "7")
        #expect(try resources.text(.text("itself")) == "itself")
        #expect(try resources.files(.reference(Self.icon)) == ["res/a.png"])
        for number in [0x7F01_0001, 0x7F01_0003, 0x7F03_0000, 0x0101_0000, 0] { #expect(try resources.values(of: number).isEmpty) }
    }

    @Test func aReferenceNamesAnotherAndNotItself() throws {
        let groups = [APKForge.Group(entries: [0: .reference(0x7F01_0001), 1: .text("end"), 2: .reference(0x7F01_0002), 3: .reference(0x7F01_0003)])]
        let resources = try APKResourceTable(APKForge.resources(groups + groups))
        #expect(try resources.text(.reference(0x7F01_0000)) == "end")
        #expect(try resources.text(.reference(0x7F01_0002)) == nil)
        #expect(try resources.files(.reference(0x7F01_0002)).isEmpty)
        #expect(Set(try resources.files(.reference(0x7F01_0000))) == ["end"])
    }

    @Test func theIconHasFilesForManyScreens() throws {
        let groups = (0..<6).map { APKForge.Group(type: 2, entries: [0: .text("res/\($0).png")]) }
        let resources = try APKResourceTable(APKForge.resources(groups))
        #expect(Set(try resources.files(.reference(Self.icon))) == Set((0..<6).map { "res/\($0).png" }))
    }

    @Test func damagedTablesAreRefusedOrSayNothing() throws {
        let whole = APKForge.resources([
            .init(entries: [0: .text("a"), 1: .reference(0x7F01_0000)]), .init(type: 2, entries: [0: .text("b")], table: .sparse),
        ])
        #expect(throws: FormatError.malformed) { try APKResourceTable([]) }
        #expect(throws: FormatError.malformed) { try APKResourceTable(Array(whole.dropLast())) }
        var generator = SeededGenerator(seed: 13)
        for _ in 0..<5000 {
            guard let table = try? APKResourceTable(generator.damage(whole)) else { continue }
            for number in [0x7F01_0000, 0x7F01_0001, 0x7F02_0000] {
                _ = try? table.text(.reference(number))
                _ = try? table.files(.reference(number))
            }
        }
    }
}
