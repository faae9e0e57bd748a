import Foundation
import Signing
import Storage
import TestSupport
import Web

@testable import Console

/// Alerts of one app on a new database, with a clock that tests turn.
struct AlertRoom: Sendable {
    let alerts: Alerts
    let database: Database
    let clock: TestClock
    let app: App

    /// 2026-11-21 12:00 in Shanghai.
    static let noon = Date(timeIntervalSince1970: 1_795_233_600)

    static func run(_ networks: AlertNetworks = .any, _ test: @Sendable (AlertRoom) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "alerts-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { TestDatabase.remove(directory) }
        let clock = TestClock(noon)
        let database = try await TestDatabase.open(in: directory)
        let words = try Server.catalogue(home: TestConsole.home)
        let audit = Audit(clock: clock.clock, tell: AlertChangeOutbox(catalogue: words, publicURL: "https://console.example.com").put)
        let apps = Apps(database: database, secrets: AppSecrets(key: Random.bytes(32)), audit: audit, clock: clock.clock)
        let app = try await apps.create(NewApp(name: "演示", englishName: "Demo", platforms: [.ios, .android]), by: .console)
        let alerts = Alerts(
            database: database,
            apps: apps.index,
            key: Random.bytes(32),
            catalogue: words,
            client: AlertClient(networks: networks),
            publicURL: "https://console.example.com",
            audit: audit,
            clock: clock.clock
        )
        try await test(AlertRoom(alerts: alerts, database: database, clock: clock, app: app))
        try database.close()
    }

    // MARK: making

    @discardableResult
    func rule(
        _ kind: AlertKind,
        percentage: Double? = nil,
        factor: Double? = nil,
        minimum: Int? = nil,
        span: Int? = nil,
        quiet: Int? = nil,
        platform: Platform? = nil,
        version: String? = nil,
        channels: [String] = []
    ) async throws -> AlertRule {
        var draft = AlertRuleDraft(name: kind.rawValue)
        draft.kind = kind
        (draft.percentage, draft.factor, draft.minimum, draft.span) = (percentage, factor, minimum, span)
        (draft.quietMinutes, draft.platform, draft.version, draft.channels) = (quiet, platform, version, channels)
        return try await alerts.add(draft, to: app.id, by: .console)
    }

    func channel(
        _ kind: AlertChannelKind,
        _ url: String,
        secret: String? = nil,
        language: Language = .english,
        changes: [LedgerKind] = [],
        wide: Bool = false
    ) async throws -> AlertChannelMade {
        var draft = AlertChannelDraft(name: "to \(kind.rawValue)")
        (draft.kind, draft.url, draft.secret, draft.language) = (kind, url, secret, language)
        (draft.changes, draft.wide) = (changes, wide)
        return try await alerts.add(draft, to: app.id, by: .console)
    }

    // MARK: what happens

    /// A change, as rooms record them.
    func change(_ action: String, object: String, after: [String: String] = [:]) async throws {
        try await database.write { [alerts, app] connection in
            try alerts.audit.record(connection, by: .console, action, app: app.id, object: object, after: after)
        }
    }

    func group(_ id: String, title: String = "SIGSEGV", platform: Platform = .ios, state: String = "open", firstHour: Int? = nil) async throws {
        let now = clock.now.milliseconds
        let first = firstHour.map { $0 * 3_600_000 } ?? now
        try await database.write { [app] connection in
            try connection.run(
                """
                INSERT INTO crash_group (app_id, id, platform, title, culprit, type, handled, state, first_time, last_time, first_version, last_version,
                    reports, devices, users, created_at)
                VALUES (\(app.id), \(id), \(platform), \(title), '', 'SIGSEGV', 0, \(state), \(first), \(now), '1.0', '1.0', 1, 1, 1, \(now))
                """
            )
        }
    }

    func happening(_ id: String, _ kind: String, group: String, version: String = "1.0") async throws {
        let now = clock.now
        try await database.write { [app] connection in
            try connection.run(
                """
                INSERT INTO crash_happening (app_id, id, at, kind, group_id, version) VALUES (\(app.id), \(id), \(now), \(kind), \(group), \(version))
                """
            )
        }
    }

    /// - Parameter ago: hours.
    func reports(_ count: Int, of group: String, ago: Int = 0, version: String = "1.0") async throws {
        let hour = clock.now.milliseconds / 3_600_000 - ago
        try await database.write { [app] connection in
            try connection.run(
                """
                INSERT INTO crash_group_hour (app_id, group_id, hour, version, reports) VALUES (\(app.id), \(group), \(hour), \(version), \(count))
                ON CONFLICT (app_id, group_id, hour, version) DO UPDATE SET reports = crash_group_hour.reports + excluded.reports
                """
            )
        }
    }

    /// What rules found, oldest first.
    func found() async throws -> [Alert] {
        try await alerts.list(of: app.id, AlertFilter(), try ListPlace(limit: 100, cursor: nil)).items.reversed()
    }

    func deliveries() async throws -> [AlertDelivery] {
        try await alerts.deliveries(of: app.id, AlertDeliveryFilter(), try ListPlace(limit: 100, cursor: nil)).items.reversed()
    }
}
