/// An event of a Sentry SDK.
enum CrashSummarySentry {
    /// nil for what is no event, or cannot be read.
    static func read(_ report: [UInt8]) -> CrashFindings? {
        guard report.count <= longest, let start = report.firstIndex(where: { $0 > 0x20 }), CrashSentry.isEvent(report, from: start) else {
            return nil
        }
        return (try? CrashSentry.read(report, from: start, limits: .list)).map(findings)
    }

    private static let longest = 4 * 1024 * 1024

    private static func findings(_ report: CrashReport) -> CrashFindings {
        var inApp = CrashInApp(report, .standard)
        let main = CrashMainException.index(of: report, &inApp)
        var findings = CrashFindings(format: .sentry)
        findings.type = main.map { report.thrown[$0].type } ?? report.exception.name
        findings.reason = CrashReason.of(report, main)
        let stack = stack(report, main)
        let own = Array(stack.lazy.filter { inApp.isInApp($0) }.prefix(most))
        findings.frames = (own.isEmpty ? Array(stack.prefix(most)) : own).map { frame($0, isInApp: !own.isEmpty) }
        findings.time = report.time
        findings.circumstances = CrashCircumstances(report)
        findings.isHandled = report.event?.isHandled ?? false
        return findings
    }

    /// More frames are not looked at by what a list shows.
    private static let most = 8

    private static func frame(_ frame: CrashReport.Frame, isInApp: Bool) -> CrashFrame {
        CrashFrame(name: CrashSymbolName.of(frame, .sentry), key: CrashSymbolKey.of(frame, isInApp: true) ?? "", isInApp: isInApp)
    }

    private static func stack(_ report: CrashReport, _ main: Int?) -> [CrashReport.Frame] {
        let thrown = main.map { CrashMainException.stack(of: $0, report, most: CrashFrame.most) } ?? []
        guard thrown.isEmpty else { return thrown }
        return Array((report.crashedThread ?? report.threads.first)?.frames.prefix(CrashFrame.most) ?? [])
    }
}
