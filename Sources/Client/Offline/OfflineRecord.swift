import Crypto
import Foundation

/// One entry of a queue's file.
///
/// On disk: length of the content (4 bytes) · first 8 bytes of the content's SHA-256 · content, which is kind (1) · number (8) · payload.
/// Numbers are big-endian. A record that was cut by a crash, or damaged, fails its digest.
struct OfflineRecord: Equatable {
    enum Kind: UInt8 {
        /// Something to deliver; `number` counts up.
        case item = 1
        /// Everything up to `number` is done with.
        case removal = 2
        /// `number` items have been dropped so far.
        case dropped = 3
    }

    let kind: Kind
    let number: UInt64
    var payload = Data()

    /// Of the length and the digest.
    static let head = 12
    private static let prefix = 9

    /// Bytes on disk.
    var size: Int { Self.head + Self.prefix + payload.count }

    var encoded: Data {
        let content = Data([kind.rawValue]) + Self.bytes(number) + payload
        return Self.bytes(UInt32(content.count)) + Self.digest(content) + content
    }

    /// Reads the record at the start of `data`; `nil` if there is no whole one.
    static func read(_ data: Data) -> OfflineRecord? {
        guard data.count >= head + prefix else { return nil }
        let length = Int(number(data.prefix(4)))
        guard length >= prefix, length <= data.count - head else { return nil }
        let content = data.dropFirst(head).prefix(length)
        guard data.dropFirst(4).prefix(8) == digest(content), let kind = content.first.flatMap(Kind.init) else { return nil }
        return OfflineRecord(kind: kind, number: number(content.dropFirst().prefix(8)), payload: Data(content.dropFirst(prefix)))
    }

    private static func digest(_ content: Data) -> Data {
        Data(SHA256.hash(data: content).prefix(8))
    }

    private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> Data {
        withUnsafeBytes(of: number.bigEndian) { Data($0) }
    }

    private static func number(_ bytes: Data) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
