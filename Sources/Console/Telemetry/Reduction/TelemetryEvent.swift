import Formats

/// What a line counts as.
enum TelemetryEvent: Equatable {
    /// `reportActive`: the app came to life or is still alive; with what became of sessions where the line counts them.
    case active(TelemetrySessionChange?)
    /// `session`: what became of sessions that were active before.
    case session(TelemetrySessionChange?)
    case login
    case crash
    case startup(milliseconds: Int)
    case remoteCall(milliseconds: Int)
    /// The app's own event or measure: accepted, kept raw, in no statistic but the number of lines.
    case other
    /// A start or remote call whose milliseconds cannot be read.
    case unreadableMeasure

    var isActive: Bool {
        if case .active = self { true } else { false }
    }

    init(_ line: borrowing LogLine) {
        switch line.kind {
        case .behaviour: self = Self.behaviour(line)
        case .performance: self = Self.performance(line)
        case .crash: self = Self.exception(line)
        }
    }

    private static func behaviour(_ line: borrowing LogLine) -> TelemetryEvent {
        guard let event = line.slice(.event) else { return .other }
        if line.matches(event, "reportActive") { return .active(TelemetrySessionChange(line)) }
        if line.matches(event, "session") { return TelemetrySessionChange(line).map { .session($0) } ?? .other }
        return line.matches(event, "login") ? .login : .other
    }

    private static func performance(_ line: borrowing LogLine) -> TelemetryEvent {
        guard let metric = line.slice(.metric) else { return .other }
        let isStartup = line.matches(metric, "time_startup")
        guard isStartup || line.matches(metric, "rpc") else { return .other }
        guard let milliseconds = line.milliseconds, milliseconds <= longest else { return .unreadableMeasure }
        return isStartup ? .startup(milliseconds: milliseconds) : .remoteCall(milliseconds: milliseconds)
    }

    /// Exceptions have other monitor points than crashes, such as an app that does not respond; one that names none is a crash.
    private static func exception(_ line: borrowing LogLine) -> TelemetryEvent {
        guard let point = line.slice(.monitorPoint) else { return .crash }
        return line.matches(point, "MonitorPoint_Crash") ? .crash : .other
    }

    /// A day: whatever claims to have taken longer is not a duration.
    private static let longest = 86_400_000
}
