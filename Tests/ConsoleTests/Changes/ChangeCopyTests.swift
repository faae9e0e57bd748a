import Testing

@testable import Console

struct ChangeCopyTests {
    @Test func theLaterVersionStays() {
        var copy = ChangeCopy("")
        copy.take("two", at: 2, since: -1)
        copy.take("one", at: 1, since: -1)
        #expect(copy.content == "two")
        #expect(copy.version == 2)
    }

    /// A database that went back to a backup has lower versions; what is there then is what counts.
    @Test func aLowerVersionCountsWhenNothingElseCameMeanwhile() {
        var copy = ChangeCopy("")
        copy.take("nine", at: 9, since: -1)
        copy.take("restored", at: 3, since: 9)
        #expect(copy.content == "restored")
        copy.take("ten", at: 10, since: 3)
        copy.take("late", at: 4, since: 3)
        #expect(copy.content == "ten")
    }
}
