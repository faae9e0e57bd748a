import Foundation
import Testing

@testable import Console

@Suite struct BadgeSketchTests {
    private func sketch(_ count: Int) -> BadgeSketch {
        var sketch = BadgeSketch()
        for number in 0..<count { _ = sketch.insert(BadgeMark("device-\(number)")) }
        return sketch
    }

    @Test(arguments: [0, 1, 2, 10])
    func aFewAreCountedExactly(count: Int) {
        #expect(sketch(count).estimate == count)
    }

    @Test(arguments: [1_000, 10_000, 20_000])
    func manyAreCountedToAFewPercent(count: Int) {
        #expect(abs(Double(sketch(count).estimate) / Double(count) - 1) < 0.05)
    }

    @Test func aNameCountsOnce() {
        var sketch = sketch(50)
        let changed = sketch.insert(BadgeMark("device-7"))
        #expect(!changed)
        #expect(sketch.estimate == self.sketch(50).estimate)
    }

    @Test func whatIsStoredIsReadAgainAndNothingElse() {
        #expect(BadgeSketch(sketch(9).registers) == sketch(9))
        #expect(BadgeSketch([1, 2, 3]) == nil)
        #expect(BadgeSketch([UInt8](repeating: 200, count: BadgeSketch.size)) == nil)
    }
}

@Suite struct BadgeTreeTests {
    private func badge(_ path: String, _ temporary: Int, _ persistent: Int = 0) throws -> Badge {
        Badge(
            id: path,
            path: try #require(BadgePath(path)),
            style: .num,
            numbers: BadgeNumbers(temporary: temporary, persistent: persistent),
            audience: BadgeAudience(to: .all),
            createdAt: .distantPast,
            createdBy: "",
            expiresAt: nil,
            endedAt: nil,
            shown: 0,
            acknowledged: 0
        )
    }

    @Test func parentsAreTheSumOfTheirChildren() throws {
        let tree = BadgeTree([try badge("#A,#B,#C", 2), try badge("#A,#D", 3, 4), try badge("#A,#B,#E", 1), try badge("#F", 9)])
        #expect(tree.rows.map { "\($0.widget)=\($0.sum)" } == ["#A=10", "#B=3", "#C=2", "#E=1", "#D=7", "#F=9"])
    }

    @Test func everyListThatBeginsEnds() throws {
        let rows = BadgeTree([try badge("#A,#B,#C", 1), try badge("#D", 1), try badge("#E,#F", 1)]).rows
        #expect(rows.count(where: \.opens) == rows.reduce(0) { $0 + $1.closes.count })
        #expect(rows.map(\.closes.count) == [0, 0, 2, 0, 0, 1])
        #expect(BadgeTree([]).rows.isEmpty)
    }
}
