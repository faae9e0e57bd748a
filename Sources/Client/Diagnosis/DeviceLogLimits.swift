/// How much of a device's log is kept.
public struct DeviceLogLimits: Sendable, Hashable {
    /// Files of hours before are deleted.
    public var days: Int
    /// Of all files together; the oldest are deleted first. One hour has a quarter of it: what is written beyond that is counted, not kept.
    public var bytes: Int
    /// Of one line's text in UTF-8; the rest is cut off.
    public var lineBytes: Int

    public init(days: Int = 7, bytes: Int = 50 << 20, lineBytes: Int = 16 << 10) {
        self.days = days
        self.bytes = bytes
        self.lineBytes = lineBytes
    }
}
