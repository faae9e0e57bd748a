import Formats
import Foundation
import Web

/// Sessions as lines of our own: so they are kept raw, found by searches, and counted again by a rebuild as everything else is. Times are in UTC.
///
/// `reportActive` says that sessions began, `session` what became of some that had; the extras say how many (``TelemetrySessionChange``).
struct SentrySessionLines {
    private(set) var bytes: [UInt8] = []
    private let productID: String
    private let receivedAt: Int

    init(productID: String, receivedAt: Int) {
        self.productID = productID
        self.receivedAt = receivedAt
    }

    /// Nothing of a change that begins and ends no session.
    mutating func add(_ session: SentrySession) {
        guard !session.counts.isEmpty else { return }
        let counts = session.counts
        let numbers = [counts.begun, counts.ended, counts.crashed, counts.abnormal, counts.errored].map(String.init).joined(separator: ".")
        var fields = [String](repeating: "", count: 48)
        fields[0] = "D-VM"
        fields[1] = Self.text(time(of: session))
        fields[2] = productID
        fields[3] = CrashSentryRelease(session.release).version
        fields[6] = session.id
        fields[8] = "event"
        fields[15] = counts.begun > 0 ? "reportActive" : "session"
        fields[22] = "sessions=\(numbers)" + (session.started.map { "^started=\($0)" } ?? "")
        fields[25] = session.device
        fields[37] = session.environment
        append(fields)
    }

    /// Of a device whose clock is wrong when it came, as otherwise the line would not count.
    private func time(of session: SentrySession) -> Int {
        guard let time = session.time ?? session.started else { return receivedAt }
        let isPossible = time >= receivedAt - TelemetryUpload.longestPast && time <= receivedAt + TelemetryUpload.longestFuture
        return isPossible ? time : receivedAt
    }

    private mutating func append(_ fields: [String]) {
        for (place, field) in fields.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: ",")) }
            if field.isEmpty { bytes.append(UInt8(ascii: "-")) }
            for byte in field.utf8.prefix(200) { append(byte) }
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    private mutating func append(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "%"): bytes += "%25".utf8
        case UInt8(ascii: ","): bytes += "%2C".utf8
        case 0..<0x20, 0x7F: break
        default: bytes.append(byte)
        }
    }

    /// `yyyy-MM-dd HH:mm:ss.SSS`
    private static func text(_ milliseconds: Int) -> String {
        let iso = LocalTime(Date(milliseconds: milliseconds - milliseconds % 1_000), .gmt).iso
        let thousandths = String(1_000 + milliseconds % 1_000).dropFirst()
        return "\(iso.prefix(10)) \(iso.dropFirst(11).prefix(8)).\(thousandths)"
    }
}
