import Testing
import Web

@testable import Console

@Suite struct FeedbackRuleTests {
    @Test(arguments: [
        ("", ""), ("13812345678", "138****5678"), ("+86 138-1234-5678", "+86****5678"), ("lin.wei@example.com", "l***@example.com"),
        ("night_owl_88", "ni***8"), ("abc", "a***"), ("@", "@***"), ("王小明", "王***"),
    ])
    func personalDataIsMasked(text: String, masked: String) {
        #expect(FeedbackMask.mask(text) == masked)
    }

    @Test func everyStateLeadsSomewhereAndNothingBecomesNewAgain() {
        for state in FeedbackState.allCases {
            #expect(!state.next.isEmpty && !state.next.contains(state) && !state.next.contains(.new))
        }
        #expect(FeedbackState.closed.next == [.open])
    }

    @Test func tagsAreSplitSortedAndEachThereOnce() throws {
        #expect(try FeedbackTags.checked(["b, a", "a", "建议，崩溃", " "]) == ["a", "b", "崩溃", "建议"])
        #expect(FeedbackTags.read(FeedbackTags.text(["a", "b"])) == ["a", "b"])
        #expect(FeedbackTags.read(FeedbackTags.text([])) == [])
    }

    @Test func tagsAreBounded() throws {
        #expect(try FeedbackTags.checked((0..<10).map { "t\($0)" }).count == 10)
        #expect(throws: Problem.invalid("tags", "feedback.tags.many")) { try FeedbackTags.checked((0..<11).map { "t\($0)" }) }
        #expect(throws: Problem.invalid("tags", "feedback.tags.length")) { try FeedbackTags.checked([String(repeating: "a", count: 21)]) }
        #expect(throws: Problem.invalid("tags", "feedback.tags.length")) { try FeedbackTags.checked(["a\u{7}b"]) }
    }
}
