/// The server's answer to one batch or crash report. It comes only when the lines are durable.
public struct UploadResult: Sendable, Hashable, Codable {
    /// Lines that were read and counted.
    public let accepted: Int
    /// Lines the server could not read: kept in its quarantine, not lost.
    public let rejected: Int
    /// The batch had arrived before; it was not counted again.
    public let duplicate: Bool

    public init(accepted: Int, rejected: Int, duplicate: Bool) {
        self.accepted = accepted
        self.rejected = rejected
        self.duplicate = duplicate
    }
}
