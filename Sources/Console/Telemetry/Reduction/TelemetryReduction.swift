import Formats

/// One upload as what the ledger adds to its tables: plain values, made outside any lock.
///
/// Rules that hold throughout:
/// * An unknown version, user, model, … is the empty string, as in the tables. A platform is not named: one upload is one product id,
///   hence one platform, and whoever asked for the reduction knows it.
/// * Times are milliseconds since 1970-01-01T00:00Z; `minute` and `quarter` (15 minutes) count from the same moment; `day` counts from
///   1970-01-01 on the calendar of the app's zone.
/// * Counts are deltas, to be added to what is stored.
/// * Keys are distinct in their list. `minutes`, `startups` and `rpcs` are sorted by key; `devices` come in order of first appearance
///   (sorting them would cost as much as reading the lines), so sort them before writing where the order of locks matters.
/// * `accepted + rejected` is the number of lines that were not empty.
public struct TelemetryReduction: Sendable, Equatable {
    /// Lines counted.
    public internal(set) var accepted = 0
    /// Lines not counted, by reason; only reasons that occurred.
    public internal(set) var rejections: [LogLineRejection: Int] = [:]
    /// The earliest and the latest time of accepted lines; nil when there are none.
    public internal(set) var times: ClosedRange<Int>?
    public internal(set) var minutes: [Minute] = []
    public internal(set) var devices: [DeviceDay] = []
    public internal(set) var startups: [Startup] = []
    public internal(set) var rpcs: [RemoteCall] = []
    /// Sorted by key, as the next.
    public internal(set) var sessions: [Session] = []
    public internal(set) var sessionDevices: [SessionDevice] = []
    /// In the order of the lines; a crash is also counted in `minutes` and `devices`.
    public internal(set) var crashes: [Crash] = []
    /// The first ``mostQuarantined`` rejected lines; the others are only counted.
    public internal(set) var quarantined: [Quarantined] = []
    /// Of an upload that is watched, in the order of its lines; otherwise none.
    var signs: [Sign] = []

    /// Lines not counted.
    public var rejected: Int { rejections.values.reduce(0, +) }

    /// Rejected lines kept of one upload.
    public static let mostQuarantined = 100
    /// Bytes kept of a rejected line.
    public static let longestQuarantined = 4096

    /// What happened in one version during one minute.
    public struct Minute: Sendable, Equatable {
        public var version: String
        public var minute: Int
        /// All accepted lines.
        public var lines = 0
        /// `reportActive` lines: the denominator of the crash rate.
        public var actives = 0
        /// `login` lines.
        public var logins = 0
        /// `e` lines.
        public var crashes = 0
        /// `time_startup` lines.
        public var launches = 0
    }

    /// One device on one day, apart by version and user: whoever stores devices, users or versions of a day finds each pair here.
    /// Lines that name no device, in field or header, are in no row.
    public struct DeviceDay: Sendable, Equatable {
        public var day: Int
        public var device: String
        public var user: String
        public var version: String
        /// From the newest line of this row.
        public var model: String
        public var osVersion: String
        public var channel: String
        public var newest: Int
        public var lines = 0
        public var actives = 0
        public var crashes = 0
    }

    /// Measured starts of one version during one quarter of an hour.
    public struct Startup: Sendable, Equatable {
        public var version: String
        public var quarter: Int
        /// The first start after installing.
        public var isFirst: Bool
        public var milliseconds = 0
        public var durations = TelemetryHistogram()
    }

    /// Calls of one remote operation from one version during one quarter of an hour.
    public struct RemoteCall: Sendable, Equatable {
        /// The Operation-Type; empty when the line does not say.
        public var operation: String
        public var version: String
        public var quarter: Int
        public var calls = 0
        /// Calls whose line names a code other than 1000.
        public var errors = 0
        public var requestBytes = 0
        public var responseBytes = 0
        public var milliseconds = 0
        public var durations = TelemetryHistogram()
    }

    public struct Crash: Sendable, Equatable {
        public var time: Int
        /// Whether somebody caught it and told us nevertheless: it is grouped as a crash is, and counted as none.
        public var isHandled = false
        /// Of the app's use in which it happened; empty when unknown.
        public var session = ""
        public var device = ""
        public var user = ""
        public var version = ""
        /// nil when the line does not say.
        public var isForeground: Bool?
        public var model = ""
        public var osVersion = ""
        public var network = ""
        public var channel = ""
        public var hotpatch = ""
        public var page = ""
        public var thread = ""
        public var process = ""
        /// The line's own word, `java` or `native`; of a report that came alone, what its format says.
        public var kind = ""
        /// Type and reason, ``Formats/CrashSummary/title``; empty for a report that cannot be read.
        public var title: String
        public var culprit: String
        public var type: String
        /// 16 lower-case hex digits, ``Formats/CrashSummary/fingerprint``.
        public var fingerprint: String
        public var format: CrashSummary.Format
        /// The report as sent, escapes decoded: text, or the bytes of a `.plcrash` file.
        public var report: [UInt8]
    }

    /// What a device did, where somebody watches.
    struct Sign: Sendable, Equatable {
        enum Kind: Sendable, Equatable {
            case active
            case startup(milliseconds: Int)
        }

        var device: String
        var time: Int
        var kind: Kind
    }

    public struct Quarantined: Sendable, Equatable {
        /// The first ``longestQuarantined`` bytes of the line, as received; not necessarily UTF-8.
        public var line: [UInt8]
        public var reason: LogLineRejection
    }
}
