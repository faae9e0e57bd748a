import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct LedgerMarksTests {
    private func change(_ action: String, _ object: String, platform: Platform? = nil) throws -> LedgerChange {
        try #require(LedgerChange(.sample(action, object, after: platform.map { ["platform": $0.rawValue] } ?? [:])))
    }

    @Test func theNewestAreShownAndTheRestCounted() throws {
        let catalogue = try Catalogue(directory: "\(TestConsole.home)/Views")
        let changes = try (0..<20).map { try change("switch.publish", "\($0)") }
        let marks = LedgerMarks(changes, platform: .ios, href: "/apps/demo/changes?from=x")
        #expect(marks.shown.map(\.object) == (0..<12).map(String.init))
        #expect(marks.rest == 8)
        #expect(marks.rest(catalogue[.chinese])?.label == "另有 8 次变更")
        #expect(LedgerMarks(Array(changes.prefix(12)), platform: nil, href: "").rest(catalogue[.chinese]) == nil)
        let many = try (0..<LedgerMarks.read).map { try change("switch.publish", "\($0)") }
        #expect(LedgerMarks(many, platform: nil, href: "").rest(catalogue[.chinese])?.label == "另有 188+ 次变更", "no more were looked through")
        #expect(marks.markers(catalogue[.english]).first?.label == "Publish switches #0")
    }

    @Test func releasesAreNamedBeforeEverythingElse() throws {
        let catalogue = try Catalogue(directory: "\(TestConsole.home)/Views")
        let changes = try [
            change("badge.publish", "#cart (a)"), change("switch.publish", "7"), change("hotpatch.halt", "ios #3 (a)"),
            change("update.pause", "ios 2.4.0 (b)"),
        ]
        let weights = LedgerMarks(changes, platform: nil, href: "").markers(catalogue[.english]).map(\.weight)
        #expect(weights[0] < weights[1] && weights[1] < weights[2] && weights[2] == weights[3])
    }

    @Test func otherPlatformsAreLeftOut() throws {
        let changes = try [change("hotpatch.halt", "ios #3 (a)"), change("hotpatch.halt", "android #4 (b)"), change("switch.publish", "7")]
        #expect(LedgerMarks(changes, platform: .ios, href: "").shown.map(\.object) == ["ios #3 (a)", "7"])
        #expect(LedgerMarks(changes, platform: nil, href: "").shown.count == 3)
    }

    /// However many tasks a rule makes, charts and overviews show the release before them.
    @Test func tasksForSingleDevicesHideNothing() async throws {
        try await HotpatchRoom.run { room in
            let patch = try await room.publish(#""percentage":20"#)
            room.console.clock.advance(by: 60)
            try await room.server.database.write { connection in
                for number in 0..<LedgerMarks.read {
                    try room.server.audit.record(connection, by: .console, "diagnosis.createByRule", app: "demo", object: "ios (\(number))")
                }
            }
            let now = room.console.clock.now.addingTimeInterval(1)
            let marks = try await room.server.ledger.marks(of: "demo", .ios, from: now.addingTimeInterval(-86_400), to: now)
            #expect(marks.shown.map(\.subject.value) == [patch.id] && marks.rest == 0)
            let found = try await room.console.api(.get, "/apps/demo/attention").json(OverviewAttention.self)
            #expect(found.changed.items.map(\.subject.value) == [patch.id])
            let all = try await room.console.api(.get, "/apps/demo/changes?devices=true").json(List<LedgerChange>.self)
            #expect(all.total == LedgerMarks.read + 1, "the ledger itself has them all")
        }
    }

    @Test func chartsMarkWhatChangedAndLeadThere() async throws {
        try await HotpatchRoom.run { room in
            let patch = try await room.publish(#""percentage":20"#)
            let update = try await publishUpdate(on: room)
            room.console.clock.advance(by: 3_600)

            let marks = try await room.server.ledger.marks(
                of: "demo",
                .ios,
                from: room.console.clock.now.addingTimeInterval(-86_400),
                to: room.console.clock.now
            )
            #expect(Set(marks.shown.compactMap(\.subject.value)) == [patch.id, update.id])
            #expect(try await room.server.ledger.marks(of: "demo", .android, from: .distantPast, to: .distantFuture).shown.isEmpty)
            for page in ["crashes", "actives", "startup", "gateway", "sessions", "crash-trend", "versions"] {
                let html = try await room.console.page("/apps/demo/\(page)").text
                guard html.contains("<figure class=\"chart\"") else { continue }
                #expect(html.contains("<a href=\"/apps/demo/hotpatches/\(patch.id)\">"), "\(page)")
            }
            let adoption = try await room.console.page("/apps/demo/updates/\(update.id)").text
            #expect(adoption.contains("<a href=\"/apps/demo/updates/\(update.id)\">"))
        }
    }

    private func publishUpdate(on room: HotpatchRoom) async throws -> Update {
        let json = #"{"platform":"ios","version":"2.0","message":"m","downloadURL":"https://a.example/2","mode":"percentage","percentage":10}"#
        let input = try JSONDecoder().decode(UpdateInput.self, from: Data(json.utf8))
        let updates = room.server.updates
        let draft = try await updates.create(input, of: try room.app, zone: .gmt, by: HotpatchRoom.ann)
        return try await updates.publish(draft.id, of: "demo", revision: nil, publicURL: "https://c.example", by: HotpatchRoom.ann)
    }
}
