/// How much one upload may bring.
public enum TelemetryLimits {
    /// Bytes as sent.
    public static let packed = 8 << 20
    /// Bytes after unpacking.
    public static let unpacked = 10 << 20
    /// Times that unpacking may blow a body up. Log lines that say the same again and again reach 300, so `unpacked` has to do the work.
    public static let ratio = 1_100
    /// Bytes of a batch id.
    public static let batchID = 128
    /// Unreadable lines kept of an app and day, to be looked at; beyond, they are only counted.
    public static let quarantinedADay = 10_000
}
