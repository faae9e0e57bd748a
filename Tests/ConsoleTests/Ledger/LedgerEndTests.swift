import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What ends by itself is in the ledger too, once.
struct LedgerEndTests {
    private func ends(_ console: TestConsole) async throws -> [LedgerChange] {
        let told = try await console.api(.get, "/apps/demo/changes?limit=100").json(List<LedgerChange>.self).items
        return told.filter { $0.action.hasSuffix(".expire") }
    }

    @Test func anUpdatesWindowEndsOnce() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            let end = console.clock.now.addingTimeInterval(3_600)
            let update = try await room.publish("2.0", #""mode":"timeWindow","endsAt":"\#(end.ISO8601Format())","limit":40"#)
            let ended = try await room.publish("2.1", #""mode":"timeWindow","endsAt":"\#(end.ISO8601Format())""#)
            _ = try await room.updates.end(ended.id, of: "demo", by: UpdateRoom.ann)
            try await console.server.ledgerEnds.tick()
            #expect(try await ends(console).isEmpty)
            console.clock.advance(by: 3_605)
            for _ in 1...3 { try await console.server.ledgerEnds.tick() }
            let told = try await ends(console)
            #expect(told.map(\.action) == ["update.expire"], "what somebody ended did not expire")
            let change = try #require(told.first)
            #expect(change.subject.value == update.id && change.title == "ios 2.0" && change.audience.value == "40 devices")
            #expect(change.kind == .update && change.reachesDevices && change.actor == "console")
            let page = try await console.page("/apps/demo/changes").text
            #expect(page.contains("更新到时结束") && page.contains(#"href="/apps/demo/updates/\#(update.id)">iOS 2.0</a>"#))
        }
    }

    @Test func aPatchsWindowEndsOnce() async throws {
        try await HotpatchRoom.run { room in
            let console = room.console
            let patch = try await room.publish(#""percentage":20,"endsAt":"\#(console.clock.now.addingTimeInterval(3_600).ISO8601Format())""#)
            console.clock.advance(by: 3_605)
            for _ in 1...2 { try await console.server.ledgerEnds.tick() }
            let told = try await ends(console)
            #expect(told.map(\.action) == ["hotpatch.expire"])
            #expect(told.first?.subject.value == patch.id && told.first?.audience.value == "20%")
        }
    }

    @Test func aRedDotExpiresOnceAndOneOfLongAgoIsForgotten() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let end = console.clock.now.addingTimeInterval(3_600).ISO8601Format()
            let audience = #"{"rules":{"platform":"ios","percentage":50}}"#
            let dot = ##"{"badgeId":"#mine","style":"point","audience":\##(audience),"expiresAt":"\##(end)"}"##
            #expect(try await console.api(.post, "/apps/demo/badges", dot).status == .created)
            console.clock.advance(by: 3_605 + LedgerEnds.lookBack)
            try await console.server.ledgerEnds.tick()
            console.clock.advance(by: -LedgerEnds.lookBack)
            #expect(try await ends(console).isEmpty, "a console that was down for so long says nothing")
            for _ in 1...2 { try await console.server.ledgerEnds.tick() }
            let told = try await ends(console)
            #expect(told.map(\.action) == ["badge.expire"])
            #expect(told.first?.audience.value == "2 rules")
        }
    }
}
