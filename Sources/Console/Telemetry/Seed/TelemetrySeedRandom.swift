import Foundation

/// SplitMix64 (Steele, Lea, Flood 2014; the constants are those of Java's `SplittableRandom`).
///
/// The distributions are written out because those of the standard library may change with its version, and the demo's figures would too.
struct TelemetrySeedRandom {
    private var state: UInt64

    /// A generator of its own for every `purpose`, so that changing how one day is made leaves the others as they are.
    init(seed: UInt64, purpose: String) {
        // FNV-1a, 64 bits: `Hasher` is seeded anew in every process.
        state = purpose.utf8.reduce(0xCBF2_9CE4_8422_2325 ^ seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// From 0, less than 1.
    mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }

    mutating func between(_ low: Double, _ high: Double) -> Double {
        low + (high - low) * unit()
    }

    mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// How often something happens that happens `mean` times on average (Knuth's method, fine for small means).
    mutating func poisson(_ mean: Double) -> Int {
        let limit = exp(-mean)
        var count = 0
        var product = unit()
        while product > limit {
            count += 1
            product *= unit()
        }
        return count
    }

    /// Half of the values are below `median`; `spread` is the standard deviation of the logarithm.
    mutating func logNormal(median: Double, spread: Double) -> Double {
        median * exp(spread * normal())
    }

    /// Box and Muller's.
    private mutating func normal() -> Double {
        let radius = sqrt(-2 * log(1 - unit()))
        return radius * cos(2 * .pi * unit())
    }

    /// One of `items`, each as likely as its weight is large; `nil` if there is none.
    mutating func pick<Item>(_ items: [Item], _ weight: (Item) -> Double) -> Item? {
        var rest = unit() * items.reduce(0) { $0 + weight($1) }
        for item in items {
            rest -= weight(item)
            if rest < 0 { return item }
        }
        return items.last
    }

    /// `count` characters of `alphabet`.
    mutating func text(_ count: Int, of alphabet: String) -> String {
        let characters = Array(alphabet)
        return String((0..<count).map { _ in characters[Int(next() % UInt64(characters.count))] })
    }
}
