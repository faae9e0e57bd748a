import Foundation
import Storage

/// What became of deliveries, as figures count it.
enum PushTallyOutcome: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case sent, failed, unknown, skipped, arrived, opened, ignored
}

/// Deliveries that went the same way in the same hour.
struct PushTally: Sendable, Equatable {
    /// When it began.
    let hour: Date
    let outcome: PushTallyOutcome
    /// Why; empty where there is nothing to say.
    let reason: String
    let count: Int
}

extension Connection {
    /// Counts deliveries whose rows changed in this transaction.
    func raisePushTally(_ app: String, _ message: String, _ outcome: PushTallyOutcome, _ reason: String, by count: Int, at time: Date) throws {
        guard count > 0 else { return }
        try run(
            """
            INSERT INTO push_tally (app_id, message_id, hour, outcome, reason, count)
            VALUES (\(app), \(message), \(time.milliseconds / 3_600_000), \(outcome), \(reason), \(count))
            ON CONFLICT (app_id, message_id, hour, outcome, reason) DO UPDATE SET count = push_tally.count + excluded.count
            """
        )
    }

    /// Counts devices that were told of a message, whose rows changed in this transaction.
    func tallyPushed(_ app: String, _ message: String, on platform: Platform, by count: Int, at time: Date) throws {
        guard count > 0 else { return }
        let told = ExposureTally(devices: count, firstAt: time.milliseconds, lastAt: time.milliseconds)
        try tallyExposures([ExposureTally.Key(app: app, .push, subject: message, on: platform): told])
    }

    /// Of a message and of the runs of a repeated one, in order of time.
    func pushTallies(_ app: String, _ message: String) throws -> [PushTally] {
        let runs = try all("SELECT id FROM push_message WHERE app_id = \(app) AND parent_id = \(message) AND kind = 'run'") { try $0[0] as String }
        return try all(
            """
            SELECT hour, outcome, reason, CAST(sum(count) AS BIGINT) FROM push_tally
            WHERE app_id = \(app) AND message_id IN (\(SQL.list([message] + runs)))
            GROUP BY hour, outcome, reason ORDER BY hour, outcome, reason
            """
        ) { row in
            PushTally(hour: Date(milliseconds: (try row[0] as Int) * 3_600_000), outcome: try row[1], reason: try row[2], count: try row[3])
        }
    }

    /// Of several messages, runs or tests; of a repeated message those of its runs.
    func pushFigures(_ app: String, _ messages: [PushMessage]) throws -> [String: PushFigures] {
        let (repeated, single) = (messages.filter(\.isRepeated).map(\.id), messages.filter { !$0.isRepeated }.map(\.id))
        let audiences = try pushRunAudiences(app, repeated)
        let sums = try pushTallySums(app, single).merging(try pushRunSums(app, repeated)) { first, _ in first }
        let figures = messages.map { message in
            let audience = message.isRepeated ? audiences[message.id] ?? 0 : message.audience ?? 0
            return (message.id, PushFigures(audience: audience, sums[message.id] ?? [:]))
        }
        return Dictionary(figures) { first, _ in first }
    }

    private func pushTallySums(_ app: String, _ messages: [String]) throws -> [String: [PushTallyOutcome: Int]] {
        try pushSums(
            """
            SELECT message_id, outcome, CAST(sum(count) AS BIGINT) FROM push_tally
            WHERE app_id = \(app) AND message_id IN (\(SQL.list(messages))) GROUP BY message_id, outcome
            """
        )
    }

    /// In this order: without statistics SQLite would begin with all tallies of the app.
    private func pushRunSums(_ app: String, _ messages: [String]) throws -> [String: [PushTallyOutcome: Int]] {
        try pushSums(
            """
            SELECT m.parent_id, t.outcome, CAST(sum(t.count) AS BIGINT) FROM push_message m CROSS JOIN push_tally t
            WHERE m.app_id = \(app) AND m.parent_id IN (\(SQL.list(messages))) AND m.kind = 'run'
                AND t.app_id = m.app_id AND t.message_id = m.id
            GROUP BY m.parent_id, t.outcome
            """
        )
    }

    private func pushSums(_ query: SQL) throws -> [String: [PushTallyOutcome: Int]] {
        let rows = try all(query) { (try $0[0] as String, try $0[1] as PushTallyOutcome, try $0[2] as Int) }
        return rows.reduce(into: [:]) { $0[$1.0, default: [:]][$1.1] = $1.2 }
    }

    private func pushRunAudiences(_ app: String, _ messages: [String]) throws -> [String: Int] {
        let rows = try all(
            """
            SELECT parent_id, CAST(coalesce(sum(audience), 0) AS BIGINT) FROM push_message
            WHERE app_id = \(app) AND kind = 'run' AND parent_id IN (\(SQL.list(messages))) GROUP BY parent_id
            """
        ) { (try $0[0] as String, try $0[1] as Int) }
        return Dictionary(rows) { first, _ in first }
    }
}
