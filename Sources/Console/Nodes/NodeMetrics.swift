import Metrics
import Storage

/// What `/metrics` says of this node, as of its last heartbeat. Made once metrics are set up.
struct NodeMetrics: Sendable {
    private let foldingLag = Gauge(label: "telemetry_folding_lag_seconds")
    private let uploadsWaiting = Gauge(label: "telemetry_waiting")
    private let busy = Gauge(label: "database_connections_busy")
    private let limit = Gauge(label: "database_connections_limit")
    private let waiting = Gauge(label: "database_tasks_waiting")
    private let alive = Gauge(label: "nodes_alive")
    private let jobs = [JobState.waiting, .running, .failed].map { ($0, Gauge(label: "jobs_\($0.rawValue)")) }

    func record(_ figures: NodeFigures, _ load: DatabaseLoad) {
        foldingLag.record(Double(figures.foldingLag) / 1_000)
        uploadsWaiting.record(figures.uploadsWaiting)
        busy.record(load.busy)
        limit.record(load.limit)
        waiting.record(load.waiting)
    }

    func record(alive nodes: Int, _ counts: JobCounts) {
        alive.record(nodes)
        for (state, gauge) in jobs { gauge.record(counts[state]) }
    }
}
