import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct BuildRequestLogTests {
    private struct End: Decodable { let offset: Int }

    @Test func piecesComeOnceHoweverOftenTheyAreSent() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            #expect(try await room.write("one\n", at: 0, claim).json(End.self).offset == 4)
            #expect(try await room.write("one\n", at: 0, claim).json(End.self).offset == 4)
            #expect(try await room.write("one\ntwo\n", at: 0, claim).json(End.self).offset == 8)
            let gap = try await room.write("four\n", at: 14, claim)
            #expect(gap.status == .unprocessableContent && gap.text.contains("8"))
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log").text == "one\ntwo\n")
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log?offset=4").text == "two\n")
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log?offset=\(Int.max)").text == "")
            let page = try await room.console.page("\(BuildRequestRoom.all)/\(id)/log")
            #expect(page.text == "one\ntwo\n" && page.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(try await room.console.page("\(BuildRequestRoom.all)/\(id)").text.contains("one\ntwo"))
        }
    }

    @Test func theNextAttemptWritesBehindTheLast() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let first = try await room.claimed()
            _ = try await room.write("first\n", at: 0, first)
            try await room.silence(first)
            let second = try await room.claimed()
            #expect(second.logOffset == 6)
            _ = try await room.write("second\n", at: 6, second)
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log").text == "first\nsecond\n")
        }
    }

    @Test func onlySoMuchIsKept() async throws {
        try await BuildRequestRoom.run { room in
            let request = try await room.ask()
            let claim = try await room.claimed()
            #expect(try await room.write(String(repeating: "x", count: BuildRequestLimits.logPiece + 1), at: 0, claim).status == .contentTooLarge)
            let logs = room.server.buildRequestLogs
            let key = BuildAgentKey(request.id, lease: claim.lease.token, Viewer(id: "t", kind: .local, name: "t", roles: ["*": .admin]))
            let line = Array((String(repeating: "x", count: 63) + "\n").utf8)
            let whole = Array(repeating: line, count: BuildRequestLimits.log / 64).flatMap { $0 }
            #expect(try await logs.append(whole, at: 0, key) == BuildRequestLimits.log)
            #expect(try await logs.append(line, at: BuildRequestLimits.log, key) == BuildRequestLimits.log + 64)
            let now = try await room.request(request.id)
            #expect(now.logSize == BuildRequestLimits.log + 64)
            #expect(try await logs.read(now, from: BuildRequestLimits.log - 64, upTo: 1 << 20).count == 64)
            #expect(try await room.console.page("\(BuildRequestRoom.all)/\(request.id)", language: "en").text.contains("longer than 8 MB"))
        }
    }

    /// As progress bars are: nothing but carriage returns for a long while.
    @Test func aLineThatIsLongerThanThePageShowsIsNotLost() async throws {
        try await BuildRequestRoom.run { room in
            let request = try await room.ask()
            let claim = try await room.claimed()
            _ = try await room.write(String(repeating: "\r 10 %", count: 10_000) + "\r 99 %", at: 0, claim)
            let page = try await room.console.page("\(BuildRequestRoom.all)/\(request.id)", language: "en").text
            #expect(page.contains("99 %") && page.contains("Only the end is shown"))
        }
    }

    @Test func oldLogsGoAndTheirRequestsStay() async throws {
        try await BuildRequestRoom.run { room in
            let id = try await room.ask().id
            let claim = try await room.claimed()
            _ = try await room.write("gone\n", at: 0, claim)
            _ = try await room.tell(.post, claim, "result", #"{"result":"failed"}"#)
            try await room.server.buildAgents.purge()
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log").text == "gone\n")
            try await room.server.database.write { try $0.run("UPDATE build_request SET finished_at = 1") }
            try await room.server.buildAgents.purge()
            #expect(try await room.console.api(.get, "\(BuildRequestRoom.all)/\(id)/log").text == "")
            #expect(try await room.console.page("\(BuildRequestRoom.all)/\(id)", language: "en").text.contains("removed 90 days after"))
        }
    }

    @Test(arguments: [
        ("\u{1B}[32mgreen\u{1B}[0m", "green"), ("10 %\r50 %\r100 %\r\n", "100 %\n"), ("a\u{1B}]0;title\u{07}b", "ab"),
        ("a\u{7}\u{202E}b\tc", "ab\tc"),
        ("中文\n", "中文\n"), ("\u{1B}", ""),
    ])
    func terminalsWordsAreLeftOut(written: String, shown: String) {
        #expect(BuildRequestLogText.plain(Array(written.utf8)[...]) == shown)
    }
}
