import Storage

/// The deltas of many uploads of one app's platform, added up, so that each key is written once.
struct TelemetryTotals {
    var minutes: [Minute: Activity] = [:]
    var startups: [Startup: TelemetryHistogram] = [:]
    var calls: [Call: Calls] = [:]
    var devices: [String: Device] = [:]
    var quarantine: [Quarantine: Int] = [:]
    var sessions: [SessionHour: TelemetryReduction.Session] = [:]
    var sessionDevices: [SessionDay: Bool] = [:]

    struct Minute: Hashable, Comparable {
        let minute: Int
        let version: String

        static func < (one: Self, other: Self) -> Bool { (one.minute, one.version) < (other.minute, other.version) }
    }

    struct Activity {
        var actives = 0
        var crashes = 0
    }

    struct Startup: Hashable, Comparable {
        let quarter: Int
        let version: String
        let isFirst: Bool

        static func < (one: Self, other: Self) -> Bool {
            (one.quarter, one.version, one.isFirst ? 1 : 0) < (other.quarter, other.version, other.isFirst ? 1 : 0)
        }
    }

    struct Call: Hashable, Comparable {
        let quarter: Int
        let version: String
        let operation: String

        static func < (one: Self, other: Self) -> Bool {
            (one.quarter, one.version, one.operation) < (other.quarter, other.version, other.operation)
        }
    }

    struct Calls {
        var calls = 0
        var errors = 0
        var milliseconds = 0
        var requestBytes = 0
        var responseBytes = 0
        var durations = TelemetryHistogram()
    }

    /// What the newest line said of a device.
    struct Device {
        var row: TelemetryReduction.DeviceDay
        var firstDay: Int
        var lastDay: Int
    }

    struct Quarantine: Hashable, Comparable {
        let day: Int
        let reason: String

        static func < (one: Self, other: Self) -> Bool { (one.day, one.reason) < (other.day, other.reason) }
    }

    mutating func add(_ entry: TelemetryEntry) {
        let reduction = entry.reduction
        for minute in reduction.minutes { add(minute) }
        for startup in reduction.startups { startups[Startup(startup), default: TelemetryHistogram()].add(startup.durations) }
        for call in reduction.rpcs { add(call) }
        for device in reduction.devices { add(device) }
        addSessions(reduction)
        guard !reduction.rejections.isEmpty else { return }
        let day = entry.upload.zone.day(at: entry.upload.receivedAt / 1_000)
        for (reason, lines) in reduction.rejections { quarantine[Quarantine(day: day, reason: reason.rawValue), default: 0] += lines }
    }

    /// A minute in which nothing was counted that a table holds makes no row.
    private mutating func add(_ minute: TelemetryReduction.Minute) {
        guard minute.actives > 0 || minute.crashes > 0 else { return }
        let key = Minute(minute: minute.minute, version: minute.version)
        minutes[key, default: Activity()].add(Activity(actives: minute.actives, crashes: minute.crashes))
    }

    private mutating func add(_ call: TelemetryReduction.RemoteCall) {
        calls[Call(call), default: Calls()].add(call)
    }

    private mutating func add(_ row: TelemetryReduction.DeviceDay) {
        guard var device = devices[row.device] else {
            devices[row.device] = Device(row: row, firstDay: row.day, lastDay: row.day)
            return
        }
        if row.newest >= device.row.newest { device.row = row }
        device.firstDay = min(device.firstDay, row.day)
        device.lastDay = max(device.lastDay, row.day)
        devices[row.device] = device
    }
}

extension TelemetryTotals.Activity {
    mutating func add(_ other: Self) {
        actives += other.actives
        crashes += other.crashes
    }
}

extension TelemetryTotals.Startup {
    init(_ startup: TelemetryReduction.Startup) {
        self.init(quarter: startup.quarter, version: startup.version, isFirst: startup.isFirst)
    }
}

extension TelemetryTotals.Call {
    init(_ call: TelemetryReduction.RemoteCall) {
        self.init(quarter: call.quarter, version: call.version, operation: call.operation)
    }
}

extension TelemetryTotals.Calls {
    mutating func add(_ call: TelemetryReduction.RemoteCall) {
        calls += call.calls
        errors += call.errors
        milliseconds += call.milliseconds
        requestBytes += call.requestBytes
        responseBytes += call.responseBytes
        durations.add(call.durations)
    }
}

extension TelemetryTotals {
    /// The same by quarter hour: what pages read for ranges of more than a day or two.
    var quarters: [Minute: Activity] {
        minutes.reduce(into: [:]) { quarters, minute in
            quarters[Minute(minute: minute.key.minute / 15, version: minute.key.version), default: Activity()].add(minute.value)
        }
    }
}

/// Whose roll-ups.
struct TelemetryOwner: Hashable, Comparable {
    let app: String
    let platform: Platform

    static func < (one: Self, other: Self) -> Bool {
        (one.app, one.platform.rawValue) < (other.app, other.platform.rawValue)
    }
}

/// The totals of a group, by owner.
struct TelemetryOwnedTotals {
    private let all: [(owner: TelemetryOwner, totals: TelemetryTotals)]

    init(_ entries: [TelemetryEntry]) {
        all = Dictionary(grouping: entries) { TelemetryOwner(app: $0.app, platform: $0.platform) }.sorted { $0.key < $1.key }.map { owner, entries in
            (owner, entries.reduce(into: TelemetryTotals()) { $0.add($1) })
        }
    }

    /// The rows of a table.
    func rows(_ make: (TelemetryOwner, TelemetryTotals) -> [[SQLValue]]) -> [[SQLValue]] {
        all.flatMap { make($0.owner, $0.totals) }
    }
}
