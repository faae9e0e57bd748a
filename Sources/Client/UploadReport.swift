/// What became of a sequence of lines.
public struct UploadReport: Sendable, Hashable {
    /// The batch that could not be delivered, and why. Uploading stopped there.
    public struct Undelivered: Sendable, Hashable {
        /// To be sent again, under its name.
        public let batch: LogBatch
        /// Of the last try.
        public let failure: DeliveryFailure
    }

    /// Batches the server acknowledged.
    public internal(set) var batches = 0
    /// Lines in those batches. After a stop, this many lines of the sequence need not be sent again (empty lines not counted).
    public internal(set) var lines = 0
    /// Lines the server read and counted.
    public internal(set) var accepted = 0
    /// Lines it could not read.
    public internal(set) var rejected = 0
    /// Batches that had arrived before.
    public internal(set) var duplicates = 0
    /// `nil` when everything was delivered.
    public internal(set) var undelivered: Undelivered?

    /// Nothing sent yet.
    public init() {}

    /// Adds what became of more lines, such as the next file's; its undelivered batch takes the place of this one's.
    public mutating func add(_ other: UploadReport) {
        batches += other.batches
        lines += other.lines
        accepted += other.accepted
        rejected += other.rejected
        duplicates += other.duplicates
        undelivered = other.undelivered
    }

    mutating func count(_ batch: LogBatch, _ result: UploadResult) {
        batches += 1
        lines += batch.lines
        accepted += result.accepted
        rejected += result.rejected
        duplicates += result.duplicate ? 1 : 0
    }
}
