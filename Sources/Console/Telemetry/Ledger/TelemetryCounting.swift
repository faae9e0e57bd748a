import Storage

/// From uploads to roll-ups: the one way, for new uploads as for rebuilding.
extension Connection {
    /// Adds uploads to everything that is derived from them.
    /// - Parameter seen: rows that need not be tried.
    /// - Returns: the marks of those that were.
    @discardableResult
    func count(_ entries: [TelemetryEntry], seen: TelemetrySeen) throws -> Set<Int> {
        let marks = try countAudience(entries, seen)
        for entry in entries {
            try insertCrashes(entry)
            try insertQuarantined(entry)
        }
        for (owner, entries) in Dictionary(grouping: entries, by: TelemetryOwner.init).sorted(by: { $0.key < $1.key }) {
            var totals = TelemetryTotals()
            for entry in entries { totals.add(entry) }
            try add(totals, app: owner.app, owner.platform)
        }
        return marks
    }

    private func countAudience(_ entries: [TelemetryEntry], _ seen: TelemetrySeen) throws -> Set<Int> {
        var marks: Set<Int> = []
        var audience = TelemetryAudience()
        for presence in entries.lazy.flatMap(\.presences) where !seen.contains(presence.mark) && marks.insert(presence.mark).inserted {
            guard try insert(presence) else { continue }
            audience.add(presence)
            if presence.kind == .device, presence.version.isEmpty { try countNew(presence, &audience) }
        }
        try add(audience)
        return marks
    }

    private func countNew(_ presence: TelemetryPresence, _ audience: inout TelemetryAudience) throws {
        let before = try firstDay(presence)
        if let before, before <= presence.day { return }
        audience.addNew(presence, before: before)
        try setFirstDay(presence)
    }
}

/// Whose roll-ups.
private struct TelemetryOwner: Hashable, Comparable {
    let app: String
    let platform: Platform

    init(_ entry: TelemetryEntry) {
        app = entry.app
        platform = entry.platform
    }

    static func < (one: Self, other: Self) -> Bool {
        (one.app, one.platform.rawValue) < (other.app, other.platform.rawValue)
    }
}
