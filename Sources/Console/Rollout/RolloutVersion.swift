/// A version as people write it: numbers between dots, as many as they like, and perhaps a suffix.
///
/// The order is total and close to SemVer's: `1.9` < `1.10`, `1.2` = `1.2.0`, `1.2-beta.2` = `1.2beta2` < `1.2`. A suffix that begins
/// neither with `-` nor with a letter, such as `+5` or `(45)`, tells of a build and does not count. Letters in front (`v1.2`, `iOS 9.3`)
/// do not count. What holds no number is no version: before every other, and in no range.
struct RolloutVersion: Sendable, Comparable {
    let text: String
    /// Empty for what is no version. A number that does not fit stands as the largest that does.
    let numbers: [UInt64]
    /// The parts of the suffix; nil for a release.
    private let prerelease: [Part]?

    private enum Part: Comparable {
        case number(UInt64)
        case word(String)
    }

    var isKnown: Bool { !numbers.isEmpty }

    init(_ text: String) {
        self.text = text
        var rest = Substring(text).utf8.prefix(128)[...]
        rest = rest.drop { $0.isLetter || $0 == UInt8(ascii: " ") }
        let core = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
        numbers = core.contains(where: \.isDigit) ? Self.numbers(core) : []
        prerelease = Self.prerelease(rest.dropFirst(core.count))
    }

    private static func numbers(_ core: Substring.UTF8View.SubSequence) -> [UInt64] {
        core.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(number)
    }

    private static func number(_ digits: some Sequence<UInt8>) -> UInt64 {
        digits.reduce(0) { number, digit in
            let (product, over) = number.multipliedReportingOverflow(by: 10)
            let (sum, more) = product.addingReportingOverflow(UInt64(digit - UInt8(ascii: "0")))
            return over || more ? .max : sum
        }
    }

    private static func prerelease(_ suffix: Substring.UTF8View.SubSequence) -> [Part]? {
        guard let first = suffix.first, first == UInt8(ascii: "-") || first.isLetter else { return nil }
        var rest = suffix.prefix { $0 != UInt8(ascii: "+") }
        var parts: [Part] = []
        while let byte = rest.first {
            let run = rest.prefix { byte.isDigit ? $0.isDigit : byte.isLetter ? $0.isLetter : false }
            if byte.isDigit { parts.append(.number(number(run))) }
            if byte.isLetter { parts.append(.word(String(decoding: run, as: UTF8.self).lowercased())) }
            rest = rest.dropFirst(max(run.count, 1))
        }
        return parts
    }

    static func < (left: Self, right: Self) -> Bool { left.order(right) < 0 }
    static func == (left: Self, right: Self) -> Bool { left.order(right) == 0 }

    /// Less than, equal to or greater than 0.
    private func order(_ other: Self) -> Int {
        if !isKnown || !other.isKnown { return Self.order(isKnown ? 1 : 0, other.isKnown ? 1 : 0) ?? Self.order(text, other.text) ?? 0 }
        for place in 0..<max(numbers.count, other.numbers.count) {
            if let order = Self.order(number(at: place), other.number(at: place)) { return order }
        }
        return suffixOrder(other)
    }

    private func number(at place: Int) -> UInt64 {
        place < numbers.count ? numbers[place] : 0
    }

    /// A release is after all that came before it; of two suffixes the first part that differs decides, then the number of parts.
    private func suffixOrder(_ other: Self) -> Int {
        guard let own = prerelease, let others = other.prerelease else {
            return Self.order(prerelease == nil ? 1 : 0, other.prerelease == nil ? 1 : 0) ?? 0
        }
        for (left, right) in zip(own, others) {
            if let order = Self.order(left, right) { return order }
        }
        return Self.order(own.count, others.count) ?? 0
    }

    private static func order<Value: Comparable>(_ left: Value, _ right: Value) -> Int? {
        left == right ? nil : left < right ? -1 : 1
    }

    /// Whether the numbers begin with those of `prefix`: `1.2.7` does with `1.2`.
    func begins(with prefix: Self) -> Bool {
        isKnown && prefix.numbers.indices.allSatisfy { number(at: $0) == prefix.numbers[$0] }
    }
}

/// Equal ones are one key: 1.2 is 1.2.0.
extension RolloutVersion: Hashable {
    func hash(into hasher: inout Hasher) {
        for number in numbers.prefix(1 + (numbers.lastIndex { $0 != 0 } ?? -1)) { hasher.combine(number) }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
