/// Exposed devices by arm and slice (``HotpatchCohort/slice(of:)``).
struct HotpatchCounts: Sendable, Equatable {
    private var devices: [HotpatchArm: [Int: Int]] = [:]

    subscript(arm: HotpatchArm, slice: Int) -> Int {
        get { devices[arm]?[slice] ?? 0 }
        set { devices[arm, default: [:]][slice] = newValue }
    }

    func sum(_ arm: HotpatchArm, _ slices: Range<Int>) -> Int { slices.reduce(0) { $0 + self[arm, $1] } }
}

/// How many devices are compared, and whether that is what the draw gives.
struct HotpatchSizes: Codable, Sendable, Equatable {
    /// Slices below it are compared.
    private(set) var compared = HotpatchCohort.slices
    private var treatment = 0
    private var control = 0
    /// Those that left when the release went over 50 %.
    private var leftTreatment = 0
    private var leftControl = 0

    subscript(arm: HotpatchArm) -> Int { arm == .treatment ? treatment + leftTreatment : control + leftControl }

    func compares(_ slice: Int) -> Bool { slice < compared }

    mutating func renew(_ counts: HotpatchCounts, compared now: Int) {
        if now < compared {
            leftTreatment += counts.sum(.treatment, now..<compared)
            leftControl += counts.sum(.control, now..<compared)
            compared = now
        }
        treatment = counts.sum(.treatment, 0..<compared)
        control = counts.sum(.control, 0..<compared)
    }

    /// Pearson's chi-square of one degree of freedom against the even draw that mirrored buckets give at every percentage.
    var chiSquare: Double {
        let (one, other) = (Double(self[.treatment]), Double(self[.control]))
        return one + other > 0 ? (one - other) * (one - other) / (one + other) : 0
    }

    /// Looked at each second, so the threshold is far out: by H. Robbins' mixture boundary (Annals of Mathematical Statistics 41, 1970), χ² of a fair draw
    /// ever exceeds ln(n) + 2 ln(1/ε) + small with probability ε; 30 is ε < 0.5 % for all n up to a hundred million together.
    static let mostChiSquare = 30.0

    var isBalanced: Bool { chiSquare < Self.mostChiSquare }
}
