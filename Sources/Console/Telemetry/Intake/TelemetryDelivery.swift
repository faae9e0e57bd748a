import Foundation
import Storage

/// An upload as it came in at a device's door.
public struct TelemetryDelivery: Sendable {
    public var door: AppDoor
    public var kind: TelemetryKind
    /// Header `X-Batch-Id`; without one the body and the device identify the upload.
    public var batchID: String?
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

    public init(
        door: AppDoor,
        kind: TelemetryKind = .lines,
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

/// What a body holds.
public enum TelemetryKind: String, Codable, Sendable, SQLConvertible {
    /// Log lines (`logUpload.do`).
    case lines
    /// One crash report (`crash.do`).
    case crash
}

/// The answer to an upload: what the ledger holds of it.
public struct TelemetryReceipt: Sendable, Equatable {
    public let accepted: Int
    public let rejected: Int
    /// The same upload was acknowledged before; nothing was counted again.
    public let duplicate: Bool
}

/// How much one upload may bring.
public enum TelemetryLimits {
    /// Bytes as sent.
    public static let packed = 8 << 20
    /// Bytes after unpacking.
    public static let unpacked = 10 << 20
    /// Times that unpacking may blow a body up. Log lines that say the same again and again reach 300, so `unpacked` has to do the work.
    public static let ratio = 1_100
    /// Bytes of a batch id.
    public static let batchID = 128
    /// Unreadable lines kept of an app and day, to be looked at; beyond, they are only counted.
    public static let quarantinedADay = 10_000
}
