import Metrics
import Synchronization

/// What is counted of every request, by route pattern and status class so that labels stay few.
///
/// The metrics of a route are looked up by label once and kept: devices ask thousands of times a second.
enum RequestMetrics {
    private struct Key: Hashable {
        let route: String
        let statusClass: Int
    }

    private struct Kept {
        let requests: Counter
        let duration: Timer
    }

    private static let kept = Mutex<[Key: Kept]>([:])

    static func record(route: String, status: Int, _ elapsed: Duration) {
        let metrics = metrics(Key(route: route, statusClass: status / 100))
        metrics.requests.increment()
        metrics.duration.recordNanoseconds(Int64(elapsed.milliseconds * 1e6))
    }

    private static func metrics(_ key: Key) -> Kept {
        kept.withLock { all in
            if let found = all[key] { return found }
            let made = Kept(
                requests: Counter(label: "http_requests_total", dimensions: [("route", key.route), ("status", "\(key.statusClass)xx")]),
                duration: Timer(label: "http_request_duration_seconds", dimensions: [("route", key.route)])
            )
            all[key] = made
            return made
        }
    }
}
