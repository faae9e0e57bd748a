/// Versions that somebody chose. Any of the items has to hold:
///
/// | item | versions |
/// |---|---|
/// | `1.2` or `=1.2` | equal to it, so 1.2.0 too |
/// | `1.2.*` | whose numbers begin with 1.2 |
/// | `>=1.2 <2.0` | for which all of `>` `>=` `<` `<=` `=` hold |
/// | `1.0-1.9` | from the first to the second, both included |
struct RolloutVersions: Sendable, Equatable {
    /// Any of these, in each of which all have to hold.
    private let ranges: [[Bound]]

    private enum Bound: Sendable, Equatable {
        case above(RolloutVersion)
        case atLeast(RolloutVersion)
        case below(RolloutVersion)
        case atMost(RolloutVersion)
        case equal(RolloutVersion)
        case beginning(RolloutVersion)

        func holds(for version: RolloutVersion) -> Bool {
            switch self {
            case .above(let limit): version > limit
            case .atLeast(let limit): version >= limit
            case .below(let limit): version < limit
            case .atMost(let limit): version <= limit
            case .equal(let other): version == other
            case .beginning(let prefix): version.begins(with: prefix)
            }
        }
    }

    /// - Returns: nil when one of the items is not as in the table, or there is none.
    init?(_ items: [String]) {
        let ranges = items.map(Self.range)
        guard !ranges.isEmpty, ranges.allSatisfy({ $0 != nil }) else { return nil }
        self.ranges = ranges.compactMap { $0 }
    }

    /// What is no version is in none.
    func contains(_ version: RolloutVersion) -> Bool {
        version.isKnown && ranges.contains { $0.allSatisfy { $0.holds(for: version) } }
    }

    private static func range(_ item: String) -> [Bound]? {
        if let span = item.wholeMatch(of: #/\s*(\d[\w.]*)\s*[-~～]\s*(\d[\w.]*)\s*/#) {
            return [.atLeast(RolloutVersion(String(span.output.1))), .atMost(RolloutVersion(String(span.output.2)))]
        }
        if let prefix = item.wholeMatch(of: #/\s*=?\s*(\d+(\.\d+)*)\.[*x]\s*/#) { return [.beginning(RolloutVersion(String(prefix.output.1)))] }
        if let one = item.wholeMatch(of: #/\s*(\d[^\s<>=]*)\s*/#) { return [.equal(RolloutVersion(String(one.output.1)))] }
        return bounds(item)
    }

    private static func bounds(_ item: String) -> [Bound]? {
        let bound = #/\s*(>=|<=|==|=|>|<|≥|≤)\s*(\d[^\s<>=≥≤]*)\s*/#
        var rest = Substring(item)
        var bounds: [Bound] = []
        while let match = rest.prefixMatch(of: bound) {
            bounds.append(self.bound(String(match.output.1), RolloutVersion(String(match.output.2))))
            rest = rest[match.range.upperBound...]
        }
        return rest.isEmpty && !bounds.isEmpty ? bounds : nil
    }

    private static func bound(_ sign: String, _ version: RolloutVersion) -> Bound {
        switch sign {
        case ">": .above(version)
        case ">=", "≥": .atLeast(version)
        case "<": .below(version)
        case "<=", "≤": .atMost(version)
        default: .equal(version)
        }
    }
}
