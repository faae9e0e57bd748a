import Foundation

/// In which order versions came out, as far as their numbers tell.
enum SDKVersionOrder {
    /// `1.9` before `1.10`, and `2.0-beta` before `2.0`.
    static func isOlder(_ one: String, _ other: String) -> Bool {
        let (left, right) = (parts(one), parts(other))
        switch left.numbers.compare(right.numbers, options: .numeric) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: break
        }
        guard let suffix = left.suffix else { return false }
        return right.suffix.map { suffix.compare($0, options: .numeric) == .orderedAscending } ?? true
    }

    private static func parts(_ version: String) -> (numbers: String, suffix: String?) {
        let parts = version.split(separator: "-", maxSplits: 1).map(String.init)
        return (parts.first ?? "", parts.count > 1 ? parts[1] : nil)
    }
}
