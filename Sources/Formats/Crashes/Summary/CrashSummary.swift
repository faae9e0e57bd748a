/// What a list shows of a crash report, read cheaply from the first ``longestRead`` bytes (of JSON, which has no beginning worth reading, from
/// all of up to 4 MiB).
///
/// It never fails: of a report it cannot read it keeps the first line. Full reading and symbolication are the crash reader's trade.
public struct CrashSummary: Sendable, Equatable {
    public typealias Format = CrashFormat

    /// Bytes of a text that are looked at.
    static let longestRead = 512 * 1024

    /// As its first lines tell.
    public let format: Format
    /// The exception's type or signal, as `EXC_BAD_ACCESS (SIGSEGV)` or `java.lang.IllegalStateException`; empty when unknown; ≤ 200 characters.
    public let type: String
    /// The message, on one line; empty when there is none; ≤ 300 characters.
    public let reason: String
    /// The topmost frame that looks like the app's own, else the topmost; empty when there are no frames; ≤ 200 characters.
    public let culprit: String
    /// Equal for crashes of the same type in the same places, whatever addresses, line numbers and messages they carry. Stable: it is stored.
    public let fingerprint: UInt64
    /// When it happened, in milliseconds since 1970-01-01T00:00Z; nil when the report does not say.
    public let time: Int?
    /// What the report says of the app and the device it ran on.
    public let circumstances: CrashCircumstances
    /// Whether somebody caught what was thrown, or nothing was: then nothing crashed.
    public let isHandled: Bool

    /// Type and reason on one line; empty when the report says neither.
    public var title: String {
        [type, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// - Parameter report: the report's bytes as uploaded, escapes decoded.
    public init(_ report: [UInt8]) {
        let findings = CrashFindings(report)
        format = findings.format
        type = findings.type.oneLine(limit: 200)
        reason = findings.reason.oneLine(limit: 300)
        culprit = findings.culprit.oneLine(limit: 200)
        fingerprint = CrashFingerprint.of(findings)
        time = findings.time
        circumstances = findings.circumstances
        isHandled = findings.isHandled
    }

    /// What a list shows of a report that was read whole.
    /// - Parameter report: nil for what cannot be read.
    public init(_ group: CrashKey, of report: CrashReport?) {
        format = report?.format ?? .unknown
        (type, reason, culprit) = (group.type, group.reason, group.culprit)
        fingerprint = group.fingerprint
        time = report?.time
        circumstances = report.map(CrashCircumstances.init) ?? CrashCircumstances()
        isHandled = report?.event?.isHandled ?? false
    }
}

/// What a report says of where it happened; empty when unknown. A crash that comes without a log line has no other source.
public struct CrashCircumstances: Sendable, Equatable {
    /// The process's name.
    public var process = ""
    /// Number or name of the crashed thread.
    public var thread = ""
    /// Of the app.
    public var version = ""
    /// Of the device, such as `iPhone14,2`.
    public var model = ""
    /// As the report writes it, such as `iPhone OS 17.5 (21F79)`.
    public var osVersion = ""
    /// Whether people saw the app; nil where the report does not say.
    public var isForeground: Bool?
    /// Where in the app.
    public var page = ""
    /// Which of several kinds of installations, such as `production`.
    public var channel = ""
    /// What wrote the report: `java`, `native`, or another word of Sentry's.
    public var runtime = ""
}

extension CrashCircumstances {
    init(_ report: CrashReport) {
        process = report.app.process
        version = report.app.version
        model = report.device.model
        osVersion = report.device.system
        isForeground = report.isForeground
        page = report.event?.transaction ?? ""
        channel = report.event?.environment ?? ""
        runtime = Self.runtime(report)
        guard let crashed = report.crashedThread else { return }
        thread = crashed.name.isEmpty ? String(crashed.number) : crashed.name
    }

    private static func runtime(_ report: CrashReport) -> String {
        switch report.format {
        case .java: "java"
        case .apple, .ips, .plcrash, .tombstone: "native"
        case .harmony: report.thrown.isEmpty ? "native" : "javascript"
        case .unknown: ""
        case .sentry:
            runtime(of: report.event?.platform ?? "")
        }
    }

    /// Several languages are compiled to native code.
    private static func runtime(of platform: String) -> String {
        ["cocoa", "objc", "swift", "c", "native", "rust"].contains(platform) ? "native" : platform
    }
}

extension String {
    /// Control characters and line ends turned into spaces, cut to `limit` Unicode scalars.
    func oneLine(limit: Int) -> String {
        if utf8.count <= limit, utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) { return self }
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            scalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
        }
        return String(scalars)
    }
}
