import Foundation
import Storage
import Web

/// What sending needs of a delivery that waits.
struct AlertDue: Sendable {
    let app: String
    let id: String
    let channel: String
    let kind: AlertChannelKind
    let alert: String
    let body: String
    let attempts: Int
    let tries: Int
    let mostTries: Int
}

extension Connection {
    func insertAlertDelivery(_ new: NewAlertDelivery, of app: String, at time: Date, next: Date) throws {
        try run(
            """
            INSERT INTO alert_delivery (app_id, id, alert_id, channel_id, channel_name, kind, title, body, state, created_at, attempts, tries, most_tries,
                next_at)
            VALUES (\(app), \(new.id), \(new.alert), \(new.channel.id), \(new.channel.name), \(new.channel.kind), \(new.title), \(new.body),
                \(AlertDeliveryState.waiting), \(time), 0, 0, \(new.mostTries), \(next))
            """
        )
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func alertDeliveries(of app: String, _ filter: AlertDeliveryFilter, before last: Cursor?, limit: Int) throws -> [AlertDelivery] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            "\(Self.deliveryColumns) WHERE \(filter.condition(app)) AND \(rest) ORDER BY created_at DESC, id DESC LIMIT \(limit)",
            AlertDelivery.init
        )
    }

    func countAlertDeliveries(of app: String, _ filter: AlertDeliveryFilter) throws -> Int {
        try value("SELECT count(*) FROM alert_delivery WHERE \(filter.condition(app))") ?? 0
    }

    /// Of one alert, in order of their making.
    func alertDeliveries(of alert: String, _ app: String) throws -> [AlertDelivery] {
        try all("\(Self.deliveryColumns) WHERE app_id = \(app) AND alert_id = \(alert) ORDER BY created_at, id", AlertDelivery.init)
    }

    func alertDelivery(_ app: String, _ id: String) throws -> AlertDelivery? {
        try first("\(Self.deliveryColumns) WHERE app_id = \(app) AND id = \(id)", AlertDelivery.init)
    }

    func alertDeliveryBody(_ app: String, _ id: String) throws -> String? {
        try value("SELECT body FROM alert_delivery WHERE app_id = \(app) AND id = \(id)")
    }

    private static var deliveryColumns: SQL {
        """
        SELECT id, alert_id, channel_id, channel_name, kind, title, state, created_at, attempts, next_at, finished_at, problem FROM alert_delivery
        """
    }

    /// Oldest first.
    func alertAttempts(_ app: String, _ delivery: String) throws -> [AlertAttempt] {
        try all(
            """
            SELECT number, at, milliseconds, status, problem, answer FROM alert_attempt WHERE app_id = \(app) AND delivery_id = \(delivery)
            ORDER BY number
            """
        ) { row in
            AlertAttempt(
                number: try row[0],
                at: try row[1],
                milliseconds: try row[2],
                status: OrNull(try row[3]),
                problem: OrNull(AlertProblem(rawValue: try row[4])),
                answer: try row[5]
            )
        }
    }

    // MARK: sending

    /// What is to be tried now, the longest due first.
    func dueAlerts(at time: Date, limit: Int) throws -> [AlertDue] {
        try dueAlerts("next_at <= \(time) ORDER BY next_at, app_id, id LIMIT \(limit)")
    }

    func dueAlert(_ app: String, _ id: String) throws -> AlertDue? {
        try dueAlerts("app_id = \(app) AND id = \(id) AND next_at IS NOT NULL").first
    }

    private func dueAlerts(_ condition: SQL) throws -> [AlertDue] {
        try all(
            "SELECT app_id, id, channel_id, kind, alert_id, body, attempts, tries, most_tries FROM alert_delivery WHERE \(condition)"
        ) { row in
            AlertDue(
                app: try row[0],
                id: try row[1],
                channel: try row[2],
                kind: try row[3],
                alert: try row[4],
                body: try row[5],
                attempts: try row[6],
                tries: try row[7],
                mostTries: try row[8]
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

/// What to look for in the log of deliveries.
struct AlertDeliveryFilter: Sendable {
    var channel: String?
    var state: AlertDeliveryState?

    fileprivate func condition(_ app: String) -> SQL {
        .all(["app_id = \(app)"] + [channel.map { "channel_id = \($0)" }, state.map { "state = \($0)" }].compactMap { $0 })
    }
}

extension AlertDelivery {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            alertId: OrNull((try row["alert_id"] as String).orNil),
            channelId: try row["channel_id"],
            channelName: try row["channel_name"],
            kind: try row["kind"],
            title: try row["title"],
            state: try row["state"],
            createdAt: try row["created_at"],
            attempts: try row["attempts"],
            nextAt: OrNull(try row["next_at"]),
            finishedAt: OrNull(try row["finished_at"]),
            problem: OrNull(AlertProblem(rawValue: try row["problem"]))
        )
    }
}
