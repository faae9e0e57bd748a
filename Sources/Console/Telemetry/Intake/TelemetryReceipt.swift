/// The answer to an upload: what the ledger holds of it.
public struct TelemetryReceipt: Sendable, Equatable {
    public let accepted: Int
    public let rejected: Int
    /// The same upload was acknowledged before; nothing was counted again.
    public let duplicate: Bool
}
