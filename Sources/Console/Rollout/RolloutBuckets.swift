import Signing

/// One device held against many shares, in half the time that each by itself would take.
final class RolloutBuckets {
    private let device: [UInt8]
    private lazy var heads = Digest.Heads()
    private var text: [UInt8] = []

    /// - Parameter device: its id; empty when it is not known.
    init(device: String) {
        self.device = Array(device.utf8)
    }

    /// As `RolloutShare.contains` of the device.
    /// - Parameters:
    ///   - salt: of the share, with the colon behind it.
    ///   - limit: how many buckets are in.
    func isIn(_ salt: ArraySlice<UInt8>, _ limit: Int) -> Bool {
        bucket(salt).map { $0 < limit } ?? false
    }

    /// As `RolloutShare.bucket` of the device; nil for one without an id.
    /// - Parameter salt: of the share, with the colon behind it.
    func bucket(_ salt: ArraySlice<UInt8>) -> Int? {
        if device.isEmpty { return nil }
        text.removeAll(keepingCapacity: true)
        text += salt
        text += device
        return Int(heads.sha256(text) % UInt64(RolloutShare.buckets))
    }
}
