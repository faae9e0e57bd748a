import Foundation

/// How many times as often devices that were told of a change reported a crash group as those that were not: the ratio of two risks, with its 95 %
/// interval by the logarithmic method.
///
/// Interval: Katz et al., Biometrics 34 (1978) 469; with ½ added to each count, so that none is 0: Walter, Biometrika 62 (1975) 371; both as in
/// Fagerland, Lydersen, Laake, Statistical Methods in Medical Research 24 (2015) 224, "adjusted log interval".
struct ExposureLift: Codable, Sendable, Equatable {
    let ratio: Double
    /// Ends of the interval.
    let low: Double
    let high: Double

    /// 97.5 % of a normal distribution are below.
    private static let spread = 1.959963985

    /// - Returns: nil where one of the sides has no device, and where all others crashed: then devices were told that no log counts as active, so that
    ///   too few others are left to compare with; nobody stands out against them either.
    init?(_ told: ExposureSide, _ others: ExposureSide) {
        guard told.devices > 0, others.devices > others.crashed else { return nil }
        let (a, n, b, m) = (told.crashed.corrected, told.devices.corrected, others.crashed.corrected, others.devices.corrected)
        let ratio = (a / n) / (b / m)
        let width = Self.spread * (1 / a - 1 / n + 1 / b - 1 / m).squareRoot()
        (self.ratio, low, high) = (ratio, ratio * exp(-width), ratio * exp(width))
    }
}

extension Int {
    fileprivate var corrected: Double { Double(self) + 0.5 }
}

/// Devices that were told of a change, or that were not.
struct ExposureSide: Codable, Sendable, Equatable {
    let devices: Int
    /// Of them, how many reported the group for the first time since.
    let crashed: Int

    /// - Parameter devices: those counted elsewhere; never fewer than the ones that crashed.
    init(devices: Int, crashed: Int) {
        (self.devices, self.crashed) = (max(devices, crashed), crashed)
    }
}
