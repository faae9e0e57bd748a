import Foundation

/// Parts of a whole.
enum StatisticsRate {
    /// nil of nothing: 0 of 0 is not 0 %.
    static func of(_ part: Int, _ whole: Int) -> Double? {
        whole > 0 ? Double(part) / Double(whole) : nil
    }

    /// Where the rate behind an observed one lies, 19 times in 20: the score interval of Wilson (1927), good for small counts and rates near 0 too.
    /// - Returns: nil of nothing, and where there are more parts than wholes: crashes are counted, not devices, so that can happen.
    static func interval(_ part: Int, of whole: Int) -> ClosedRange<Double>? {
        guard whole > 0, (0...whole).contains(part) else { return nil }
        let count = Double(whole)
        let rate = Double(part) / count
        let z = 1.959964
        let weight = 1 + z * z / count
        let middle = (rate + z * z / (2 * count)) / weight
        let reach = z / weight * (rate * (1 - rate) / count + z * z / (4 * count * count)).squareRoot()
        return max(0, middle - reach)...min(1, middle + reach)
    }
}
