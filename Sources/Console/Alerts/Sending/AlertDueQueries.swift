import Foundation
import Storage

/// What sending needs of a delivery that waits.
struct AlertDue: Sendable {
    let app: String
    let id: String
    let channel: String
    let kind: AlertChannelKind
    let alert: String
    let change: String
    let readers: AlertReaders
    let body: String
    let attempts: Int
    let tries: Int
    let mostTries: Int

    /// Sent at once, to a channel that is turned off too, and not again.
    var isTest: Bool { alert.isEmpty && change.isEmpty }
}

extension Connection {
    /// What is to be tried now, the longest due first.
    /// - Parameter each: of one channel at most: what waits for one that takes little, or nothing, keeps nobody else waiting.
    func dueAlerts(at time: Date, limit: Int, each: Int) throws -> [AlertDue] {
        try dueAlerts(
            """
            (app_id, id) IN (
                SELECT app_id, id FROM (
                    SELECT app_id, id, next_at, row_number() OVER (PARTITION BY app_id, channel_id ORDER BY next_at, id) AS place
                    FROM alert_delivery WHERE next_at <= \(time)
                ) AS due WHERE place <= \(each) ORDER BY next_at, app_id, id LIMIT \(limit)
            ) ORDER BY next_at, app_id, id
            """
        )
    }

    func dueAlert(_ app: String, _ id: String) throws -> AlertDue? {
        try dueAlerts("app_id = \(app) AND id = \(id) AND next_at IS NOT NULL").first
    }

    private func dueAlerts(_ condition: SQL) throws -> [AlertDue] {
        try all(
            """
            SELECT app_id, id, channel_id, kind, alert_id, change_id, readers, body, attempts, tries, most_tries FROM alert_delivery
            WHERE \(condition)
            """
        ) { row in
            AlertDue(
                app: try row[0],
                id: try row[1],
                channel: try row[2],
                kind: try row[3],
                alert: try row[4],
                change: try row[5],
                readers: try row[6],
                body: try row[7],
                attempts: try row[8],
                tries: try row[9],
                mostTries: try row[10]
            )
        }
    }

    /// Attempts of a channel since a time.
    func countAlertAttempts(_ app: String, channel: String, since time: Date) throws -> Int {
        try value("SELECT count(*) FROM alert_attempt WHERE app_id = \(app) AND channel_id = \(channel) AND at > \(time)") ?? 0
    }

    func insertAlertAttempt(_ due: AlertDue, _ outcome: AlertOutcome, at time: Date) throws {
        try run(
            """
            INSERT INTO alert_attempt (app_id, delivery_id, number, channel_id, at, milliseconds, status, problem, answer)
            VALUES (\(due.app), \(due.id), \(due.attempts + 1), \(due.channel), \(time), \(outcome.milliseconds), \(outcome.status),
                \(outcome.problem?.rawValue ?? ""), \(outcome.answer))
            """
        )
    }

    /// - Parameter next: when it is tried again; nil when it is finished.
    /// - Returns: false when somebody else has tried it meanwhile.
    func moveAlertDelivery(_ due: AlertDue, to state: AlertDeliveryState, _ problem: AlertProblem?, next: Date?, at time: Date) throws -> Bool {
        try run(
            """
            UPDATE alert_delivery SET state = \(state), attempts = attempts + 1, tries = tries + 1, next_at = \(next),
                finished_at = \(next == nil ? time : nil), problem = \(problem?.rawValue ?? "")
            WHERE app_id = \(due.app) AND id = \(due.id) AND attempts = \(due.attempts) AND next_at IS NOT NULL
            """
        ) == 1
    }

    /// Messages about changes to a channel that were given up since a time, but for those that were not to be sent any more.
    func countChangesGivenUp(_ app: String, channel: String, since time: Date) throws -> Int {
        try value(
            """
            SELECT count(*) FROM alert_delivery
            WHERE app_id = \(app) AND channel_id = \(channel) AND change_id <> '' AND state = \(AlertDeliveryState.failed) AND finished_at > \(time)
                AND problem <> \(AlertProblem.narrowed)
            """
        ) ?? 0
    }

    func resendAlertDelivery(_ app: String, _ id: String, at time: Date) throws {
        try run(
            """
            UPDATE alert_delivery SET state = \(AlertDeliveryState.waiting), tries = 0, most_tries = \(AlertSchedule.mostTries), next_at = \(time),
                finished_at = NULL
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }
}
