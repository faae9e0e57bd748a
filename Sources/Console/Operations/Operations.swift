import Logging
import Metrics

/// What a process sets up once, before the first server is made: where logs go and where metrics are kept.
public enum Operations {
    static let metrics = OperationsMetrics()
    private static let metricsReady: Void = MetricsSystem.bootstrap(metrics)

    /// - Parameters:
    ///   - level: a level of swift-log, e.g. `info`.
    ///   - format: `json` or `text`.
    public static func start(level: String, format: String) {
        OperationsLog.bootstrap(level: level, format: format)
        startMetrics()
    }

    /// Safe to call any number of times.
    static func startMetrics() {
        _ = metricsReady
    }
}
