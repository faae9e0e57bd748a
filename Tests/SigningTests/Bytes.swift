import Signing

/// Bytes of a test vector written in hexadecimal; a wrong digit gives no bytes and so fails the test.
func hex(_ text: String) -> [UInt8] {
    Hex.decode(text) ?? []
}

/// A generator that gives the same numbers in every run (xorshift64, Marsaglia 2003).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
