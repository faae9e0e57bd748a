import Dispatch
import Testing

@testable import Storage

struct ChildConversationTests {
    private func ask(
        _ program: String,
        _ arguments: [String] = [],
        _ questions: [String],
        upTo limit: Int = 1 << 20,
        seconds: Double = 5
    ) throws -> [String] {
        let child = try ChildConversation(program, arguments, environment: ["WORD": "here"])
        return try child.ask(questions, upTo: limit, before: .now() + seconds).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func eachQuestionHasItsLine() throws {
        #expect(try ask("/bin/cat", [], ["a", "", "b c"]) == ["a", "", "b c"])
        #expect(try ask("/bin/sh", ["-c", "while read -r line; do echo \"$WORD $line $HOME\"; done"], ["x"]) == ["here x "])
        let child = try ChildConversation("/bin/cat", [])
        for number in 0..<100 { #expect(try child.ask(["\(number)"], upTo: 100, before: .now() + 5) == [Array("\(number)".utf8)]) }
        #expect(child.memory > 0)
    }

    @Test func oneThatDoesNotAnswerIsSaidSo() {
        #expect(throws: ChildConversation.Failure.tookTooLong) { try ask("/bin/sleep", ["60"], ["a"], seconds: 0.2) }
        #expect(throws: ChildConversation.Failure.ended) { try ask("/bin/true", [], ["a"]) }
        #expect(throws: ChildConversation.Failure.saidTooMuch) {
            try ask("/bin/sh", ["-c", "while :; do printf 0123456789; done"], ["a"], upTo: 1_000)
        }
        #expect(throws: ChildProcess.Failure.self) { try ChildConversation("/no/such/program", []) }
    }

    @Test func itsAddressesAreLimited() throws {
        let child = try ChildConversation("/bin/sh", ["-c", "read line; ulimit -v"], addresses: 1 << 30)
        #expect(try child.ask(["a"], upTo: 100, before: .now() + 5) == [Array("\(1 << 20)".utf8)])
    }
}
