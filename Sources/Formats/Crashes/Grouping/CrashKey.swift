/// What a report is grouped by, and what a list shows of it.
public struct CrashKey: Sendable, Equatable, Codable {
    public let version: CrashGrouping.Version
    /// Equal for reports of one group, and only compared with those of the same ``version``.
    public let fingerprint: UInt64
    /// The exception's type or signal, as `java.lang.IllegalStateException` or `EXC_BAD_ACCESS (SIGSEGV)`; empty when unknown; ≤ 200 characters.
    public let type: String
    /// The message, on one line; empty when there is none; ≤ 300 characters.
    public let reason: String
    /// The place it is told by; empty when there are no frames; ≤ 200 characters.
    public let culprit: String
    /// Which of ``CrashReport/thrown`` the frames are of; nil for those of the crashed thread.
    public let thrown: Int?
    /// What went into the fingerprint, and what was left out, in the report's order; at most ``mostLines``.
    public let lines: [Line]

    public static let mostLines = 64

    /// Type and reason on one line; empty when the report says neither.
    public var title: String {
        [type, reason].filter { !$0.isEmpty }.joined(separator: ": ")
    }

    /// 16 lower-case hexadecimal digits.
    public var fingerprintText: String { Self.digits(fingerprint) }

    /// The fingerprint of a text, written in the same way.
    public static func fingerprintText(_ text: String) -> String { digits(CrashFingerprint.hash(text)) }

    private static func digits(_ fingerprint: UInt64) -> String {
        let digits = String(fingerprint, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// One thing that was looked at.
    public struct Line: Sendable, Equatable, Codable {
        public var subject: Subject
        /// As the report has it.
        public var text: String
        /// As it was compared, without what changes from report to report; perhaps empty for what was left out.
        public var key: String
        public var word: Word
        /// Its place on the stack, from the innermost call; nil for what is no frame.
        public var frame: Int?

        public var isTaken: Bool { word.isTaken }
    }

    public enum Subject: String, Sendable, Codable, CaseIterable {
        case exception, frame, message
        /// What the app's own tool said.
        case fingerprint
    }

    /// Why a line was taken or left out. The words are stored and looked up in catalogues: they do not change.
    public enum Word: String, Sendable, Codable, CaseIterable {
        /// Taken: what kind of crash it is.
        case type
        /// Taken: a frame of the app.
        case inApp
        /// Taken: a frame of the system, as the app has none on this stack.
        case system
        /// Taken: the message, as there are no frames to tell it by.
        case message
        /// Taken: the app itself said what its report is grouped by.
        case told
        /// Left out: another exception in the chain tells the cause.
        case wrapper
        /// Left out: a frame of the system, or of a library that reports crashes.
        case notInApp
        /// Left out: how the exception was thrown or the process ended itself, or what was called in consequence.
        case throwing
        /// Left out: how every app is started.
        case entry
        /// Left out: a repetition of the frames above.
        case recursion
        /// Left out: no name and no place in a library.
        case unknown
        /// Left out: the frames above tell enough.
        case beyond
        /// Left out: the frames tell it better than the message.
        case hasFrames
        /// Left out: the app itself said what its report is grouped by.
        case overruled

        public var isTaken: Bool {
            switch self {
            case .type, .inApp, .system, .message, .told: true
            case .overruled, .wrapper, .notInApp, .throwing, .entry, .recursion, .unknown, .beyond, .hasFrames: false
            }
        }
    }
}

extension CrashKey {
    /// - Parameter lines: all of them; the fingerprint is made of those that are taken.
    init(
        _ version: CrashGrouping.Version,
        type: String,
        reason: String,
        culprit: String,
        thrown: Int? = nil,
        lines: [Line]
    ) {
        let taken = lines.filter(\.isTaken).map { "\($0.subject.rawValue) \($0.key)" }
        self.init(
            version,
            fingerprint: CrashFingerprint.hash((["\(version.rawValue)"] + taken).joined(separator: "\n")),
            type: type,
            reason: reason,
            culprit: culprit,
            thrown: thrown,
            lines: lines
        )
    }

    private init(
        _ version: CrashGrouping.Version,
        fingerprint: UInt64,
        type: String,
        reason: String,
        culprit: String,
        thrown: Int?,
        lines: [Line]
    ) {
        self.version = version
        self.fingerprint = fingerprint
        self.type = type.oneLine(limit: 200)
        self.reason = reason.oneLine(limit: 300)
        self.culprit = culprit.oneLine(limit: 200)
        self.thrown = thrown
        self.lines = Array(lines.prefix(Self.mostLines)).map(\.shown)
    }

    /// What the first version found.
    init(first findings: CrashFindings) {
        self.init(
            .first,
            fingerprint: CrashFingerprint.of(findings),
            type: findings.type,
            reason: findings.reason,
            culprit: findings.culprit,
            thrown: nil,
            lines: CrashFingerprint.lines(findings)
        )
    }

    /// Of bytes that are no report: by their first line. Files that are no text have none.
    init(unread bytes: [UInt8]) {
        let lines = bytes.prefix(4096).split { $0 == 0x0A || $0 == 0x0D }.map { CrashNames.make($0)[...].utf8.trimmed.text }
        let isText = !bytes.starts(with: CrashPLCrash.magic) && bytes.first.map { $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D } ?? false
        let reason = isText ? lines.first { !$0.isEmpty } ?? "" : ""
        let line = Line(subject: .message, text: reason, key: CrashMessageKey.of(reason), word: .message)
        self.init(.second, type: "", reason: reason, culprit: "", lines: [line])
    }
}

extension CrashKey.Line {
    /// Short enough for a page.
    fileprivate var shown: CrashKey.Line {
        var line = self
        line.text = text.oneLine(limit: 300)
        line.key = key.oneLine(limit: 300)
        return line
    }
}
