import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct DiagnosisLogTests {
    @Test func entriesAreFoundByTextLevelAndTag() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            let all = try await room.find(done)
            #expect(all.lines == 3)
            #expect(all.items.map(\.number) == [1, 2, 3])
            #expect(all.items[1].text == "boom\n\tat a.b(c)")
            #expect(try await room.find(done, "?q=AT%20a.b").items.map(\.number) == [2])
            #expect(try await room.find(done, "?level=warn&level=error").items.map(\.number) == [2, 3])
            #expect(try await room.find(done, "?tag=NET").items.map(\.number) == [1, 3])
            #expect(try await room.find(done, "?q=%E4%BD%A0%E5%A5%BD").items.map(\.number) == [3])
            #expect(try await room.find(done, "?q=nothing").items.isEmpty)
        }
    }

    @Test func entriesAreFoundByTimeAndAroundOne() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            let late = try await room.find(done, "?from=2026-11-21T11:15:31%2B08:00&to=2026-11-21T11:15:32%2B08:00")
            #expect(late.items.map(\.number) == [2])
            #expect(try await room.find(done, "?around=3&limit=2").items.map(\.number) == [2, 3])
        }
    }

    @Test func pagesOfALogFollowEachOther() async throws {
        try await DiagnosisDevice.run { room in
            let lines = (1...450).map { "2026-11-21 11:15:30.123 [I] [a] line \($0)\n" }.joined()
            let done = try await room.finished(Array(lines.utf8))
            var (start, seen): (Int?, [Int]) = (1, [])
            while let from = start {
                let page = try await room.find(done, "?start=\(from)&limit=200")
                seen += page.items.map(\.number)
                start = page.next
            }
            #expect(seen == Array(1...450))
            #expect(try await room.find(done, "?q=line%20450&limit=1").items.first?.number == 450)
            #expect(try await room.find(done, "?q=line%204&limit=10").matches == 62)
            #expect(try await room.find(done, "?start=440&limit=5").matches == 450)
        }
    }

    @Test(arguments: ["?limit=0", "?limit=501", "?start=0", "?around=-1", "?level=loud", "?from=x"])
    func questionsThatMakeNoSenseAreRefused(query: String) async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            let answer = try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)/logs/\(done.parts[0].id)\(query)")
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test func readingIsWrittenDown() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            _ = try await room.find(done)
            _ = try await room.find(done, "?start=2")
            _ = try await room.console.api(.get, "\(DiagnosisDevice.path)/\(done.id)/files/\(done.parts[0].id)")
            let actions = try await room.console.server.database.read { connection in
                try connection.all("SELECT action FROM audit_event WHERE action LIKE 'diagnosis.%' ORDER BY id") { try $0[0] as String }
            }
            #expect(actions == ["diagnosis.create", "diagnosis.read", "diagnosis.download"])
        }
    }

    @Test func personalDataIsHiddenFromWhoMayNotSeeIt() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished()
            try await room.console.server.apps.showPersonalData(from: .admin, of: "demo", by: .local)
            let outcome = await room.console.server.outcome(of: .createToken(name: "o", scopes: [.read, .write], app: nil, expiresInDays: nil))
            guard case .done(let json) = outcome, let token = json.firstMatch(of: #/"token"\s*:\s*"([^"]+)"/#)?.output.1 else {
                throw TestFailure("no token")
            }
            let path = "\(DiagnosisDevice.path)/\(done.id)"
            let log = try await room.console.api(.get, "\(path)/logs/\(done.parts[0].id)", token: String(token))
            #expect(log.status == .ok)
            #expect(!log.text.contains("13812345678"))
            #expect(try await room.console.api(.get, "\(path)/files/\(done.parts[0].id)", token: String(token)).status == .forbidden)
        }
    }

    @Test func aBrokenFileIsKeptAsItWasSentAndSaysWhy() async throws {
        try await DiagnosisDevice.run { room in
            let done = try await room.finished(DiagnosisDevice.broken)
            #expect(done.state == "done")
            #expect(done.parts[0].log == nil)
            #expect(done.parts[0].reason == "damaged")
            #expect(try await room.console.page("\(DiagnosisDevice.path)/\(done.id)").text.contains("文件已损坏"))
        }
    }
}
