/// Chance that does not depend on the order in which answers come: each draw is a hash of the seed, the device, what is drawn, and how often before.
struct SimulatorRandom: Sendable {
    enum Draw: UInt64 {
        case id = 1
        case user, model, system, version, network, pace, phase, pause, crash, start, hang, forged, reason
    }

    let seed: UInt64

    func bits(_ draw: Draw, _ device: Int, _ number: Int = 0) -> UInt64 {
        let parts = Self.mix(seed &+ draw.rawValue &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(truncatingIfNeeded: device) &* 0xD1B5_4A32_D192_ED03
        return Self.mix(Self.mix(parts) ^ UInt64(truncatingIfNeeded: number) &* 0x8CB9_2BA7_2F3D_8DD7)
    }

    /// From 0 up to, not including, 1.
    func unit(_ draw: Draw, _ device: Int, _ number: Int = 0) -> Double {
        Double(bits(draw, device, number) >> 11) * 0x1p-53
    }

    /// One of a list, the first ones more often: each has half of what those before it leave.
    func pick<Value>(_ draw: Draw, _ device: Int, of values: [Value]) -> Value {
        let halvings = (bits(draw, device) | 1 << 63).trailingZeroBitCount
        return values[min(halvings, values.count - 1)]
    }

    /// The finalizer of SplitMix64 (Steele, Lea, Flood 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var value = value
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
