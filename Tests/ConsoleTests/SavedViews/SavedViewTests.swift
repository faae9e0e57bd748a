import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct SavedViewTests {
    private static func json(_ name: String, path: String = "/apps/demo/logs", query: String = "platform=ios", shared: Bool = false) -> String {
        #"{"name":"\#(name)","path":"\#(path)","query":"\#(query)","shared":\#(shared)}"#
    }

    @discardableResult
    private func save(_ room: SearchRoom, _ json: String, token: String) async throws -> SavedView {
        let answer = try await room.console.api(.post, "/saved-views", json, token: token)
        guard answer.status == .created else { throw TestFailure("save: \(answer.status) \(answer.text)") }
        return try answer.json(SavedView.self)
    }

    private func names(_ room: SearchRoom, _ token: String) async throws -> [String] {
        try await room.console.api(.get, "/saved-views", token: token).json(List<SavedView>.self).items.map(\.name)
    }

    @Test func aViewIsItsOwnersUntilItIsShared() async throws {
        try await SearchRoom.run { room in
            try await room.console.makeApp("Second")
            let ann = try await room.token("ann@example.com", .operator, on: "demo")
            let ben = try await room.token("ben@example.com", .viewer, on: "demo")
            let eve = try await room.token("eve@example.com", .admin, on: "second")
            let view = try await save(room, Self.json("iOS"), token: ann)
            #expect((view.app.value, view.owner, view.href) == ("demo", "ann@example.com", "/apps/demo/logs?platform=ios"))
            #expect(try await names(room, ann) == ["iOS"])
            #expect(try await names(room, ben) == [])
            #expect(try await room.console.api(.get, "/saved-views/\(view.id)", token: ben).status == .notFound)

            let path = "/saved-views/\(view.id)"
            let changed = try await room.console.api(.put, path, #"{"name":"iPhones","shared":true}"#, token: ann).json(SavedView.self)
            #expect((changed.name, changed.shared) == ("iPhones", true))
            #expect(try await names(room, ben) == ["iPhones"])
            #expect(try await names(room, eve) == [])
            #expect(try await room.console.api(.delete, path, token: ben).status == .forbidden)
            #expect(try await room.console.api(.delete, path, token: eve).status == .notFound)
            #expect(try await room.console.api(.delete, path, token: ann).status == .noContent)
            #expect(try await names(room, ben) == [])
            #expect(try await room.console.api(.delete, path, token: ann).status == .notFound)
        }
    }

    @Test func whatIsPersonalIsNotSharedWithThoseItIsHiddenFrom() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .operator, on: "demo")
            let cat = try await room.token("cat@example.com", .operator, on: "demo")
            let ben = try await room.token("ben@example.com", .viewer, on: "demo")
            let view = try await save(room, Self.json("one", query: "user=13812345678", shared: true), token: ann)
            try await save(room, Self.json("two", path: "/apps/demo/users/li%40example.com", query: "a=b", shared: true), token: ann)
            try await save(room, Self.json("13912345678", query: "event=pay", shared: true), token: ann)
            try await save(room, Self.json("plain", query: "event=buy", shared: true), token: ann)
            #expect(try await names(room, cat) == ["13912345678", "one", "plain", "two"])
            #expect(try await names(room, ben) == ["plain"])
            #expect(try await room.console.api(.get, "/saved-views/\(view.id)", token: ben).status == .notFound)
            try await save(room, Self.json("own", query: "user=13812345678"), token: ben)
            #expect(try await names(room, ben) == ["own", "plain"], "who typed it knows it")
        }
    }

    @Test func aTokenOfOneAppHasOnlyThatAppsViews() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .admin, on: "*")
            let own = try await save(room, Self.json("own"), token: ann)
            let audit = try await save(room, Self.json("audit", path: "/audit", query: "action=app.create"), token: ann)
            let token = Viewer(id: "t", kind: .token, account: own.account, name: "t", roles: ["demo": .admin], scopes: [.all], onlyApp: "demo")
            let views = room.server.savedViews
            #expect(views.index.all(for: token).map(\.name) == ["own"])
            await #expect(throws: Problem.self) { try await views.delete(audit.id, for: token, by: .local) }
            let elsewhere = NewSavedView(name: "b", path: "/audit", query: "action=app.edit", shared: nil)
            await #expect(throws: Problem.self) { try await views.save(elsewhere, for: token, by: .local) }
        }
    }

    @Test func whatMayNotBeSavedIsRefused() async throws {
        try await SearchRoom.run { room in
            try await room.console.makeApp("Second")
            let ann = try await room.token("ann@example.com", .viewer, on: "demo")
            func status(_ json: String, _ token: String) async throws -> Int {
                try await room.console.api(.post, "/saved-views", json, token: token).status.code
            }
            let elsewhere = ["//evil.example", "/\\\\evil.example", "https://evil.example", "/api/v1/apps", "/audit?x=1", "audit"]
            // One that is not seen and one that there is not are told alike.
            let hidden = ["/apps/second/logs", "/apps/nosuch/logs", "/apps/demo/../second/logs", "/apps/demo/%2E%2e/second/logs"]
            for path in elsewhere + hidden {
                #expect(try await status(Self.json("a", path: path), ann) == 422, "\(path)")
            }
            for query in ["", "cursor=abc", "a=\(String(repeating: "b", count: 1_600))"] {
                #expect(try await status(Self.json("a", query: query), ann) == 422, "\(query)")
            }
            #expect(try await status(Self.json(""), ann) == 422)
            #expect(try await status(Self.json("a\\nb"), ann) == 422)
            #expect(try await status(Self.json("a", shared: true), ann) == 403, "a viewer shares nothing")
            #expect(try await status(Self.json("a", path: "/apps", shared: true), ann) == 422, "no team")
            #expect(try await status(Self.json("a"), room.console.token) == 403, "the command line's token is nobody's")
            let reader = try await room.token("ben@example.com", .viewer, on: "demo", scopes: [.read])
            #expect(try await status(Self.json("a"), reader) == 403)
            #expect(try await status(Self.json("a"), ann) == 201)
            #expect(try await status(Self.json("a"), ann) == 422, "a name once a page")
            #expect(try await status(Self.json("a", path: "/apps/demo/crashes"), ann) == 201)
        }
    }

    @Test func anAccountKeepsSoManyAndNoMore() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .viewer, on: "demo")
            for number in 0..<SavedViewRules.most { try await save(room, Self.json("v\(number)"), token: ann) }
            #expect(try await room.console.api(.post, "/saved-views", Self.json("more"), token: ann).status == .conflict)
            let first = try await room.console.api(.get, "/saved-views?limit=60", token: ann).json(List<SavedView>.self)
            #expect((first.items.count, first.total) == (60, 100))
            let next = try #require(first.next.value)
            let rest = try await room.console.api(.get, "/saved-views?limit=60&cursor=\(next)", token: ann).json(List<SavedView>.self)
            #expect((rest.items.count, rest.next.value) == (40, nil))
            #expect(Set(first.items.map(\.id)).isDisjoint(with: rest.items.map(\.id)))
        }
    }

    @Test func whatIsDoneIsWrittenDownWithoutThePage() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .operator, on: "demo")
            let view = try await save(room, Self.json("mine", query: "device=UTDsecret"), token: ann)
            _ = try await room.console.api(.put, "/saved-views/\(view.id)", #"{"name":"ours","shared":true}"#, token: ann)
            _ = try await room.console.api(.delete, "/saved-views/\(view.id)", token: ann)
            let actions = try await room.server.database.read { connection in
                try connection.all("SELECT action FROM audit_event WHERE action LIKE 'view.%' ORDER BY at, id") { try $0[0] as String }
            }
            #expect(actions == ["view.save", "view.change", "view.delete"])
            #expect(try await !room.console.api(.get, "/audit").text.contains("UTDsecret"))
        }
    }

    @Test func viewsGoWithWhomTheyNameAndWithTheirApp() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .admin, on: "*")
            try await save(room, Self.json("device", query: "device=UTD1"), token: ann)
            try await save(room, Self.json("page", path: "/apps/demo/devices/UTD1", query: "days=7"), token: ann)
            try await save(room, Self.json("search", path: "/search", query: "q=UTD1"), token: ann)
            try await save(room, Self.json("words", path: "/search", query: "q=UTD1+crash"), token: ann)
            try await save(room, Self.json("what UTD1 did", query: "event=pay"), token: ann)
            try await save(room, Self.json("other"), token: ann)
            try await save(room, Self.json("alike", query: "device=UTD10"), token: ann)
            let task = TelemetryErasureTask(id: "e1", field: .device, value: "UTD1")
            try await room.server.savedViews.erase(task, of: "demo")
            #expect(try await names(room, ann) == ["alike", "other"])
            try await room.server.eraseTraces(of: "demo")
            #expect(try await names(room, ann) == [])
        }
    }

    /// A node that was not asked hears of it, and one that starts later has read it.
    @Test func otherNodesTakeItUp() async throws {
        try await SearchRoom.run { room in
            let ann = try await room.token("ann@example.com", .viewer, on: "demo")
            let server = room.server
            let other = SavedViews(database: server.database, apps: server.apps.index, audit: server.audit, clock: server.clock)
            try await other.refresh()
            let view = try await save(room, Self.json("a"), token: ann)
            let viewer = Viewer(id: view.account, kind: .account, name: "Ann", roles: ["demo": .viewer])
            #expect(other.index.all(for: viewer).isEmpty)
            try await Changes(
                database: server.database,
                refreshes: [ChangeRefresh(.savedViews, at: { other.index.version }, other.refresh)]
            ).look()
            #expect(other.index.all(for: viewer).map(\.id) == [view.id])
        }
    }
}
