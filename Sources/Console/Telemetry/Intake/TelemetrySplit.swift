import Formats
import Gzip

/// Lines of an app's other platforms in one upload: a log file collected on a desk holds what several platforms wrote.
extension TelemetryDelivery {
    /// The upload taken apart by the product its lines name, each part with its own row in the ledger.
    /// - Parameter index: knows which products belong to the same app; lines of any other stay where they are, for quarantine.
    func parts(_ index: AppIndex) throws -> [TelemetryDelivery] {
        let body = try unpacked()
        var parts: [String: [UInt8]] = [:]
        for line in body.split(separator: 0x0A) {
            let product = Self.product(of: line).flatMap { index.door(productID: $0) }.flatMap { $0.app == door.app ? $0.productID : nil }
            parts[product ?? door.productID, default: []] += line + [0x0A]
        }
        return parts.sorted { $0.key < $1.key }.compactMap { productID, lines in
            index.door(productID: productID).map { part(lines, door: $0) }
        }
    }

    /// Field 2 of a line, plain or as stored on a device.
    private static func product(of line: ArraySlice<UInt8>) -> String? {
        let fields = line.split(separator: UInt8(ascii: ","), maxSplits: 3, omittingEmptySubsequences: false)
        return fields.count > 2 ? String(decoding: fields[2], as: UTF8.self) : nil
    }

    private func part(_ lines: [UInt8], door: AppDoor) -> TelemetryDelivery {
        var part = TelemetryDelivery(
            door: door,
            kind: kind,
            batchID: door == self.door ? batchID : batchID.flatMap { Self.name($0, door) },
            version: version,
            device: device,
            user: user,
            timeZone: timeZone,
            receivedAt: receivedAt,
            body: lines
        )
        part.isWatched = isWatched
        return part
    }

    /// Nil when the name would get too long: the part is then known by its lines.
    private static func name(_ batchID: String, _ door: AppDoor) -> String? {
        let name = "\(batchID)/\(door.platform.rawValue)"
        return name.utf8.count <= TelemetryLimits.batchID ? name : nil
    }
}
