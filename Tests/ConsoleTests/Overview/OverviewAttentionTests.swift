import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Is anything wrong, what changed, what needs somebody: on both pages and over the API.
struct OverviewAttentionTests {
    private let now = 1_795_228_800

    @Test func anAppInWhichAllIsWellSaysSo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let found = try await console.api(.get, "/apps/demo/attention").json(OverviewAttention.self)
            #expect(found.wrong.items.isEmpty && found.waiting.items.isEmpty)
            #expect(found.changed.items.isEmpty)
            let dot = NewBadge(badgeId: "#home", style: .point, audience: .everybody)
            _ = try await console.server.badges.publish(dot, on: "demo", zone: .gmt, by: .local)
            let changed = try await console.api(.get, "/apps/demo/attention").json(OverviewAttention.self).changed
            #expect(changed.count == 1 && changed.items.map(\.action) == ["badge.publish"])
            let page = try await console.page("/apps/demo", language: "en").text
            #expect(page.contains("Nothing is wrong") && page.contains("Nothing waits for anybody"))
            #expect(page.contains("/apps/demo/changes"))
        }
    }

    /// Of several at one moment only one is named, and none is counted twice.
    @Test func aTallyNamesTheNewestOfEachApp() async throws {
        try await TestConsole.run { console in
            let rows: SQL = """
                SELECT 'a' AS app_id, 'x' AS id, '' AS title, 7 AS at UNION ALL SELECT 'b', 'y', '', 9 UNION ALL SELECT 'b', 'z', '', 9
                UNION ALL SELECT 'b', 'old', '', 1
                """
            let found = try await console.server.database.read { try $0.tallies(rows) }
            #expect(found.map(\.app) == ["a", "b"] && found.map(\.id) == ["x", "z"] && found.map(\.count) == [1, 3])
        }
    }

    @Test func everythingThatWaitsIsCountedAndLinked() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            try await Self.fill(console.server.database, at: console.clock.now)
            let found = try await console.api(.get, "/apps/demo/attention").json(OverviewAttention.self)
            #expect(found.wrong.items.map(\.kind) == [.haltedPatch, .worseVersion, .failedDeliveries])
            #expect(found.wrong.items.last?.href == "/apps/demo/alert-deliveries/d1", "what belongs to no app is not told to all who see this one")
            let halted = try #require(found.wrong.items.first)
            #expect(halted.subject.value == "ios #4" && halted.count == 1 && halted.href == "/apps/demo/hotpatches/h4" && halted.isGrave)
            let waiting = Dictionary(uniqueKeysWithValues: found.waiting.items.map { ($0.kind, $0) })
            #expect(waiting[.feedback]?.count == 2 && waiting[.feedback]?.href == "/apps/demo/feedback")
            #expect(waiting[.newGroups]?.href == "/apps/demo/crash-groups/g1" && waiting[.newGroups]?.subject.value?.hasPrefix("Boom for ") == true)
            #expect(waiting[.newGroups]?.subject.value?.contains("12345") == false)
            #expect(waiting[.patchApproval]?.href == "/apps/demo/hotpatches/h5")
            #expect(waiting[.switchDrafts]?.subject.value == "new.home")
            #expect(waiting[.failedJobs]?.href == "/nodes/jobs/j1")
            #expect(waiting.count == 5)

            let all = try await console.api(.get, "/attention").json(OverviewAttention.self)
            #expect(all.wrong.items == found.wrong.items && all.waiting.items == found.waiting.items)
            for language in ["zh-CN", "en"] {
                for path in ["/", "/apps/demo"] {
                    let page = try await console.page(path, language: language).text
                    for sign in found.wrong.items + found.waiting.items {
                        #expect(page.contains(#"<a href="\#(sign.href)">"#), "\(path) \(sign.kind)")
                    }
                    #expect(!page.contains("overview."))
                }
            }
        }
    }

    @Test func whatIsOldOrDealtWithIsSilent() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            try await Self.fill(console.server.database, at: console.clock.now.addingTimeInterval(-31 * 86_400))
            let found = try await console.api(.get, "/apps/demo/attention").json(OverviewAttention.self)
            // A question and an edit wait as long as it takes.
            #expect(found.wrong.items.isEmpty)
            #expect(Set(found.waiting.items.map(\.kind)) == [.patchApproval, .switchDrafts])
        }
    }

    @Test func anAppThatFallsSilentIsNoticedForAWeek() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await console.server.database.count(now - 600, crashes: 0, actives: 10)
            let kinds = { try await console.api(.get, "/apps/demo/attention").json(OverviewAttention.self).wrong.items.map(\.kind) }
            #expect(try await kinds() == [])
            console.clock.advance(by: 3 * 3_600)
            #expect(try await kinds() == [.silence])
            console.clock.advance(by: 8 * 86_400)
            #expect(try await kinds() == [])
        }
    }

    @Test func whoIsNoAdministratorHearsOfNoJobsAndNoOtherApps() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            try await console.makeApp("Other")
            try await Self.fill(console.server.database, at: console.clock.now)
            let made = try await console.api(.post, "/tokens", #"{"name":"reader","scopes":["read"],"app":"other"}"#)
            let token = try made.json(Made.self).token
            let all = try await console.api(.get, "/attention", token: token).json(OverviewAttention.self)
            #expect(all.wrong.items.isEmpty && all.waiting.items.isEmpty)
            #expect(all.changed.items.allSatisfy { $0.app.value == "other" })
            #expect(try await console.api(.get, "/apps/demo/attention", token: token).status != .ok)
        }
    }

    /// There are fewer tiles than apps that are looked over.
    @Test func appsWithoutATileAreLookedOverToo() async throws {
        try await TestConsole.run { console in
            let names = (0...OverviewHomePage.limit).map { "App\(100 + $0)" }
            for name in names { try await console.makeApp(name) }
            let ends = [names[0], names[names.count - 1]].map { $0.lowercased() }
            let now = console.clock.now
            try await console.server.database.write { connection in
                for app in ends {
                    try connection.run(
                        """
                        INSERT INTO switch_draft (app_id, switch_key, definition, revision, edited_at, account, edited_by)
                        VALUES (\(app), 'new.home', NULL, 1, \(now), 'a', 'a')
                        """
                    )
                }
            }
            let all = try await console.api(.get, "/attention").json(OverviewAttention.self)
            #expect(Set(all.waiting.items.map(\.app)) == Set(ends))
            let page = try await console.page("/").text
            for app in ends { #expect(page.contains(#"href="/apps/\#(app)/switches/publication""#), "\(app)") }
        }
    }

    private struct Made: Decodable {
        let token: String
    }

    /// The gravest six are seen at once, the others of a hundred are folded below them.
    @Test func aCardShowsSixAndFoldsTheRest() throws {
        let writer = Self.writer(try TestConsole.views.get().catalogue[.chinese], now)
        func card(_ count: Int) -> OverviewCards.Card {
            let tallies = (0..<count).map { AppTally(app: "a\($0)", count: 1, id: "x", title: "X", at: Date(timeIntervalSince1970: 0)) }
            let waiting = OverviewAttention.Signs(tallies.map { OverviewSign(.feedback, $0, list: "feedback") })
            return writer.cards(OverviewAttention(wrong: .init([]), changed: .init(count: 0, items: []), waiting: waiting), all: "/changes").waiting
        }
        let (few, some, many) = (card(6), card(9), card(120))
        #expect((few.count, few.rows.count, few.rest.count, few.more) == (6, 6, 0, nil))
        #expect((some.count, some.rows.count, some.rest.count, some.more) == (9, 6, 3, nil))
        #expect((many.count, many.rows.count, many.restCount, many.more) == (120, 6, 94, 20))
    }

    @Test func everyKindHasItsSentenceInBothLanguages() throws {
        let catalogue = try TestConsole.views.get().catalogue
        for language in Language.allCases {
            let writer = Self.writer(catalogue[language], now)
            for kind in OverviewSign.Kind.allCases {
                for count in [1, 2] {
                    let tally = AppTally(app: "demo", count: count, id: "x", title: "X", at: Date(timeIntervalSince1970: TimeInterval(now + 86_400)))
                    let signs = OverviewAttention.Signs([OverviewSign(kind, tally, list: "list")])
                    let none = OverviewAttention.Signs([])
                    let cards = writer.cards(OverviewAttention(wrong: signs, changed: .init(count: 0, items: []), waiting: none), all: "/changes")
                    let row = try #require(cards.wrong.rows.first)
                    #expect(!row.title.hasPrefix("overview.") && !row.detail.hasPrefix("overview."), "\(kind)")
                    #expect(!row.title.contains("{{") && !row.detail.contains("{{"), "\(kind)")
                }
            }
        }
    }

    private static func writer(_ words: Catalogue.Words, _ seconds: Int) -> OverviewAttentionWriter {
        let now = Date(timeIntervalSince1970: TimeInterval(seconds))
        let formatter = ReaderFormatter(words: words, zone: .gmt, now: now)
        return OverviewAttentionWriter(words: words, formatter: formatter, now: now, apps: AppIndex(), ofAll: false)
    }

    // MARK: what there is to find

    /// Rows as the rooms write them.
    private static func fill(_ database: Database, at now: Date) async throws {
        try await database.write { connection in
            try halted(connection, now)
            try asked(connection, now)
            for number in 1...3 { try feedback(number, number == 3 ? "answered" : "new", connection, now) }
            try connection.run(
                """
                INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version,
                    last_version, reports, devices, users, created_at)
                VALUES ('demo', 'g1', 'ios', 'Boom for 13812345678', '', '', 0, 'open', \(now), \(now), '1.0', '1.0', 3, 2, 1, \(now)),
                    ('demo', 'g2', 'ios', 'Known', '', '', 0, 'resolved', \(now), \(now), '1.0', '1.0', 3, 2, 1, \(now))
                """
            )
            try connection.run(
                """
                INSERT INTO switch_draft (app_id, switch_key, definition, revision, edited_at, account, edited_by)
                VALUES ('demo', 'new.home', NULL, 1, \(now), 'a', 'a')
                """
            )
            try connection.run(
                """
                INSERT INTO job (id, kind, app_id, payload, state, attempts, most_attempts, run_at, holder, token, lease_until, progress, step,
                    created_at, created_by, finished_at)
                VALUES ('j1', 'package.write', 'demo', '{}', 'failed', 3, 3, \(now), '', 1, 0, 0, '', \(now), 'a', \(now))
                """
            )
            try connection.run(
                """
                INSERT INTO alert_delivery (app_id, id, alert_id, channel_id, channel_name, kind, title, body, state, created_at, attempts, tries,
                    most_tries, finished_at, readers)
                VALUES ('demo', 'd1', 'a1', 'c1', 'hook', 'webhook', 't', 'b', 'failed', \(now), 8, 8, 8, \(now), 'viewers'),
                    ('demo', 'd2', 'a1', 'c1', 'hook', 'webhook', 't', 'b', 'delivered', \(now), 1, 1, 8, \(now), 'viewers'),
                    ('demo', 'd3', '', 'c1', 'hook', 'webhook', 't', 'b', 'failed', \(now), 8, 8, 8, \(now), 'console')
                """
            )
        }
        let seconds = Int(now.timeIntervalSince1970)
        try await database.count(seconds - 600, crashes: 5, actives: 1_000, version: "1.0")
        try await database.count(seconds - 600, crashes: 50, actives: 1_000, version: "1.1")
    }

    private static func halted(_ connection: Connection, _ now: Date) throws {
        try release("h4", 4, "halted", connection, now)
        try release("h5", 5, "draft", connection, now)
        try connection.run(
            """
            INSERT INTO hotpatch_event (app_id, release_id, number, kind, at, by_name, note) VALUES ('demo', 'h4', 1, 'halt', \(now), 'console', '')
            """
        )
    }

    private static func release(_ id: String, _ number: Int, _ state: String, _ connection: Connection, _ now: Date) throws {
        let script = String(repeating: "0", count: 64)
        try connection.run(
            """
            INSERT INTO hotpatch_release (app_id, id, platform, number, target_versions, replaced, note, buckets, most_buckets, rules, format, run_at,
                guard, script, script_name, script_size, language, salt, state, revision, created_at, created_by, published_at, public_url, finding)
            VALUES ('demo', \(id), 'ios', \(number), '[]', '[]', '', 100, 100, '[]', 2, 'now', 'halt', \(script), 'a.lua', 3, 'lua', 's', \(state), 1,
                \(now), 'a', \(now), '', '{}')
            """
        )
    }

    private static func asked(_ connection: Connection, _ now: Date) throws {
        try connection.run(
            """
            INSERT INTO hotpatch_approval (app_id, release_id, number, kind, buckets, revision, state, asked_at, asked_id, asked_by, decided_by, reason)
            VALUES ('demo', 'h5', 1, 'publication', 100, 1, 'asked', \(now), 'a', 'a', '', '')
            """
        )
    }

    private static func feedback(_ number: Int, _ state: String, _ connection: Connection, _ now: Date) throws {
        try connection.run(
            """
            INSERT INTO feedback (app_id, id, created_at, state, changed_at, content, contact, mobile, user_id, device, platform, version, os_version,
                model, tags, images)
            VALUES ('demo', \("f\(number)"), \(now), \(state), \(now), 'text', '', '', '', '', 'ios', '1.0', '', '', '[]', 0)
            """
        )
    }
}
