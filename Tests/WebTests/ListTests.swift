import Testing

@testable import Web

struct ListTests {
    @Test(arguments: [(0, ""), (1_795_239_300_123, "a b"), (-1, "\u{0301}x"), (.max, "\u{4F60}/+?"), (7, " ")]) func aCursorComesBack(
        number: Int,
        id: String
    ) {
        let cursor = Cursor(number, id)
        #expect(Cursor(text: cursor.text) == cursor)
        #expect(cursor.text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") })
    }

    @Test(arguments: ["", "!", "AAAA", "eA==", "IA==", String(repeating: "A", count: 516)]) func whatNoListGaveOutIsNoCursor(text: String) {
        #expect(Cursor(text: text) == nil)
    }

    @Test func aPlaceHasItsBounds() throws {
        #expect(try ListPlace(limit: nil, cursor: nil).limit == 20)
        #expect(try ListPlace(limit: 100, cursor: "").cursor == nil)
        #expect(throws: Problem.invalid("limit", "web.limit.range")) { try ListPlace(limit: 0, cursor: nil) }
        #expect(throws: Problem.invalid("limit", "web.limit.range")) { try ListPlace(limit: 101, cursor: nil) }
        #expect(throws: Problem.invalid("cursor", "web.cursor.unknown")) { try ListPlace(limit: 1, cursor: "!") }
    }

    @Test func oneRowMoreMeansAnotherPage() throws {
        let place = try ListPlace(limit: 2, cursor: nil)
        let page = place.page([1, 2, 3], total: 9) { Cursor($0, "id") }
        #expect(page.items == [1, 2])
        #expect(page.next.value.flatMap { Cursor(text: $0) } == Cursor(2, "id"))
        #expect(page.total == 9)
        #expect(place.page([1, 2], total: 2) { Cursor($0, "id") }.next.value == nil)
        #expect(page.map { "\($0)" }.items == ["1", "2"])
    }

    /// A log of 200,000 entries takes longer to count than to read a page of.
    @Test func onlyCountsWhatSomebodyWillSee() throws {
        struct Counted: Error {}
        func total() throws -> Int { throw Counted() }
        let first = try ListPlace(limit: 2, cursor: nil)
        let all = try first.page([1, 2], total: total()) { Cursor($0, "id") }
        #expect(all.total == 2)
        #expect(throws: Counted.self) { try first.page([1, 2, 3], total: total()) { Cursor($0, "id") } }
        let last = try ListPlace(limit: 2, cursor: Cursor(2, "id").text)
        #expect(throws: Counted.self) { try last.page([3], total: total()) { Cursor($0, "id") } }
        let forFile = try ListPlace.counts.withValue(false) { try ListPlace(limit: 2, cursor: nil) }
        #expect(try forFile.page([1, 2, 3], total: total()) { Cursor($0, "id") }.next.value != nil)
    }
}
