import Foundation
import Signing

/// The bodies that one commit brought of one segment, one behind the other.
struct TelemetryChunk: Sendable {
    let key: TelemetryChunkKey
    /// Bytes, wherever they are.
    let length: Int
    let place: Place

    enum Place: Sendable {
        /// In the database, as long as it is young.
        case row([UInt8])
        /// In an object, from this position on.
        case object(String, position: Int)
    }
}

struct TelemetryChunkKey: Hashable, Sendable {
    let segment: TelemetrySegment
    /// 12 hex digits of time, 16 that are random: ids of two nodes never meet, and sort by the time of receipt.
    let id: String

    /// - Parameter receivedAt: of the first body, in ms since 1970.
    init(_ segment: TelemetrySegment, receivedAt: Int) {
        self.init(segment, id: Self.time(receivedAt) + Random.hex(8))
    }

    init(_ segment: TelemetrySegment, id: String) {
        self.segment = segment
        self.id = id
    }

    private static func time(_ milliseconds: Int) -> String {
        let digits = String(max(0, milliseconds), radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits
    }

    /// The time of receipt that an id begins with, in ms since 1970.
    static func time(of id: String) -> Int {
        Int(id.prefix(12), radix: 16) ?? 0
    }
}
