import Foundation

/// One file of raw lines: everything an app sent during one UTC day of receipt, upload after upload, each as one or more gzip members.
/// `zcat` reads it; the ledger names the bytes of each upload.
struct TelemetrySegment: Hashable, Sendable {
    let app: String
    /// Days since 1970-01-01 UTC.
    let day: Int

    init(app: String, day: Int) {
        self.app = app
        self.day = day
    }

    init(app: String, receivedAt: Int) {
        self.init(app: app, day: receivedAt / 86_400_000)
    }

    /// `<app>/2026-11-21.log.gz`; app ids are letters and digits.
    var name: String {
        let date = Date(timeIntervalSince1970: Double(day) * 86_400).formatted(.iso8601.year().month().day())
        return "\(app)/\(date).log.gz"
    }
}
