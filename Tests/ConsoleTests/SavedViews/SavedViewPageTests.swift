import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct SavedViewPageTests {
    private func save(_ console: TestConsole, _ name: String, path: String = "/apps/demo/logs", query: String, shared: Bool = false) async throws {
        let form = [("name", name), ("path", path), ("query", query)] + (shared ? [("shared", "true")] : [])
        let answer = try await console.submit("/saved-views", form)
        guard answer.headers[.location] == "\(path)?\(query)" else { throw TestFailure("save: \(answer.status) \(answer.text.prefix(400))") }
    }

    @Test func theMenuIsThereWhereItHasSomethingToDo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            func menu(_ path: String) async throws -> String? {
                try await console.page(path).text.firstMatch(of: #/<details class="menu views".*?<\/details>/#.dotMatchesNewlines())
                    .map { String($0.output) }
            }
            #expect(try await menu("/apps/demo/logs") == nil)
            let filtered = try #require(try await menu("/apps/demo/logs?platform=ios&event=pay&cursor="))
            #expect(filtered.contains(#"name="path" value="/apps/demo/logs""#))
            #expect(filtered.contains(#"name="query" value="platform=ios&amp;event=pay""#))
            #expect(filtered.contains(#"name="shared""#), "there is a team")
            #expect(try await menu("/audit?action=app.create")?.contains(#"name="shared""#) == false)

            try await save(console, "<i>pay</i>", query: "platform=ios&event=pay", shared: true)
            let plain = try #require(try await menu("/apps/demo/logs"))
            #expect(plain.contains("&lt;i&gt;pay&lt;/i&gt;") && !plain.contains("aria-current") && !plain.contains(#"name="query""#))
            let current = try #require(try await menu("/apps/demo/logs?event=pay&platform=ios"))
            #expect(current.contains(#"aria-current="true""#), "whatever the order")
            #expect(try await menu("/apps/demo/crashes") == nil, "views are of one page")
        }
    }

    @Test func aFormHasNoMenu() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for path in ["/apps/demo/alert-channels/new?kind=webhook", "/apps/demo/edit?name=x", "/tokens/new?name=x"] {
                let page = try await console.page(path)
                #expect(page.status == .ok && !page.text.contains(#"<details class="menu views""#), "\(path)")
            }
            #expect(try await console.page("/apps/demo/alert-channels?kind=webhook").text.contains(#"<details class="menu views""#))
        }
    }

    @Test func theListRenamesAndDeletes() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/saved-views").text.contains("还没有保存的视图"))
            try await save(console, "mine", query: "platform=ios", shared: true)
            let list = try await console.page("/saved-views").text
            #expect(list.contains(#"href="/apps/demo/logs?platform=ios""#) && list.contains("应用团队"))
            let id = try #require(list.firstMatch(of: #/\/saved-views\/([0-9a-f]{16})\/edit/#)?.output.1)
            #expect(try await console.page("/saved-views/\(id)/edit").text.contains(#"value="mine""#))
            let empty = try await console.submit("/saved-views/\(id)", [("name", "")])
            #expect(empty.status == .unprocessableContent && empty.text.contains(#"id="error-name""#))
            // A box that is not ticked is not sent.
            #expect(try await console.submit("/saved-views/\(id)", [("name", "zweite")]).headers[.location] == "/saved-views")
            let renamed = try await console.page("/saved-views").text
            #expect(renamed.contains("zweite") && !renamed.contains("应用团队"))
            #expect(!renamed.contains("/deletion"), "looked at first")
            let removal = try await console.page("/saved-views/\(id)/removal").text
            #expect(removal.contains("zweite") && removal.contains(#"action="/saved-views/\#(id)/deletion""#))
            #expect(try await console.submit("/saved-views/\(id)/deletion", []).headers[.location] == "/saved-views")
            #expect(try await !console.page("/saved-views").text.contains("zweite"))
        }
    }

    @Test func aRejectedFormComesBackFilled() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await save(console, "twice", query: "platform=ios")
            let again = try await console.submit("/saved-views", [("name", "twice"), ("path", "/apps/demo/logs"), ("query", "event=pay")])
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains(#"value="twice""#) && again.text.contains(#"value="event=pay""#) && again.text.contains(#"id="error-name""#))
        }
    }
}
