import Storage

/// From uploads to roll-ups: the one way, for new uploads as for rebuilding.
extension Connection {
    /// Adds uploads to everything that is derived from them.
    /// - Parameter seen: rows that need not be tried.
    /// - Returns: the marks of those that were.
    @discardableResult
    func count(_ entries: [TelemetryEntry], seen: TelemetrySeen) throws -> Set<Int> {
        let totals = TelemetryOwnedTotals(entries)
        let (audience, marks) = try countPresences(entries, totals, seen)
        try insertCrashes(entries)
        try insertQuarantined(entries)
        try add(audience)
        try add(totals)
        return marks
    }

    /// Who was there, who of them was never there before, and what is known of each.
    private func countPresences(
        _ entries: [TelemetryEntry],
        _ totals: TelemetryOwnedTotals,
        _ seen: TelemetrySeen
    ) throws -> (TelemetryAudience, Set<Int>) {
        var marks: Set<Int> = []
        let unseen = entries.flatMap { $0.presences.filter { !seen.contains($0.mark) && marks.insert($0.mark).inserted } }
        let inserted = unseen.isEmpty ? [] : try insert(unseen)
        var audience = TelemetryAudience()
        for presence in inserted { audience.add(presence) }
        let firsts = TelemetryFirstDay.earliest(inserted)
        let new = try insertDevices(firsts)
        try addDevices(totals)
        try moveFirstDays(firsts.filter { !new.contains($0.device) }, &audience)
        for first in firsts where new.contains(first.device) { audience.addNew(first, before: nil) }
        return (audience, marks)
    }
}
