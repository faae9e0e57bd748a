/// A fast hash of short byte strings, keyed at random once per process so that uploads cannot be made to collide.
///
/// Eight bytes at a time are mixed by a 64 × 64 → 128 bit multiplication whose halves are folded, the step of wyhash
/// (github.com/wangyi-fudan/wyhash, public domain).
struct LogHash: Sendable {
    private let key = UInt64.random(in: .min ... .max)
    private let multiplier = UInt64.random(in: .min ... .max) | 1

    func hash(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        let raw = UnsafeRawBufferPointer(bytes)
        var state = key ^ UInt64(truncatingIfNeeded: raw.count)
        var at = 0
        while at &+ 8 <= raw.count {
            state = mix(state ^ raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
            at &+= 8
        }
        var rest: UInt64 = 0
        while at < raw.count {
            rest = rest << 8 | UInt64(raw[at])
            at &+= 1
        }
        return Int(truncatingIfNeeded: mix(mix(state ^ rest)))
    }

    @inline(__always)
    private func mix(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: multiplier)
        return product.high ^ product.low
    }
}
