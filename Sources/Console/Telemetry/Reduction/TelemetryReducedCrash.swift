import Formats

extension TelemetryReduction {
    /// A crash report that came alone: text, `.ips` or `.plcrash` (`POST /loggw/crash.do`), or an event of a Sentry SDK, perhaps in its envelope.
    ///
    /// Its time is the report's own; the time it was received when the report names none, or one that a log line could not have either
    /// (a clock so wrong would put the crash where nobody looks; the report keeps what it said).
    public init(crashReport body: [UInt8], of upload: TelemetryUpload) {
        let report = SentryEnvelope.onlyEvent(in: body) ?? body
        let summary = CrashSummary(report)
        var crash = Crash(report, summary, at: upload.receivedAt)
        if let time = summary.time, upload.rejection(at: time) == nil { crash.time = time }
        crash.describe(summary, upload)
        self.init(crash, TelemetryMoments.moment(seconds: crash.time / 1000, upload))
    }

    private init(_ crash: Crash, _ moment: TelemetryMoment) {
        accepted = 1
        times = crash.time...crash.time
        minutes = [Minute(version: crash.version, minute: moment.minute, lines: 1, crashes: crash.isHandled ? 0 : 1)]
        crashes = [crash]
        guard !crash.device.isEmpty else { return }
        devices = [DeviceDay(crash, day: moment.day)]
    }
}

extension TelemetryReduction.DeviceDay {
    fileprivate init(_ crash: TelemetryReduction.Crash, day: Int) {
        self.day = day
        device = crash.device
        user = crash.user
        version = crash.version
        model = crash.model
        osVersion = crash.osVersion
        channel = crash.channel
        newest = crash.time
        lines = 1
        crashes = crash.isHandled ? 0 : 1
    }
}

extension TelemetryReduction.Crash {
    init(_ report: [UInt8], _ summary: CrashSummary, at time: Int) {
        self.init(
            time: time,
            title: summary.title,
            culprit: summary.culprit,
            type: summary.type,
            fingerprint: Self.hex(summary.fingerprint),
            format: summary.format,
            report: report
        )
        isHandled = summary.isHandled
    }

    private static func hex(_ fingerprint: UInt64) -> String {
        let digits = String(fingerprint, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    /// Fills in what a crash line says beside its report.
    mutating func describe(_ line: borrowing LogLine) {
        model = text(.model, line)
        osVersion = text(.osVersion, line)
        network = text(.network, line)
        channel = text(.channel, line)
        hotpatch = text(.hotpatch, line)
        page = text(.page, line)
        thread = text(.thread, line)
        process = text(.process, line)
        kind = text(.runtime, line)
        session = text(.session, line)
    }

    private func text(_ field: LogField, _ line: borrowing LogLine) -> String {
        line.string(field).map(Self.stored) ?? ""
    }

    /// At most 128 characters and no control characters, which PostgreSQL (NUL) and a page's line could not show.
    private static func stored(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.lazy.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(128)))
    }

    /// Fills in what headers and report say, for a report without a line.
    mutating func describe(_ summary: CrashSummary, _ upload: TelemetryUpload) {
        let found = summary.circumstances
        version = [upload.version ?? "", found.version].first(where: TelemetryWords.versionRule.allows) ?? ""
        device = upload.device.flatMap { LogWords.Rule.device.allows($0) ? $0 : nil } ?? ""
        user = upload.user.flatMap { TelemetryWords.userRule.allows($0) ? $0 : nil } ?? ""
        model = Self.stored(found.model)
        osVersion = Self.stored(found.osVersion)
        process = Self.stored(found.process)
        thread = Self.stored(found.thread)
        isForeground = found.isForeground
        page = Self.stored(found.page)
        channel = Self.stored(found.channel)
        kind = Self.stored(found.runtime.isEmpty ? Self.runtime(summary.format) : found.runtime)
    }

    private static func runtime(_ format: CrashSummary.Format) -> String {
        switch format {
        // These say it themselves.
        case .unknown, .sentry, .harmony: ""
        case .java: "java"
        default: "native"
        }
    }
}
