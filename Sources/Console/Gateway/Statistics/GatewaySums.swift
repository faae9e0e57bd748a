import Foundation

/// What was counted and is not written yet.
///
/// Its size has an end whatever devices send and however long the database cannot be written: from `limit` keys on new versions are counted
/// as unknown, and from twice as many on new keys are not counted at all.
struct GatewaySums: Sendable {
    private(set) var cells: [GatewayCell: GatewayCellSums] = [:]
    private(set) var oldSecrets: [OldSecret: Int] = [:]
    private(set) var failures: [String: GatewayLatestFailures] = [:]
    private(set) var keys = 0
    /// Calls that found no room.
    private(set) var uncounted = 0

    static let limit = 20_000

    /// Whose calls were signed with an old secret, on which day since 1970 UTC.
    struct OldSecret: Hashable, Sendable {
        let app: String
        let platform: Platform
        let version: String
        let day: Int
    }

    var isEmpty: Bool { cells.isEmpty && uncounted == 0 }

    /// - Parameter version: as it is counted.
    mutating func add(_ record: GatewayRecord, version: String) {
        let cell = GatewayCell(app: record.app, operation: record.operation, platform: record.platform, version: version)
        let minute = GatewayCellSums.Minute(record)
        if let cell = place(for: cell, holding: { $0.minutes[minute] != nil }) {
            keys += cells[cell, default: GatewayCellSums()].add(record, at: minute)
        } else {
            uncounted += 1
        }
        if record.usedOldSecret { addOldSecret(OldSecret(record, version: version)) }
        if record.status != .ok { failures[record.app, default: GatewayLatestFailures()].add(record) }
    }

    /// Where a key is counted: in its own cell, in the one of all versions, or nowhere.
    private func place(for cell: GatewayCell, holding holds: (GatewayCellSums) -> Bool) -> GatewayCell? {
        if keys < Self.limit || cells[cell].map(holds) ?? false { return cell }
        let common = cell.ofAllVersions
        return keys < 2 * Self.limit || cells[common].map(holds) ?? false ? common : nil
    }

    private mutating func addOldSecret(_ key: OldSecret) {
        if oldSecrets.count < Self.limit || oldSecrets[key] != nil { oldSecrets[key, default: 0] += 1 }
    }
}

extension GatewaySums.OldSecret {
    fileprivate init(_ record: GatewayRecord, version: String) {
        self.init(
            app: record.app,
            platform: record.platform,
            version: version,
            day: Int((record.at.timeIntervalSince1970 / 86_400).rounded(.down))
        )
    }
}
