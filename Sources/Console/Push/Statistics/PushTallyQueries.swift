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

    /// Of one message, in order of time.
    func pushTallies(_ app: String, _ message: String) throws -> [PushTally] {
        try all(
            """
            SELECT hour, outcome, reason, count FROM push_tally WHERE app_id = \(app) AND message_id = \(message) ORDER BY hour, outcome, reason
            """
        ) { row in
            PushTally(hour: Date(milliseconds: (try row[0] as Int) * 3_600_000), outcome: try row[1], reason: try row[2], count: try row[3])
        }
    }

    /// Sums of several messages, each by outcome.
    func pushTallySums(_ app: String, _ messages: [String]) throws -> [String: [PushTallyOutcome: Int]] {
        guard !messages.isEmpty else { return [:] }
        var sums: [String: [PushTallyOutcome: Int]] = [:]
        let rows = try all(
            """
            SELECT message_id, outcome, CAST(sum(count) AS BIGINT) FROM push_tally WHERE app_id = \(app) AND message_id IN (\(SQL.list(messages)))
            GROUP BY message_id, outcome
            """
        ) { (try $0[0] as String, try $0[1] as PushTallyOutcome, try $0[2] as Int) }
        for (message, outcome, count) in rows { sums[message, default: [:]][outcome] = count }
        return sums
    }
}
