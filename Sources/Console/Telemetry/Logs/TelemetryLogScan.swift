import Formats
import Foundation
import Storage

/// Reads one upload for lines that fit a filter.
struct TelemetryLogScan: Sendable {
    let filter: TelemetryLogFilter
    let row: TelemetryLedgerRow
    let upload: TelemetryUpload
    private let wanted: [Wanted]

    /// What a field has to say.
    private struct Wanted {
        /// Nil for the event, which each kind has elsewhere.
        let field: LogField?
        let text: [UInt8]
        /// Whether a line that says nothing is meant by what the upload's header says.
        let isInHeader: Bool
    }

    init(_ filter: TelemetryLogFilter, _ row: TelemetryLedgerRow, _ upload: TelemetryUpload) {
        (self.filter, self.row, self.upload) = (filter, row, upload)
        let fields: [(LogField?, String?, String?)] = [
            (.device, filter.device, upload.device), (.user, filter.user, upload.user), (.session, filter.session, nil),
            (.version, filter.version, upload.version), (nil, filter.event, nil),
        ]
        wanted = fields.compactMap { field, text, header in
            text.map { Wanted(field: field, text: Array($0.utf8), isInHeader: header.map { Array($0.utf8) } == Array($0.utf8)) }
        }
    }

    /// What fits, with its place in the upload, the last line first.
    /// - Parameters:
    ///   - end: lines from this one on are left out.
    ///   - most: how many are wanted, of the last ones.
    func found(in body: [UInt8], before end: Int, most: Int = .max) -> [(line: Int, item: TelemetryLogItem)] {
        // Most of what an index gives for nothing ends here.
        guard filter.needle.isIn(body) else { return [] }
        switch row.kind {
        case .crash: return end > 0 ? report(body).map { [(0, $0)] } ?? [] : []
        case .lines: return lines(body, before: end, most: most).reversed()
        }
    }

    private func report(_ body: [UInt8]) -> TelemetryLogItem? {
        guard filter.type.map({ $0 == .crash }) ?? true, wanted.allSatisfy(\.isInHeader), row.firstTime >= filter.from, row.firstTime < filter.to
        else {
            return nil
        }
        return TelemetryLogItem(row, upload, .crash, at: row.firstTime, body)
    }

    private func lines(_ body: [UInt8], before end: Int, most: Int) -> ArraySlice<(line: Int, item: TelemetryLogItem)> {
        var found: [(line: Int, item: TelemetryLogItem)] = []
        var number = 0
        // What is in the ledger was read once already, so it has no more lines than allowed.
        try? LogLineReader(body).forEachLine { result, line in
            defer { number += 1 }
            guard number < end, let kind = try? result.get(), let item = item(kind, line) else { return }
            found.append((number, item))
            // Many lines of a large upload fit and few are wanted: those are not all held.
            if found.count / 2 > most { found.removeFirst(found.count - most) }
        }
        return found.suffix(most)
    }

    private func item(_ kind: LogLineKind, _ line: borrowing LogLine) -> TelemetryLogItem? {
        let type = TelemetryLogType(kind)
        guard filter.type.map({ $0 == type }) ?? true, let time = time(line), time >= filter.from, time < filter.to else { return nil }
        for wanted in wanted where !isIt(wanted, line) { return nil }
        guard line.holds(filter.needle) else { return nil }
        return TelemetryLogItem(row, upload, type, at: time, line)
    }

    private func time(_ line: borrowing LogLine) -> Int? {
        line.time.map { $0.epochMilliseconds(utcOffset: upload.deviceZone.offset(atLocal: $0.minute * 60)) }
    }

    private func isIt(_ wanted: Wanted, _ line: borrowing LogLine) -> Bool {
        let slice = if let field = wanted.field { line.slice(field) } else { line.event }
        guard let slice else { return wanted.isInHeader }
        return line.says(slice, wanted.text)
    }
}

extension TelemetryLogItem {
    fileprivate init(_ row: TelemetryLedgerRow, _ upload: TelemetryUpload, _ type: TelemetryLogType, at time: Int, _ line: borrowing LogLine) {
        let event: String? = if let slice = line.event { line.string(slice) } else { nil }
        self.init(
            row,
            type,
            at: time,
            version: line.string(.version) ?? upload.version,
            user: line.string(.user) ?? upload.user,
            device: line.string(.device) ?? upload.device,
            session: line.string(.session),
            event: event,
            line.bytes(limit: LogLineReader.longestLine)
        )
    }

    /// A report that came alone.
    fileprivate init(_ row: TelemetryLedgerRow, _ upload: TelemetryUpload, _ type: TelemetryLogType, at time: Int, _ body: [UInt8]) {
        self.init(row, type, at: time, version: upload.version, user: upload.user, device: upload.device, session: nil, event: nil, body)
    }

    private init(
        _ row: TelemetryLedgerRow,
        _ type: TelemetryLogType,
        at time: Int,
        version: String?,
        user: String?,
        device: String?,
        session: String?,
        event: String?,
        _ bytes: [UInt8]
    ) {
        self.init(
            time: Date(milliseconds: time),
            receivedAt: Date(milliseconds: row.receivedAt),
            type: type,
            platform: row.platform,
            version: version ?? "",
            user: user ?? "",
            device: device ?? "",
            session: session ?? "",
            event: event ?? "",
            batchId: row.batchID,
            line: TelemetryText.visible(Array(bytes.prefix(Self.longestShown))),
            truncated: bytes.count > Self.longestShown,
            raw: bytes
        )
    }
}
