import Formats
import Foundation
import Storage

/// Reads one upload for lines that fit a filter.
struct TelemetryLogScan {
    let filter: TelemetryLogFilter
    let row: TelemetryLedgerRow
    let upload: TelemetryUpload

    /// - Parameter end: lines from this one on are left out.
    /// - Returns: what fits with its place in the upload, last line first.
    func found(in body: [UInt8], before end: Int) -> [(line: Int, item: TelemetryLogItem)] {
        switch row.kind {
        case .crash: return end > 0 ? report(body).map { [(0, $0)] } ?? [] : []
        case .lines: return lines(body, before: end).reversed()
        }
    }

    private func report(_ body: [UInt8]) -> TelemetryLogItem? {
        guard filter.type.map({ $0 == .crash }) ?? true, isWanted(user: upload.user, device: upload.device), filter.needle.isIn(body) else {
            return nil
        }
        return item(row.firstTime, .crash, body, version: upload.version, user: upload.user, device: upload.device)
    }

    private func lines(_ body: [UInt8], before end: Int) -> [(line: Int, item: TelemetryLogItem)] {
        var found: [(line: Int, item: TelemetryLogItem)] = []
        var number = 0
        // What is in the ledger was read once already, so it has no more lines than allowed.
        try? LogLineReader(body).forEachLine { result, line in
            defer { number += 1 }
            guard number < end, let kind = try? result.get(), let item = item(kind, line) else { return }
            found.append((number, item))
        }
        return found
    }

    private func item(_ kind: LogLineKind, _ line: borrowing LogLine) -> TelemetryLogItem? {
        let type = TelemetryLogType(kind)
        guard filter.type.map({ $0 == type }) ?? true, let time = time(line), time >= filter.from, time < filter.to else { return nil }
        let (user, device) = (line.string(.user) ?? upload.user, line.string(.device) ?? upload.device)
        guard isWanted(user: user, device: device) else { return nil }
        let bytes = line.bytes(limit: LogLineReader.longestLine)
        guard filter.needle.isIn(bytes) else { return nil }
        return item(time, type, bytes, version: line.string(.version) ?? upload.version, user: user, device: device)
    }

    private func time(_ line: borrowing LogLine) -> Int? {
        line.time.map { $0.epochMilliseconds(utcOffset: upload.deviceZone.offset(atLocal: $0.minute * 60)) }
    }

    private func isWanted(user: String?, device: String?) -> Bool {
        (filter.user == nil || filter.user == user) && (filter.device == nil || filter.device == device)
    }

    private func item(_ time: Int, _ type: TelemetryLogType, _ bytes: [UInt8], version: String?, user: String?, device: String?) -> TelemetryLogItem {
        TelemetryLogItem(
            time: Date(milliseconds: time),
            receivedAt: Date(milliseconds: row.receivedAt),
            type: type,
            platform: row.platform,
            version: version ?? "",
            user: user ?? "",
            device: device ?? "",
            batchId: row.batchID,
            line: TelemetryText.visible(Array(bytes.prefix(TelemetryLogItem.longestShown))),
            truncated: bytes.count > TelemetryLogItem.longestShown
        )
    }
}
