import Foundation
import Signing
import Storage

/// Where a chunk is: the bodies that one commit brought of one segment, one behind the other.
enum TelemetryChunkPlace: Sendable {
    /// In the database, as long as it is young.
    case row([UInt8])
    case object(TelemetryObjectPlace)
}

/// Where in an object a chunk begins.
struct TelemetryObjectPlace: Sendable, Equatable {
    let blob: BlobID
    let position: Int
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

    /// Tells it from any other chunk, and from an object.
    var text: String { "\(segment.app)/\(segment.day)/\(id)" }

    private static func time(_ milliseconds: Int) -> String {
        let digits = String(max(0, milliseconds), radix: 16)
        return String(repeating: "0", count: max(0, 12 - digits.utf8.count)) + digits
    }

    /// The time of receipt that an id begins with, in ms since 1970.
    static func time(of id: String) -> Int {
        Int(id.prefix(12), radix: 16) ?? 0
    }
}
