import CoreMetrics
import Synchronization

/// Keeps what swift-metrics counts, and writes it in Prometheus' text format 0.0.4.
public final class OperationsMetrics: MetricsFactory {
    private let series = Mutex<[String: [String: Series]]>([:])

    public init() {}

    /// Every metric of the console with its help line; others are not written.
    private static let known: [(name: String, kind: String, help: String)] = [
        ("http_requests_total", "counter", "Requests by route and status class."),
        ("http_request_duration_seconds", "summary", "Time to answer by route."),
        ("telemetry_lines_accepted_total", "counter", "Log lines accepted and durable."),
        ("telemetry_lines_rejected_total", "counter", "Log lines that could not be read."),
        ("telemetry_batches_duplicate_total", "counter", "Uploads that had been counted before."),
        ("telemetry_group_size", "summary", "Uploads written by one commit."),
        ("telemetry_commit_seconds", "summary", "Time of one group commit."),
        ("telemetry_folding_lag_seconds", "gauge", "Age of the oldest upload that no page shows yet."),
        ("telemetry_waiting", "gauge", "Uploads whose senders wait for an answer."),
        ("telemetry_unsealed_chunks", "gauge", "Raw lines' chunks in the database that are not in an object yet."),
        ("telemetry_unsealed_bytes", "gauge", "Their bytes."),
        ("telemetry_unsealed_seconds", "gauge", "Age of the oldest of them."),
        ("telemetry_unindexed_uploads", "gauge", "Uploads that no index of raw lines covers yet."),
        ("telemetry_unindexed_bytes", "gauge", "Their bytes, packed."),
        ("database_connections_busy", "gauge", "Database connections in use."),
        ("database_connections_limit", "gauge", "Database connections there may be."),
        ("database_tasks_waiting", "gauge", "Tasks that wait for a database connection."),
        ("nodes_alive", "gauge", "Nodes on the same database, this one among them."),
        ("jobs_waiting", "gauge", "Background jobs of all nodes that wait."),
        ("jobs_running", "gauge", "Background jobs of all nodes that run."),
        ("jobs_failed", "gauge", "Background jobs of all nodes that failed."),
    ]

    /// All that was counted so far, in the order of ``known``.
    public func text() -> String {
        let series = series.withLock { $0 }
        return Self.known.compactMap { metric in
            guard let found = series[metric.name] else { return nil }
            let lines = found.sorted { $0.key < $1.key }.map { $0.value.lines(metric.name, labels: $0.key) }
            return "# HELP \(metric.name) \(metric.help)\n# TYPE \(metric.name) \(metric.kind)\n" + lines.joined()
        }
        .joined()
    }

    private func series(_ label: String, _ dimensions: [(String, String)], scale: Double = 1, _ form: Series.Form) -> Series {
        let labels = dimensions.map { "\($0.0)=\"\(Self.escape($0.1))\"" }.joined(separator: ",")
        return series.withLock { all in
            if let found = all[label]?[labels] { return found }
            let made = Series(scale: scale, form)
            all[label, default: [:]][labels] = made
            return made
        }
    }

    private static func escape(_ value: String) -> String {
        value.unicodeScalars.map { scalar in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\n": "\\n"
            default: String(scalar)
            }
        }
        .joined()
    }

    public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        series(label, dimensions, .counter)
    }

    public func makeFloatingPointCounter(label: String, dimensions: [(String, String)]) -> any FloatingPointCounterHandler {
        series(label, dimensions, .counter)
    }

    public func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        series(label, dimensions, aggregate ? .summary : .gauge)
    }

    public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        series(label, dimensions, .gauge)
    }

    /// Timers count nanoseconds; Prometheus wants seconds.
    public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        series(label, dimensions, scale: 1e-9, .summary)
    }

    public func destroyCounter(_ handler: any CounterHandler) {}
    public func destroyFloatingPointCounter(_ handler: any FloatingPointCounterHandler) {}
    public func destroyRecorder(_ handler: any RecorderHandler) {}
    public func destroyMeter(_ handler: any MeterHandler) {}
    public func destroyTimer(_ handler: any TimerHandler) {}
}

/// One labelled number: a counter's sum, a gauge's latest value, or a summary's sum and count.
private final class Series: CounterHandler, FloatingPointCounterHandler, RecorderHandler, MeterHandler, TimerHandler {
    private let scale: Double
    private let form: Form
    private let state = Mutex((sum: 0.0, count: 0))

    enum Form {
        case counter, gauge, summary
    }

    init(scale: Double, _ form: Form) {
        self.scale = scale
        self.form = form
    }

    func lines(_ name: String, labels: String) -> String {
        let (sum, count) = state.withLock { $0 }
        let braces = labels.isEmpty ? "" : "{\(labels)}"
        switch form {
        case .counter: return "\(name)\(braces) \(Int64(sum))\n"
        case .gauge: return "\(name)\(braces) \(sum)\n"
        case .summary: return "\(name)_sum\(braces) \(sum)\n\(name)_count\(braces) \(count)\n"
        }
    }

    private func add(_ value: Double) {
        state.withLock { $0 = ($0.sum + value * scale, $0.count + 1) }
    }

    func increment(by amount: Int64) { add(Double(amount)) }
    func increment(by amount: Double) { add(amount) }
    func decrement(by amount: Double) { add(-amount) }
    func set(_ value: Int64) { state.withLock { $0 = (Double(value), 1) } }
    func set(_ value: Double) { state.withLock { $0 = (value, 1) } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { form == .gauge ? set(value) : add(value) }
    func recordNanoseconds(_ duration: Int64) { add(Double(duration)) }
    func reset() { state.withLock { $0 = (0, 0) } }
}
