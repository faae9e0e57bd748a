import Foundation
import Storage
import Web

extension Connection {
    func insertAlertDelivery(_ new: NewAlertDelivery, of app: String, at time: Date, next: Date) throws {
        try run(
            """
            INSERT INTO alert_delivery (app_id, id, alert_id, change_id, readers, channel_id, channel_name, kind, title, body, state, created_at,
                attempts, tries, most_tries, next_at)
            VALUES (\(app), \(new.id), \(new.alert), \(new.change), \(new.readers), \(new.channel.id), \(new.channel.name),
                \(new.channel.kind), \(new.title), \(new.body), \(AlertDeliveryState.waiting), \(time), 0, 0, \(new.mostTries), \(next))
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
        SELECT id, alert_id, change_id, readers, channel_id, channel_name, kind, title, state, created_at, attempts, next_at, finished_at, problem
        FROM alert_delivery
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
}

/// What to look for in the log of deliveries.
struct AlertDeliveryFilter: Sendable {
    var channel: String?
    var state: AlertDeliveryState?
    var about: AlertDeliverySubject?
    var readers = AlertReaders.allCases

    fileprivate func condition(_ app: String) -> SQL {
        let asked: [SQL?] = [channel.map { "channel_id = \($0)" }, state.map { "state = \($0)" }, about.map(\.condition)]
        let seen: SQL = readers == AlertReaders.allCases ? "1 = 1" : "readers IN (\(SQL.list(readers.map(\.rawValue))))"
        return .all(["app_id = \(app)", seen] + asked.compactMap { $0 })
    }
}

extension AlertDeliverySubject {
    fileprivate var condition: SQL {
        switch self {
        case .alert: "alert_id <> ''"
        case .change: "change_id <> ''"
        case .test: "alert_id = '' AND change_id = ''"
        }
    }
}

extension AlertDelivery {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            alertId: OrNull((try row["alert_id"] as String).orNil),
            changeId: OrNull((try row["change_id"] as String).orNil),
            readers: try row["readers"],
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
