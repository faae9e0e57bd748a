/// What can go wrong between the console and its database.
public enum StorageError: Error, Equatable, CustomStringConvertible {
    /// A column is missing or holds another kind of value than the code expects.
    case column(String, in: String)
    /// A UNIQUE, CHECK, NOT NULL or foreign key constraint refused the change.
    case constraint(String)
    /// No room left on the disk; goes on when there is.
    case full(String)
    /// The disk did not do what it was asked, or what it holds is damaged: nothing more may be acknowledged.
    case disk(String)
    /// Anything else the engine refuses: mostly a statement it does not understand.
    case engine(String)
    /// The database was written by a newer console.
    case newerSchema(found: Int, known: Int)
    /// A migration that was applied has another text now.
    case changedMigration(String)
    /// The engine does not keep what it was asked to keep.
    case notDurable(String)
    /// Another process owns the data directory.
    case inUse(String)
    /// The database server or the object store cannot be reached now. A write that ends so may have been committed.
    case unavailable(String)
    /// A transaction was tried again and again, and each time another was in its way.
    case conflict(String)
    /// Nothing is written for the time being, for this reason; reads go on.
    case readOnly(String)
    /// A read was interrupted after this long.
    case tooSlow(Duration)
    /// A file that was to be made is there already.
    case exists(String)

    public var description: String {
        switch self {
        case .column(let name, let columns): "column \(name) is missing or of another type among: \(columns)"
        case .constraint(let message): "constraint: \(message)"
        case .full(let message): "no room on the disk: \(message)"
        case .disk(let message): "the disk failed: \(message)"
        case .engine(let message): "database: \(message)"
        case .newerSchema(let found, let known):
            "the database has schema \(found), this console knows up to \(known): start the newer console, or restore a backup made by this one"
        case .changedMigration(let name): "migration \(name) was changed after it was applied"
        case .notDurable(let message): "the database would lose acknowledged data: \(message)"
        case .inUse(let path): "another console is running on \(path)"
        case .unavailable(let message): "cannot be reached: \(message)"
        case .conflict(let message): "too many changes at once: \(message)"
        case .readOnly(let reason): "nothing is written now: \(reason)"
        case .tooSlow(let limit): "a read took longer than \(limit)"
        case .exists(let path): "\(path) exists already"
        }
    }
}
