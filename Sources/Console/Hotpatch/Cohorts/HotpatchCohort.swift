/// Which devices are compared with which.
///
/// The bucket of contract section 5 is a hash, so a bucket x and its mirror 9,999 − x are exchangeable: the treatment begins at bucket 0, the control at
/// the other end, and whether a device of such a pair of buckets is in the one or in the other is a fair coin, whatever the device is like and whenever it
/// came. All of the guard's evidence is bets on that coin.
enum HotpatchCohort {
    /// - Parameters:
    ///   - bucket: 0 to 9,999.
    ///   - percentage: of the release, 0 to 100. Raising it never moves a device out of the treatment.
    /// - Returns: nil for who is in neither arm. Until 50 % both are of the same size; above, the control is what is left.
    static func arm(bucket: Int, percentage: Double) -> HotpatchArm? {
        let treated = limit(percentage)
        if bucket < treated { return .treatment }
        return bucket >= RolloutShare.buckets - min(treated, RolloutShare.buckets - treated) ? .control : nil
    }

    /// Pairs of a hundred buckets and their mirrors: as fine as cohorts are counted.
    static let slices = 50

    /// The pair of a bucket, 0 for the outermost.
    static func slice(of bucket: Int) -> Int {
        max(0, min(bucket, RolloutShare.buckets - 1 - bucket)) / (RolloutShare.buckets / (2 * slices))
    }

    /// How many slices are compared under the highest percentage that a release ever had. Above 50 % buckets of the control receive the patch: they leave,
    /// and their mirrors with them, so that the coin stays fair.
    static func comparedSlices(peak: Double) -> Int {
        let treated = limit(peak)
        return treated * 2 <= RolloutShare.buckets ? slices : (RolloutShare.buckets - treated) / (RolloutShare.buckets / (2 * slices))
    }

    private static func limit(_ percentage: Double) -> Int {
        min(max(Int((percentage * 100).rounded()), 0), RolloutShare.buckets)
    }
}
