/// What became of a sequence of lines.
public struct UploadReport: Sendable, Hashable {
    /// The batch that could not be delivered, and why. Uploading stopped there.
    public struct Undelivered: Sendable, Hashable {
        public let batch: LogBatch
        public let failure: DeliveryFailure
    }

    /// Batches the server acknowledged.
    public internal(set) var batches = 0
    /// Lines in those batches. After a stop, this many lines of the sequence need not be sent again (empty lines not counted).
    public internal(set) var lines = 0
    /// Sums of the batches' results.
    public internal(set) var accepted = 0
    public internal(set) var rejected = 0
    /// Batches that had arrived before.
    public internal(set) var duplicates = 0
    /// `nil` when everything was delivered.
    public internal(set) var undelivered: Undelivered?

    mutating func count(_ batch: LogBatch, _ result: UploadResult) {
        batches += 1
        lines += batch.lines
        accepted += result.accepted
        rejected += result.rejected
        duplicates += result.duplicate ? 1 : 0
    }
}
