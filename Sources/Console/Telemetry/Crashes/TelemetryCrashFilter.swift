/// Which crashes a list shows.
struct TelemetryCrashFilter: Sendable {
    /// ms since 1970.
    var from: Int
    var to: Int
    var platform: Platform?
    var version: String?
    var device: String?
    var user: String?
    var fingerprint: String?
}
