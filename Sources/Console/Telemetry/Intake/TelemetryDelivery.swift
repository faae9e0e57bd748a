import Foundation
import Gzip
import Storage
import Web

/// An upload as it came in at a device's door.
public struct TelemetryDelivery: Sendable {
    public var door: AppDoor
    public var kind: TelemetryBodyKind
    /// Header `X-Batch-Id`; without one the body and the device identify the upload.
    public var batchID: String?
    /// Of a report that brings its own id, which no other of the app has: then the upload is known by it, and the report too.
    public var reportID: String?
    /// Header `productVersion`; like the next two nil when absent, `-` or too long to be one.
    public var version: String?
    /// Header `utdId`.
    public var device: String?
    /// Header `userId`.
    public var user: String?
    /// Header `timeZone`, e.g. `+08:00`.
    public var timeZone: String?
    public var receivedAt: Date
    /// As it came over the wire.
    public var body: [UInt8]
    /// Whether the body came as gzip.
    public var isPacked: Bool
    /// The body unpacked, where somebody did that already.
    var plain: [UInt8]?
    /// Whether a device sent it when it could; a backfill says nothing of how late lines are.
    public var isLive = true
    /// Whether another room wants to know what devices did; see ``TelemetryWatch``.
    var isWatched = false

    public init(
        door: AppDoor,
        kind: TelemetryBodyKind = .lines,
        batchID: String? = nil,
        version: String? = nil,
        device: String? = nil,
        user: String? = nil,
        timeZone: String? = nil,
        receivedAt: Date,
        body: [UInt8],
        isPacked: Bool = false
    ) {
        self.door = door
        self.kind = kind
        self.batchID = batchID
        self.version = Self.known(version)
        self.device = Self.known(device)
        self.user = Self.known(user)
        self.timeZone = Self.known(timeZone)
        self.receivedAt = receivedAt
        self.body = body
        self.isPacked = isPacked
    }

    /// What the ledger keeps of a header: nothing that says nothing, and nothing longer than any rule of a word allows.
    private static func known(_ header: String?) -> String? {
        guard let header, header != "-", (1...128).contains(header.utf8.count) else { return nil }
        return header
    }
}

extension TelemetryDelivery {
    /// - Throws: `Problem`: `tooLarge`, or `malformed` for broken gzip.
    func unpacked() throws -> [UInt8] {
        guard body.count <= TelemetryLimits.packed else { throw Problem.tooLarge(TelemetryLimits.packed) }
        if let plain {
            guard plain.count <= TelemetryLimits.unpacked else { throw Problem.tooLarge(TelemetryLimits.unpacked) }
            return plain
        }
        guard isPacked else { return body }
        do {
            return try Gzip.decompress(body, limit: TelemetryLimits.unpacked, ratio: TelemetryLimits.ratio)
        } catch {
            switch error {
            case .tooLarge, .ratio: throw Problem.tooLarge(TelemetryLimits.unpacked)
            default: throw Problem(.malformed, "web.gzip")
            }
        }
    }
}

extension TelemetryUpload {
    init(_ delivery: TelemetryDelivery, zone: TelemetryZone) {
        self.init(
            productID: delivery.door.productID,
            version: delivery.version,
            device: delivery.device,
            user: delivery.user,
            receivedAt: delivery.receivedAt.milliseconds,
            zone: zone,
            timeZone: delivery.timeZone
        )
        isWatched = delivery.isWatched
    }
}

/// What a body holds.
public enum TelemetryBodyKind: String, Codable, Sendable, SQLConvertible {
    /// Log lines (`logUpload.do`).
    case lines
    /// One crash report (`crash.do`).
    case crash
}
