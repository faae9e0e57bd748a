import Metrics

/// What is counted of every request, by route pattern and status class so that labels stay few.
enum RequestMetrics {
    static func record(route: String, status: Int, _ elapsed: Duration) {
        let dimensions = [("route", route), ("status", "\(status / 100)xx")]
        Counter(label: "http_requests_total", dimensions: dimensions).increment()
        Timer(label: "http_request_duration_seconds", dimensions: [("route", route)]).recordNanoseconds(Int64(elapsed.milliseconds * 1e6))
    }
}
