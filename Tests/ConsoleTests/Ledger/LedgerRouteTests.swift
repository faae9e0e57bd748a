import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

struct LedgerRouteTests {
    private func changes(_ console: TestConsole, _ path: String, token: String? = nil) async throws -> List<LedgerChange> {
        try await console.api(.get, path, token: token).json(List<LedgerChange>.self)
    }

    @Test func aPatchsLifeIsInTheLedgerOnBothFaces() async throws {
        try await HotpatchRoom.run { room in
            let patch = try await room.publish(#""percentage":20"#)
            room.console.clock.advance(by: 60)
            _ = try await room.hotpatches.raise(patch.id, of: "demo", to: 50, by: HotpatchRoom.bob)
            room.console.clock.advance(by: 60)
            _ = try await room.hotpatches.pause(patch.id, of: "demo", by: HotpatchRoom.ann)

            let told = try await changes(room.console, "/apps/demo/changes?kind=patch&devices=true")
            #expect(told.items.map(\.action) == ["hotpatch.pause", "hotpatch.raised", "hotpatch.publication"])
            #expect(told.items.map(\.audience.value) == ["50%", "50%", "20%"])
            #expect(told.total == 3 && told.items.allSatisfy { $0.subject.value == patch.id && $0.version.value == "1.0" && $0.reachesDevices })
            let whole = try await changes(room.console, "/apps/demo/changes?kind=patch").items
            #expect(whole.contains { $0.action == "hotpatch.create" && !$0.reachesDevices })

            let page = try await room.console.page("/apps/demo/changes?devices=true")
            #expect(page.text.contains("提高补丁百分比"))
            #expect(page.text.contains("href=\"/apps/demo/hotpatches/\(patch.id)\">iOS #\(patch.number)</a>"))
            #expect(page.text.contains("50%"))
            #expect(try await room.console.page("/apps/demo/changes", language: "en").text.contains("Raise patch"))
            #expect(try await room.console.page(try #require(told.items[0].href.value)).status == .ok)
        }
    }

    /// What rooms record is enough to say for whom a change is and to lead to it.
    @Test func everyRoomSaysForWhomAndWhere() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let body = #"{"type":"string","default":"a","rules":[{"users":["u1"],"value":"b"}]}"#
            _ = try await console.api(.put, "/apps/demo/switches/my.key", body)
            #expect(try await console.api(.post, "/apps/demo/switches/publication", "{}").status == .created)
            let dot = ##"{"badgeId":"#mine,#orders","style":"num","number":3,"audience":{"users":["a"]}}"##
            #expect(try await console.api(.post, "/apps/demo/badges", dot).status == .created)
            let fields = [("network", "wifi"), ("level", "3"), ("threshold", "50"), ("sampleRate", "0")]
            _ = try await console.submit("/apps/demo/log-settings/ios/behaviour", fields)
            let upstream = #"{"operation":"com.example.order.list","url":"https://a.example/"}"#
            #expect(try await console.api(.post, "/apps/demo/gateway/upstreams", upstream).status == .created)

            let told = try await changes(console, "/apps/demo/changes?devices=true").items
            let audiences = Dictionary(uniqueKeysWithValues: told.map { ($0.action, $0.audience.value) })
            #expect(
                audiences == [
                    "switch.publish": "1 rule", "badge.publish": "1 user", "log.configure": "all", "gateway.addUpstream": "all",
                ]
            )
            for change in try await changes(console, "/apps/demo/changes?limit=100").items {
                let href = try #require(change.href.value)
                #expect(try await console.page(href).status == .ok, "\(change.action): \(href)")
            }
        }
    }

    @Test func filtersNarrowTheList() async throws {
        try await UpdateRoom.run { room in
            let update = try await room.publish("2.0", #""mode":"percentage","percentage":10"#)
            let total = try await changes(room.console, "/apps/demo/changes").total
            let cases: [(String, Int)] = [
                ("kind=update", 2), ("kind=patch", 0), ("object=\(update.id)", 2), ("object=2.0", 2), ("who=ANN", 2), ("who=nobody", 0),
                ("from=2026-11-22", 0), ("to=2026-11-20", 0), ("kind=update&devices=true", 1), ("object=%25", 0),
            ]
            for (query, count) in cases {
                #expect(try await changes(room.console, "/apps/demo/changes?\(query)").total == count, "\(query)")
            }
            #expect(total > 2)
            #expect(try await room.console.api(.get, "/apps/demo/changes?kind=weather").status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/demo/changes?from=yesterday").status == .unprocessableContent)
            #expect(try await room.console.page("/apps/demo/changes?who=nobody").text.contains("没有符合条件的变更"))
            #expect(try await room.console.api(.get, "/apps/none/changes").status == .notFound)
        }
    }

    @Test func aDraftsWhitelistReachesNobody() async throws {
        try await HotpatchRoom.run { room in
            let draft = try await room.draft(#""percentage":20"#)
            _ = try await room.hotpatches.setUsers(["a", "b"], of: draft.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await changes(room.console, "/apps/demo/changes?devices=true&kind=patch").total == 0)
            _ = try await room.publish(try await room.now(draft))
            _ = try await room.hotpatches.setUsers(["a"], of: draft.id, of: "demo", by: HotpatchRoom.ann)
            let told = try await changes(room.console, "/apps/demo/changes?devices=true&kind=patch").items
            #expect(told.map(\.action).sorted() == ["hotpatch.publication", "hotpatch.whitelist"])
            #expect(Set(told.map(\.audience.value)) == ["2 users, 20%", "1 user, 20%"])
        }
    }

    @Test func pagesFollowOneAnother() async throws {
        try await HotpatchRoom.run { room in
            for _ in 0..<5 {
                _ = try await room.draft(#""percentage":20"#)
                room.console.clock.advance(by: 1)
            }
            let all = try await changes(room.console, "/apps/demo/changes?kind=patch&limit=100").items.map(\.id)
            var (found, cursor): ([String], String?) = ([], "")
            while let place = cursor {
                let page = try await changes(room.console, "/apps/demo/changes?kind=patch&limit=2" + (place.isEmpty ? "" : "&cursor=\(place)"))
                #expect(page.total == all.count)
                found += page.items.map(\.id)
                cursor = page.next.value
            }
            #expect(all.count == 5 && found == all)
        }
    }

    @Test func rolesAndOtherAppsAreForWhoMaySeeThem() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            try await console.makeApp("Other")
            struct Issued: Decodable { let token: String }
            let made = try await console.api(.post, "/tokens", #"{"name":"ci","scopes":["read"],"app":"demo"}"#)
            let token = try made.json(Issued.self).token

            let all = try await changes(console, "/changes?limit=100").items
            #expect(Set(all.compactMap(\.app.value)) == ["demo", "other"])
            #expect(all.contains { $0.kind == .role && $0.action == "token.create" && $0.href.value == "/tokens" })
            #expect(all.contains { $0.action == "account.setUp" || $0.action == "account.create" })

            let seen = try await changes(console, "/changes?limit=100", token: token).items
            #expect(!seen.isEmpty && seen.allSatisfy { $0.app.value == "demo" && $0.kind != .role })
            #expect(try await changes(console, "/changes?kind=role", token: token).total == 0)
            #expect(try await changes(console, "/apps/demo/changes?kind=role", token: token).total == 0)
            #expect(try await changes(console, "/apps/demo/changes?kind=role").total == 1)
            #expect(try await console.api(.get, "/apps/other/changes", token: token).status == .notFound)
            #expect(try await console.api(.get, "/changes", token: "").status == .unauthorized)
        }
    }

    @Test func anAppThatIsGoneHasNoLinks() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            try await console.server.apps.delete("demo", confirming: "demo", erasing: console.server.eraseTraces(of:), by: .local)
            let page = try await console.page("/changes")
            #expect(page.status == .ok && page.text.contains("删除应用"))
            #expect(!page.text.contains("href=\"/apps/demo"))
        }
    }

    @Test func anEmptyLedgerSaysWhatToDo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            let filtered = try await console.page("/apps/demo/changes?kind=badge")
            #expect(filtered.text.contains("没有符合条件的变更"))
            #expect(try await console.page("/apps/demo/changes?kind=badge", language: "en").text.contains("No change matches"))
        }
    }

    @Test func hostileNamesAreEscaped() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            let evil = "<script>alert(1)</script>\"\u{200D}'"
            try await console.server.database.write { connection in
                let actor = Actor(id: "x", name: evil)
                try console.server.audit.record(connection, by: actor, "switch.publish", app: "demo", object: evil, after: ["audience": evil])
            }
            let page = try await console.page("/apps/demo/changes")
            #expect(page.text.contains("&lt;script&gt;") && !page.text.contains("<script>alert"))
        }
    }
}
