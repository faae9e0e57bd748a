import Synchronization

/// The sidebar's entries, each said by the route that it leads to; within a group they stand in the order in which their routes were added.
public final class Menu: Sendable {
    private let found = Mutex<[Entry]>([])

    public init() {}

    /// Groups in the order of the sidebar.
    public enum Group: String, CaseIterable, Sendable {
        case overview, development, cloud, analysis, governance, settings
    }

    /// What a route says of its entry.
    public struct Item: Sendable {
        let group: Group
        let word: String
        let key: String

        /// - Parameters:
        ///   - word: key of the entry's name in the catalogue.
        ///   - key: typed after `g`, goes there.
        public static func under(_ group: Group, _ word: String, key: String = "") -> Item {
            Item(group: group, word: word, key: key)
        }
    }

    /// An entry with its way.
    public struct Entry: Sendable {
        /// Under which heading.
        public let group: Group
        /// Key of its name in the catalogue.
        public let word: String
        /// Typed after `g`, goes there; may be empty.
        public let key: String
        /// Of the page, e.g. `apps/{app}/crashes`.
        public let path: String
        /// What the page asks of its viewer.
        public let policy: Policy
    }

    /// - Throws: `ViewError` for a letter that another entry has: both stand in the sidebar of an app.
    func add(_ item: Item, _ path: String, _ policy: Policy) throws {
        try found.withLock { entries in
            if let other = entries.first(where: { $0.key == item.key && !item.key.isEmpty }) {
                throw ViewError("g \(item.key) leads to \(other.path) already, and cannot lead to \(path)")
            }
            entries.append(Entry(group: item.group, word: item.word, key: item.key, path: path, policy: policy))
        }
    }

    /// All so far, in the order of their routes.
    public var entries: [Entry] { found.withLock { $0 } }
}
