/// The versions of a module that another one can do with. Terms are joined by spaces or commas (all have to hold), alternatives by `||`:
///
/// | term | versions |
/// |---|---|
/// | `*` | every one |
/// | `1.2`, `=1.2` | equal to it, so 1.2.0 too |
/// | `>=1.2 <2`, `>`, `<=` | as they say |
/// | `^1.2` | from 1.2 to before the next first number that is not 0 rises (2; `^0.3` ends before 0.4), as npm and Cargo have it |
/// | `~>1.2`, `~>1.2.3` | from it to before the last but one number rises (2; 1.3), as CocoaPods has it |
/// | `1.2.*` | whose numbers begin with 1.2 |
struct ModuleRange: Sendable, Equatable {
    /// As it was written.
    let text: String
    /// Any of these, in each of which all have to hold.
    private let alternatives: [[Bound]]

    private enum Bound: Sendable, Equatable {
        case atLeast(RolloutVersion)
        case above(RolloutVersion)
        case atMost(RolloutVersion)
        case below(RolloutVersion)
        case equal(RolloutVersion)
        case beginning(RolloutVersion)

        func holds(for version: RolloutVersion) -> Bool {
            switch self {
            case .atLeast(let limit): version >= limit
            case .above(let limit): version > limit
            case .atMost(let limit): version <= limit
            case .below(let limit): version < limit
            case .equal(let other): version == other
            case .beginning(let prefix): version.begins(with: prefix)
            }
        }
    }

    /// - Returns: nil for what is not as in the table.
    init?(_ text: String) {
        guard text.utf8.count <= 200 else { return nil }
        let alternatives = text.split(separator: "||", omittingEmptySubsequences: false).map { Self.bounds($0) }
        guard alternatives.allSatisfy({ $0 != nil }) else { return nil }
        self.text = text
        self.alternatives = alternatives.compactMap { $0 }
    }

    /// Every version.
    static let any = ModuleRange("*")!

    func contains(_ version: RolloutVersion) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: version) } }
    }

    /// - Returns: empty for any version; nil for nonsense.
    private static func bounds(_ text: Substring) -> [Bound]? {
        let term = #/[\s,]*(>=|<=|==|=|>|<|\^|~>|~)?\s*(\*|[0-9]+(?:\.[0-9]+)*(?:\.\*|-[0-9A-Za-z.]+)?)/#
        var rest = text
        var bounds: [Bound] = []
        var terms = 0
        while let match = rest.prefixMatch(of: term) {
            guard let more = self.bounds(String(match.output.1 ?? ""), String(match.output.2)) else { return nil }
            bounds += more
            terms += 1
            rest = rest[match.range.upperBound...]
        }
        return terms > 0 && rest.allSatisfy(\.isWhitespace) ? bounds : nil
    }

    private static func bounds(_ sign: String, _ text: String) -> [Bound]? {
        if text == "*" { return sign.isEmpty ? [] : nil }
        if text.hasSuffix(".*") {
            return sign.isEmpty || sign == "=" || sign == "==" ? [.beginning(RolloutVersion(String(text.dropLast(2))))] : nil
        }
        let version = RolloutVersion(text)
        switch sign {
        case ">=": return [.atLeast(version)]
        case ">": return [.above(version)]
        case "<=": return [.atMost(version)]
        case "<": return [.below(version)]
        case "^":
            let leading = version.numbers.firstIndex { $0 > 0 } ?? version.numbers.count - 1
            return [.atLeast(version), .below(next(version, keeping: leading + 1))]
        case "~>", "~": return [.atLeast(version), .below(next(version, keeping: max(version.numbers.count - 1, 1)))]
        default: return [.equal(version)]
        }
    }

    /// The first version after all that share so many numbers with this one. Betas of that one are before it, but nobody means them:
    /// `-0` comes before every other suffix.
    private static func next(_ version: RolloutVersion, keeping count: Int) -> RolloutVersion {
        var numbers = Array(version.numbers.prefix(count))
        numbers[numbers.count - 1] = numbers[numbers.count - 1] &+ 1
        return RolloutVersion(numbers.map(String.init).joined(separator: ".") + "-0")
    }
}
