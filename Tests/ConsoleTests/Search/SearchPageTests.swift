import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct SearchPageTests {
    @Test func thePageShowsGroupsInTheReadersWords() async throws {
        try await SearchRoom.run { room in
            try await room.addGroup("g1", "<b>crash</b> \"\u{200D}' of payment")
            for number in 0..<8 { try await room.addGroup("p\(number)", "payment \(number)") }
            let page = try await room.console.page("/search?q=payment").text
            #expect(page.contains("闪退分组") && page.contains("/apps/demo/crash-groups/p"))
            let hostile = try await room.console.page("/search?q=of+payment").text
            #expect(hostile.contains("/apps/demo/crash-groups/g1") && hostile.contains("&lt;b&gt;crash") && !hostile.contains("<b>crash</b>"))
            #expect(page.contains("/search?q=payment&amp;kind=group"), "there are more than are shown")
            #expect(try await room.console.page("/search?q=payment", language: "en").text.contains("Crash groups"))
            #expect(try await room.console.page("/search?q=payment&kind=group").text.components(separatedBy: "crash-groups/p").count == 9)
        }
    }

    @Test func changesAreCalledWhatTheLedgerCallsThem() async throws {
        try await SearchRoom.run { room in
            let server = room.server
            try await server.database.write { connection in
                try server.audit.record(connection, by: .local, "update.pause", app: "demo", object: "ios 2.3.1 (e03e0123456789ab)")
                try server.audit.record(connection, by: .local, "account.edit", object: "Old phone (e03e)")
            }
            let page = try await room.console.page("/search?q=2.3.1&kind=audit", language: "en").text
            #expect(page.contains(">iOS 2.3.1</a>") && page.contains("/audit?object=ios%202.3.1%20%28e03e0123456789ab%29"))
            #expect(try await room.titles(.audit, "q=e03e0123456789ab") == ["ios 2.3.1"], "by its id too")
            #expect(try await room.titles(.audit, "q=old+phone") == ["Old phone (e03e)"], "what is no change stands as it was written")
        }
    }

    @Test func emptyPagesSayWhatToDo() async throws {
        try await SearchRoom.run { room in
            #expect(try await room.console.page("/search").text.contains("想找什么"))
            let none = try await room.console.page("/search?q=zanzibar").text
            #expect(none.contains("没有找到") && none.contains(#"value="zanzibar""#))
            let long = try await room.console.page("/search?q=\(String(repeating: "x", count: 101))")
            #expect(long.status == .unprocessableContent && long.text.contains(#"id="error-q""#))
        }
    }

    @Test func pagesOfTheConsoleAreFoundByName() async throws {
        try await SearchRoom.run { room in
            func pages(_ query: String) async throws -> [String] {
                try await room.search(query).groups.first { $0.kind == .page }?.items.map(\.href) ?? []
            }
            #expect(try await pages("q=audit") == ["/audit"])
            #expect(try await pages("q=hotpatch").isEmpty, "of which app?")
            #expect(try await pages("q=hotpatch&near=demo").first == "/apps/demo/hotpatches")
            let words = Form([("q", "审计"), ("kind", "page")]).encoded
            let page = try await room.console.page("/search?\(words)")
            #expect(page.text.contains(#"<li><a href="/audit""#))
        }
    }

    @Test func everyPageOfAPersonHasTheBox() async throws {
        try await SearchRoom.run { room in
            let page = try await room.console.page("/apps/demo/logs").text
            #expect(page.contains(#"<input type="search" id="search" name="q""#) && page.contains(#"name="near" value="demo""#))
            #expect(try await !room.console.ask(.get, "/login").text.contains(#"id="search""#))
        }
    }
}
