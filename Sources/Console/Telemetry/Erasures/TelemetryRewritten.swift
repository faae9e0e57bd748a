import Formats
import Gzip

/// An upload without what tells of somebody.
struct TelemetryRewritten: Sendable {
    let row: TelemetryLedgerRow
    let entry: TelemetryEntry
    let lines: Int

    /// - Returns: nil when neither its headers nor its lines tell of them, or when it is gone.
    init?(_ row: TelemetryLedgerRow, _ task: TelemetryErasureTask, _ body: [UInt8]?) async throws {
        guard let body else { return nil }
        let isInHeader = (task.field == .user ? row.user : row.device) == task.value
        let masking = LogMasking(task.field == .user ? .user : .device, task.value, isInHeader: isInHeader)
        let masked: (body: [UInt8], lines: Int)? =
            switch row.kind {
            case .lines: masking.masked(body)
            case .crash: isInHeader ? (Array("-\n".utf8), 1) : nil
            }
        guard masked != nil || isInHeader else { return nil }
        let packed = try Gzip.compress(masked?.body ?? body + (body.last == 0x0A ? [] : [0x0A]), level: 6)
        (self.row, lines) = (row, masked?.lines ?? 0)
        entry = TelemetryEntry(row, TelemetryReduction(), row.upload(zone: TelemetryZone(secondsFromGMT: 0)), packed: packed)
    }
}
