/// What became of the uploads that waited.
public struct OfflineReport: Sendable, Hashable {
    /// Uploads the server acknowledged.
    public internal(set) var delivered = 0
    /// Lines it counted.
    public internal(set) var accepted = 0
    /// Lines it could not read: kept in its quarantine, not lost.
    public internal(set) var rejected = 0
    /// Uploads it had before.
    public internal(set) var duplicates = 0
    /// Uploads it will never take (400, 409, 413, 422): they were given up.
    public internal(set) var refused = 0
    /// Uploads that still wait.
    public internal(set) var waiting = 0
    /// Why they wait; `nil` when everything was delivered.
    public internal(set) var failure: Failure?

    /// What keeps uploads from being delivered.
    public enum Failure: Sendable, Hashable {
        case network(DeliveryFailure)
        case disk(OfflineError)
    }

    mutating func count(_ result: UploadResult) {
        delivered += 1
        accepted += result.accepted
        rejected += result.rejected
        duplicates += result.duplicate ? 1 : 0
    }
}
