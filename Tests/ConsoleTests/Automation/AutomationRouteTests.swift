import Foundation
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AutomationRouteTests {
    @Test func linesAreFilledWithTheApp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Shop")
            let page = try await console.page("/apps/shop/api", language: "en")
            #expect(page.status == .ok)
            #expect(page.text.contains("/api/v1/apps/shop/stats/crashes?from=-24h"))
            #expect(page.text.contains("Crashes of the last 24 hours"))
            #expect(page.text.contains("/api/openapi.json"))
            #expect(!page.text.contains("/apps/{app}/stats"))
            #expect(try await console.page("/apps/shop/api").text.contains("最近 24 小时的闪退"))
            #expect(try await console.page("/apps/none/api").status == .notFound)
        }
    }

    @Test func roomsAndWordsNarrowTheList() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Shop")
            let push = try await console.page("/apps/shop/api?room=push", language: "en").text
            #expect(push.contains("console api POST &quot;apps/shop/push-messages/$ID/stop&quot;"))
            #expect(!push.contains("console api POST &quot;apps/shop/archive&quot;"))
            let found = try await console.page("/apps/shop/api?q=push.stop", language: "en").text
            #expect(found.contains("push-messages/$ID/stop"))
            #expect(!found.contains("push-messages/$ID/review"))
            #expect(try await console.page("/apps/shop/api?q=nosuchthing", language: "en").text.contains("No endpoint matches"))
        }
    }

    @Test func theConsoleHasAPageOfItsOwn() async throws {
        try await TestConsole.run { console in
            let page = try await console.page("/api", language: "en")
            #expect(page.status == .ok)
            #expect(page.text.contains("/api/v1/apps"))
            #expect(try await console.page("/api?room=people", language: "en").text.contains("token.create"))
        }
    }

    @Test func linesAreForTheShell() {
        let file = AutomationCall(method: "PUT", path: "apps/{app}/symbols/upload", query: [("filename", "m.txt")], file: "application/octet-stream")
        let begin = #"curl --fail-with-body -H "Authorization: Bearer $CONSOLE_TOKEN""#
        let end = #"-T "$FILE" "https://c.example/api/v1/apps/shop/symbols/upload?filename=m.txt""#
        #expect(file.curl("https://c.example", app: "shop") == "\(begin) \(end)")
        #expect(file.command(app: nil) == #"console api PUT "apps/$APP/symbols/upload" "filename=m.txt" --file "$FILE""#)
        let json = AutomationCall(method: "POST", path: "apps/{app}/crashes/{group}/notes", json: #"{"text":"it's"}"#)
        #expect(json.command(app: "shop") == #"console api POST "apps/shop/crashes/$GROUP/notes" --data '{"text":"it'\''s"}'"#)
        #expect(json.curl("http://h", app: "shop").contains("-X POST -H"))
        #expect(json.curl("http://h", app: "shop").contains("-H 'Content-Type: application/json' -d"))
        let form = AutomationCall(method: "POST", path: "apps/{app}/builds", file: "multipart/form-data")
        #expect(form.curl("http://h", app: "a").contains(#"-F "file=@$FILE""#))
    }

    @Test func pagesStaySmall() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Shop")
            for room in AutomationRoom.allCases {
                let page = try await console.page("/apps/shop/api?room=\(room.rawValue)", language: "en")
                #expect(page.body.readableBytes < 250_000, "\(room)")
            }
        }
    }
}
