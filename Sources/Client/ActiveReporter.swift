import Foundation

/// Decides when the app reports that it is in use: at every cold start, and on return to the foreground
/// unless the last report is too recent (mPaaS: `appReportActiveMinIntervalSeconds`).
///
///     var reporter = ActiveReporter()
///     if reporter.shouldReport(.coldStart, at: .now) { log(lines.reportActive(at: .now)) }
public struct ActiveReporter: Sendable {
    /// Why the app is in use now.
    public enum Occasion: Sendable {
        /// The process was started.
        case coldStart
        /// The app came back from the background.
        case foreground
    }

    /// Seconds that must have passed since the last report before a return to the foreground is reported; 0 reports each.
    public let minimumInterval: TimeInterval
    private var lastReport: Date?

    public init(minimumInterval: TimeInterval = 0) {
        self.minimumInterval = minimumInterval
    }

    /// Whether to report now; `true` is remembered as the last report.
    public mutating func shouldReport(_ occasion: Occasion, at time: Date) -> Bool {
        guard occasion == .coldStart || isDue(at: time) else { return false }
        lastReport = time
        return true
    }

    /// A clock that went back tells nothing about the time passed: report rather than stay silent until it has caught up.
    private func isDue(at time: Date) -> Bool {
        guard let lastReport, time >= lastReport else { return true }
        return time.timeIntervalSince(lastReport) >= minimumInterval
    }
}
