/// One frame of the crashed stack, outermost call last.
struct CrashFrame: Equatable {
    /// As shown.
    var name: String
    /// As compared: no addresses, line numbers or compiler-made numbers.
    var key: String
    var isInApp: Bool

    /// Frames kept of a stack.
    static let most = 64
}

/// What the format readers find; ``CrashSummary`` bounds it.
struct CrashFindings {
    var format = CrashSummary.Format.unknown
    var type = ""
    var reason = ""
    var frames: [CrashFrame] = []
    var time: Int?
    var circumstances = CrashCircumstances()
    var isHandled = false

    init(format: CrashSummary.Format) {
        self.format = format
    }

    /// Recognises the format and reads it.
    init(_ report: [UInt8]) {
        if report.starts(with: "plcrash".utf8) {
            self.init(format: .plcrash)
            return
        }
        if let event = CrashSummarySentry.read(report) {
            self = event
            return
        }
        if let findings = CrashSummaryHarmony.read(report) {
            self = findings
            return
        }
        let lines = CrashLines(report)
        self =
            CrashSummaryIPS.read(report) ?? CrashSummaryTombstone.read(lines) ?? CrashSummaryApple.read(lines)
            ?? CrashSummaryJava.read(lines) ?? Self.unread(lines)
    }

    /// The topmost frame that looks like the app's own, else the topmost; empty when there are no frames.
    var culprit: String {
        (frames.first(where: \.isInApp) ?? frames.first)?.name ?? ""
    }

    private static func unread(_ lines: CrashLines) -> CrashFindings {
        var findings = CrashFindings(format: .unknown)
        findings.reason = lines.all.first { !$0.trimmed.isEmpty }?.trimmed.text ?? ""
        return findings
    }
}
