import Formats

/// What a line says of sessions, in its extras: `sessions=<begun>.<ended>.<crashed>.<abnormal>.<errored>`, and `started=` in ms since 1970, as the
/// Sentry door writes it.
struct TelemetrySessionChange: Equatable {
    var begun = 0
    var ended = 0
    var crashed = 0
    var abnormal = 0
    var errored = 0
    /// When they began; nil when the line does not say.
    var started: Int?

    /// The most sessions of one line, so that sums cannot overflow.
    private static let most = 1_000_000

    /// nil for a line that says nothing of sessions.
    init?(_ line: borrowing LogLine) {
        guard let slice = line.extra("sessions") else { return nil }
        let numbers = line.string(slice).split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 5, numbers.allSatisfy({ $0.map((0...Self.most).contains) ?? false }) else { return nil }
        let counts = numbers.compactMap(\.self)
        (begun, ended, crashed, abnormal, errored) = (counts[0], counts[1], counts[2], counts[3], counts[4])
        started = line.extra("started").flatMap { line.number($0) }
    }
}

extension TelemetryReduction {
    /// What became of sessions of one version that began during one hour. Each counts once as begun, and once as ended.
    public struct Session: Sendable, Equatable {
        public var version: String
        /// Hours since 1970-01-01T00:00Z.
        public var hour: Int
        public var begun = 0
        public var ended = 0
        public var crashed = 0
        /// Ended without the app's doing.
        public var abnormal = 0
        /// Ended well, after errors that the app noticed.
        public var errored = 0
    }

    /// A device (or a user, as the sender tells them apart) that had a session on a day.
    public struct SessionDevice: Sendable, Equatable {
        public var day: Int
        public var device: String
        public var version: String
        public var hasCrashed = false
    }
}

/// The sessions of one upload, as numbers of words until the end.
struct TelemetrySessions {
    private var cells = TelemetryCells<(version: Int, count: TelemetryReduction.Session)>()
    private var devices = TelemetryCells<(day: Int, device: Int, version: Int, hasCrashed: Bool)>()

    mutating func add(
        _ change: TelemetrySessionChange,
        _ line: borrowing LogLine,
        _ moment: TelemetryMoment,
        _ upload: TelemetryUpload,
        version: Int,
        _ words: inout TelemetryWords
    ) {
        // Crashed ones are held against those that began with them.
        let start = change.started.flatMap { upload.rejection(at: $0) == nil ? $0 : nil } ?? moment.time
        let cell = cells.index(start / 3_600_000, version) { (version, .init(version: "", hour: start / 3_600_000)) }
        cells.values[cell].count.add(change)
        let device = words.devices.word(line.slice(.device), in: line)
        guard device > 0 || !words.devices[0].isEmpty else { return }
        let day = upload.zone.day(at: start / 1_000)
        let place = devices.index(day, device, version) { (day, device, version, false) }
        if change.crashed > 0 { devices.values[place].hasCrashed = true }
    }

    func rows(_ words: TelemetryWords) -> [TelemetryReduction.Session] {
        cells.values.map { cell in
            var count = cell.count
            count.version = words.versions[cell.version]
            return count
        }.sorted { ($0.version, $0.hour) < ($1.version, $1.hour) }
    }

    func deviceRows(_ words: TelemetryWords) -> [TelemetryReduction.SessionDevice] {
        devices.values.map { cell in
            .init(day: cell.day, device: words.devices[cell.device], version: words.versions[cell.version], hasCrashed: cell.hasCrashed)
        }.sorted { ($0.day, $0.device, $0.version) < ($1.day, $1.device, $1.version) }
    }
}

extension TelemetryReduction.Session {
    fileprivate mutating func add(_ change: TelemetrySessionChange) {
        begun += change.begun
        ended += change.ended
        crashed += change.crashed
        abnormal += change.abnormal
        errored += change.errored
    }
}
