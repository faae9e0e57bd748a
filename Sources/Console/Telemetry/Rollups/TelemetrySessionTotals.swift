import Storage

/// Sessions, added up and as rows.
extension TelemetryTotals {
    struct SessionHour: Hashable, Comparable {
        let hour: Int
        let version: String

        static func < (one: Self, other: Self) -> Bool { (one.hour, one.version) < (other.hour, other.version) }
    }

    struct SessionDay: Hashable {
        let day: Int
        let version: String
        let device: String
    }

    mutating func addSessions(_ reduction: TelemetryReduction) {
        for session in reduction.sessions {
            sessions[SessionHour(hour: session.hour, version: session.version), default: .init(version: session.version, hour: session.hour)]
                .add(session)
        }
        for row in reduction.sessionDevices {
            let key = SessionDay(day: row.day, version: row.version, device: row.device)
            sessionDevices[key] = (sessionDevices[key] ?? false) || row.hasCrashed
        }
    }

    fileprivate func sessionRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        sessions.sorted { $0.key < $1.key }.map { key, sum in
            [
                .text(owner.app), .integer(key.hour), .text(owner.platform), .text(key.version), .integer(sum.begun), .integer(sum.ended),
                .integer(sum.crashed), .integer(sum.abnormal), .integer(sum.errored),
            ]
        }
    }

    fileprivate func sessionDeviceRows(_ owner: TelemetryOwner) -> [[SQLValue]] {
        sessionDevices.map { key, hasCrashed in
            [.text(owner.app), .integer(key.day), .text(owner.platform), .text(key.version), .text(key.device), .integer(hasCrashed ? 1 : 0)]
        }
    }
}

extension TelemetryReduction.Session {
    fileprivate mutating func add(_ other: Self) {
        begun += other.begun
        ended += other.ended
        crashed += other.crashed
        abnormal += other.abnormal
        errored += other.errored
    }
}

extension Connection {
    func addSessions(_ totals: TelemetryOwnedTotals) throws {
        try add(totals.rows { $1.sessionRows($0) }, to: TelemetryTables.sessionHour)
        try add(totals.rows { $1.sessionDeviceRows($0) }, to: TelemetryTables.sessionDevice)
    }
}

extension TelemetryTables {
    fileprivate static let sessionHour = BulkTable(
        "session_hour",
        [
            .init("app_id", .text), .init("hour", .integer), .init("platform", .text), .init("version", .text), .init("begun", .integer),
            .init("ended", .integer), .init("crashed", .integer), .init("abnormal", .integer), .init("errored", .integer),
        ],
        key: ["app_id", "hour", "platform", "version"],
        conflict: .add(["begun", "ended", "crashed", "abnormal", "errored"])
    )

    fileprivate static let sessionDevice = BulkTable(
        "session_device_day",
        [
            .init("app_id", .text), .init("day", .integer), .init("platform", .text), .init("version", .text), .init("device", .text),
            .init("crashed", .integer),
        ],
        key: ["app_id", "day", "platform", "version", "device"],
        conflict: .replace(["crashed"], when: "excluded.crashed > session_device_day.crashed")
    )
}
