/// What can go wrong between the console and its database.
public enum StorageError: Error, Equatable, CustomStringConvertible {
    /// A column is missing or holds another kind of value than the code expects.
    case column(String, in: String)
    /// A UNIQUE, CHECK, NOT NULL or foreign key constraint refused the change.
    case constraint(String)
    /// The database was written by a newer console.
    case newerSchema(found: Int, known: Int)
    /// A migration that was applied has another text now.
    case changedMigration(String)
    /// The engine does not keep what it was asked to keep.
    case notDurable(String)
    /// Another process owns the data directory.
    case inUse(String)

    public var description: String {
        switch self {
        case .column(let name, let columns): "column \(name) is missing or of another type among: \(columns)"
        case .constraint(let message): "constraint: \(message)"
        case .newerSchema(let found, let known):
            "the database has schema \(found), this console knows up to \(known): start the newer console, or restore a backup made by this one"
        case .changedMigration(let name): "migration \(name) was changed after it was applied"
        case .notDurable(let message): "the database would lose acknowledged data: \(message)"
        case .inUse(let path): "another console is running on \(path)"
        }
    }
}
