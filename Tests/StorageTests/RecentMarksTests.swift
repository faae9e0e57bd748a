import Storage
import Testing

@Suite struct RecentMarksTests {
    @Test func theOlderHalfIsForgotten() {
        var marks = RecentMarks(limit: 8)
        for mark in 1...8 { marks.insert(mark) }
        #expect((1...8).allSatisfy(marks.contains))
        marks.insert(9)
        #expect((1...4).allSatisfy { !marks.contains($0) })
        #expect((5...9).allSatisfy(marks.contains))
    }

    @Test func manyAtOnceMakeRoomAsOneDoes() {
        var marks = RecentMarks(limit: 8)
        marks.insert([1, 2, 3])
        marks.insert([4, 5])
        #expect((1...5).allSatisfy(marks.contains))
        marks.insert([6, 7, 8])
        #expect(!marks.contains(1) && marks.contains(4) && marks.contains(8))
        marks.removeAll()
        #expect(!marks.contains(8))
    }

    @Test func aMarkStandsForItsKey() {
        #expect(RecentMarks.mark(["a", "b"]) == RecentMarks.mark(["a", "b"]))
        #expect(RecentMarks.mark(["a", "b"]) != RecentMarks.mark(["b", "a"]))
    }
}
