import Storage
import Web

/// What people and devices are told when the database fails. Anything else of it is a bug, or a disk that nobody can trust.
extension StorageError: Explained {
    public var problem: Problem? {
        switch self {
        case .unavailable: Problem(.unavailable, "operations.databaseAway", retryAfter: 5)
        case .conflict: Problem(.unavailable, "operations.databaseBusy", retryAfter: 1)
        case .tooSlow: Problem(.unavailable, "operations.databaseSlow", retryAfter: 5)
        case .readOnly: Problem(.unavailable, "operations.readOnly", retryAfter: 60)
        default: nil
        }
    }
}
