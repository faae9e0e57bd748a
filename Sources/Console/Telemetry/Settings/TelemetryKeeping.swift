import Storage
import Web

/// How long what devices sent of an app is kept, in days.
struct TelemetryKeeping: Codable, Sendable, Equatable {
    /// Raw lines: whole days of receipt, in UTC.
    var rawDays = TelemetryRetention.rawDays
    /// Crash reports, by their time; what was counted of them stays.
    var crashDays = 90
    /// Statistics by quarter, hour and day; 0 for ever. Those by minute are always kept for ``TelemetryRetention/rawDays`` days.
    var rollupDays = 400

    static let raw = 1...365
    static let crash = 1...3_650
    /// Shorter than a month there would be less than what pages show by minutes.
    static let rollup = 31...3_650

    /// What is to be changed; the rest stays.
    struct Change: Codable, Sendable {
        var rawDays: Int?
        var crashDays: Int?
        var rollupDays: Int?
    }

    /// Whether something goes that stays under another one.
    func isShorter(than other: TelemetryKeeping) -> Bool {
        func statistics(_ keeping: TelemetryKeeping) -> Int { keeping.rollupDays == 0 ? .max : keeping.rollupDays }
        return rawDays < other.rawDays || crashDays < other.crashDays || statistics(self) < statistics(other)
    }

    /// - Throws: `invalid` with every field that is wrong.
    func changed(_ change: Change) throws -> TelemetryKeeping {
        let new = TelemetryKeeping(
            rawDays: change.rawDays ?? rawDays,
            crashDays: change.crashDays ?? crashDays,
            rollupDays: change.rollupDays ?? rollupDays
        )
        var wrong: [Rejection] = []
        if !Self.raw.contains(new.rawDays) { wrong.append(Self.rejection("rawDays", "telemetry.range", Self.raw)) }
        if !Self.crash.contains(new.crashDays) { wrong.append(Self.rejection("crashDays", "telemetry.range", Self.crash)) }
        if new.rollupDays != 0, !Self.rollup.contains(new.rollupDays) {
            wrong.append(Self.rejection("rollupDays", "telemetry.keeping.rollups.range", Self.rollup))
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return new
    }

    private static func rejection(_ field: String, _ key: String, _ limits: ClosedRange<Int>) -> Rejection {
        Rejection(field, key, ["from": "\(limits.lowerBound)", "to": "\(limits.upperBound)"])
    }

    /// For the audit log.
    var fields: [String: String] { ["rawDays": "\(rawDays)", "crashDays": "\(crashDays)", "rollupDays": "\(rollupDays)"] }
}

extension Telemetry {
    func keeping(of app: App) async throws -> TelemetryKeeping {
        try await database.read { try $0.keepings()[app.id] ?? TelemetryKeeping() }
    }

    /// What is older goes within minutes; what is gone does not come back.
    /// - Parameter mayShorten: whether somebody knows that something goes at once.
    /// - Throws: `invalid` with every field that is wrong.
    func keep(_ change: TelemetryKeeping.Change, of app: App, mayShorten: Bool = true, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let before = try connection.keepings()[app.id] ?? TelemetryKeeping()
            let after = try before.changed(change)
            guard before != after else { return }
            if !mayShorten, after.isShorter(than: before) { throw Problem.invalid("shorten", "telemetry.keeping.shorten") }
            try connection.saveKeeping(after, of: app.id)
            try audit.record(
                connection,
                by: actor,
                "log.keep",
                app: app.id,
                object: app.id,
                before: before.fields.filter { after.fields[$0.key] != $0.value },
                after: after.fields.filter { before.fields[$0.key] != $0.value }
            )
        }
    }
}
