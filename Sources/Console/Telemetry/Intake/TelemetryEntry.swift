import Formats
import Gzip
import Signing
import Web

/// One upload checked, read and reduced: all that the ledger writes of it. Made on the request's own task, outside any lock.
struct TelemetryEntry: Sendable {
    let app: String
    let platform: Platform
    let kind: TelemetryBodyKind
    let batchID: String
    /// Of the unpacked body: a retry may pack the same lines into other bytes.
    let sha256: [UInt8]
    let upload: TelemetryUpload
    /// Header `timeZone` in seconds, nil for the app's zone.
    let zoneOffset: Int?
    /// The body as gzip, as its segment keeps it.
    let packed: [UInt8]
    /// Whether the body ends with a line feed, so that the next upload in the segment starts a new line.
    let endsLine: Bool
    let reduction: TelemetryReduction
    /// Made here, where no lock is held.
    let presences: [TelemetryPresence]
    /// Whether it just came from a device.
    let isLive: Bool

    /// - Throws: `Problem`: `malformed` for broken gzip or batch id, `tooLarge` for too many bytes or lines.
    init(_ delivery: TelemetryDelivery, zone: TelemetryZone) throws {
        let body = try delivery.unpacked()
        app = delivery.door.app
        platform = delivery.door.platform
        kind = delivery.kind
        sha256 = Digest.sha256(body)
        batchID = try delivery.reportID.map { Self.reportMark + $0 } ?? delivery.batchID.map(Self.checked) ?? Self.derivedID(sha256, delivery)
        zoneOffset = delivery.timeZone.flatMap { UTCOffset.seconds($0) }
        upload = TelemetryUpload(delivery, zone: zone)
        reduction = try TelemetryReduction(body, kind: delivery.kind, of: upload)
        packed = delivery.isPacked ? delivery.body : try Gzip.compress(body, level: 1)
        presences = TelemetryPresence.all(reduction, app: delivery.door.app, delivery.door.platform)
        endsLine = body.last == 0x0A
        isLive = delivery.isLive
    }

    private static func checked(_ id: String) throws -> String {
        let isText = id.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        guard isText, (1...TelemetryLimits.batchID).contains(id.utf8.count) else { throw Problem(.malformed, "telemetry.batchID") }
        return id
    }

    /// The name of an upload that came without one: the same body from the same device is the same upload. No client's id has a space in it.
    private static func derivedID(_ sha256: [UInt8], _ delivery: TelemetryDelivery) -> String {
        let device = "\(delivery.kind.rawValue) \(delivery.door.productID) \(delivery.device ?? "")"
        return "body " + Hex.encode(Digest.sha256(sha256 + Array(device.utf8)))
    }
}

extension TelemetryEntry {
    /// An upload of the ledger read again.
    /// - Parameter packed: what its body is to be from now on, ending with a line feed; empty for rebuilding, where it stays where it is.
    init(_ row: TelemetryLedgerRow, _ reduction: TelemetryReduction, _ upload: TelemetryUpload, packed: [UInt8] = []) {
        app = row.app
        platform = row.platform
        kind = row.kind
        batchID = row.batchID
        sha256 = row.sha256
        self.upload = upload
        zoneOffset = row.zoneOffset
        self.packed = packed
        endsLine = true
        self.reduction = reduction
        presences = TelemetryPresence.all(reduction, app: row.app, row.platform)
        isLive = false
    }

    /// Bytes it holds in memory while it waits; a crash report can be a thousand times as large as it was packed.
    var weight: Int {
        packed.count + reduction.crashes.reduce(0) { $0 + $1.report.count } + reduction.quarantined.reduce(0) { $0 + $1.line.count }
    }

    /// Leads the batch ids of reports that bring their own; no client's id has a space in it.
    static let reportMark = "report "

    /// Leads the ids of crashes and quarantined lines of this upload; the same again when they are rebuilt.
    var rowID: String {
        if batchID.hasPrefix(Self.reportMark) { return String(batchID.dropFirst(Self.reportMark.count)) }
        return Hex.encode(Array(Digest.sha256(Array("\(batchID) \(upload.receivedAt)".utf8)).prefix(12)))
    }
}

extension TelemetryReduction {
    /// - Throws: `Problem` of kind `tooLarge` for too many lines.
    init(_ body: [UInt8], kind: TelemetryBodyKind, of upload: TelemetryUpload) throws {
        switch kind {
        case .crash: self.init(crashReport: body, of: upload)
        case .lines:
            do {
                try self.init(body, of: upload)
            } catch {
                throw Problem(.tooLarge, "telemetry.tooManyLines", ["limit": "\(LogLineReader.mostLines)"])
            }
        }
    }
}
