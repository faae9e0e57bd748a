import Signing

/// A part of all devices, always the same ones: the bucket of contract section 5.
struct RolloutShare: Sendable, Equatable {
    /// 0 to 100 in steps of 0.01.
    let percentage: Double
    /// New for every release or rule, so that not the same devices are always the first.
    let salt: String

    /// Buckets of a device: a hundredth of a percent each.
    static let buckets = 10_000

    static func makeSalt() -> String {
        Random.hex(8)
    }

    /// Whether it is one of the steps there are.
    static func isPercentage(_ percentage: Double) -> Bool {
        (0...100).contains(percentage) && abs(percentage * 100 - (percentage * 100).rounded()) < 1e-6
    }

    /// The first 8 bytes of SHA-256(`<salt>:<device id>`) as a big-endian unsigned integer, mod 10000.
    static func bucket(of device: String, salt: String) -> Int {
        let digest = Digest.sha256(Array("\(salt):\(device)".utf8))
        let number = digest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(number % UInt64(buckets))
    }

    /// A device without an id is outside, also of 100 percent. A higher percentage keeps every device that a lower one had.
    func contains(_ device: String) -> Bool {
        !device.isEmpty && Self.bucket(of: device, salt: salt) < limit
    }

    /// How many buckets are in. Rounded: 0.07 × 100 is a little more than 7 in binary, which would let bucket 7 in.
    var limit: Int { Int((percentage * 100).rounded()) }
}
