/// What a list shows of a crash report, read cheaply from the first ``longestRead`` bytes (of JSON, which has no beginning worth reading, from
/// all of up to 4 MiB).
///
/// It never fails: of a report it cannot read it keeps the first line. Full reading and symbolication are the crash reader's trade.
public struct CrashSummary: Sendable, Equatable {
    /// How the report is written.
    public enum Format: String, Sendable, Codable {
        /// Apple's text, also as PLCrashReporter writes it.
        case apple
        /// A Java or Kotlin stack trace.
        case java
        /// Android's native tombstone, as text.
        case tombstone
        /// Apple's JSON.
        case ips
        /// PLCrashReporter's binary file, recognised and left to the crash reader.
        case plcrash
        /// Nothing of these.
        case unknown
    }

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
        culprit = (findings.frames.first(where: \.isInApp) ?? findings.frames.first)?.name.oneLine(limit: 200) ?? ""
        fingerprint = CrashFingerprint.of(findings)
        time = findings.time
        circumstances = findings.circumstances
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
}

extension String {
    /// Control characters and line ends turned into spaces, cut to `limit` Unicode scalars.
    fileprivate func oneLine(limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(limit) {
            scalars.append(scalar.value < 0x20 || scalar.value == 0x7F ? " " : scalar)
        }
        return String(scalars)
    }
}
