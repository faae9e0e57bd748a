/// What devices of one arm did since they were exposed, as people read it.
struct HotpatchArmTally: Codable, Sendable, Equatable {
    /// Devices that crashed at all, and those that crashed over and over.
    var crashed = 0
    var crashedAgain = 0
    /// Crashes and 报活, of one device ``mostCrashes`` and ``mostActives`` at most, so that none dominates.
    var crashes = 0
    var actives = 0
    /// Devices that gave no sign of life for longer than usual; those that were active again.
    var silent = 0
    var returned = 0
    /// First measured starts of devices, by bucket of ``TelemetryHistogram``'s scale.
    var startups: [Int: Int] = [:]

    static let mostCrashes = 10
    static let mostActives = 50

    /// Milliseconds that half of the starts did not exceed; nil without any.
    var medianStartup: Int? {
        var histogram = TelemetryHistogram()
        for (bucket, count) in startups { histogram.add(count, toBucket: bucket) }
        return histogram.quantile(0.5)
    }

    var measuredStarts: Int { startups.values.reduce(0, +) }
}
