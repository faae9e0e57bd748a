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
        if device.isEmpty { return false }
        text.removeAll(keepingCapacity: true)
        text += salt
        text += device
        return heads.sha256(text) % UInt64(RolloutShare.buckets) < limit
    }
}
