/// A generator that gives the same numbers in every run (xorshift64, Marsaglia 2003), so that a failing fuzz test fails again.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    /// - Parameter seed: anything but 0.
    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// `bytes` with one to eight bytes changed, and at times shortened.
    mutating func damage(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...8, using: &self) {
            bytes[Int.random(in: bytes.indices, using: &self)] = UInt8.random(in: 0...255, using: &self)
        }
        return Bool.random(using: &self) ? bytes : Array(bytes.prefix(Int.random(in: 1...bytes.count, using: &self)))
    }
}
