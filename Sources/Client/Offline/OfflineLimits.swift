/// How much is kept while there is no network. When there is more, the oldest goes, and is counted.
public struct OfflineLimits: Sendable, Hashable {
    /// Of all uploads together, in bytes, as they are sent (compressed). The file takes at most about twice that.
    public var bytes: Int
    /// Uploads.
    public var items: Int

    /// 10 MB and 1,000 uploads unless said otherwise; 0 of either keeps nothing.
    public init(bytes: Int = 10 << 20, items: Int = 1000) {
        self.bytes = bytes
        self.items = items
    }
}
