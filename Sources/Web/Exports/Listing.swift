/// A body that is a list, so that its page offers it as a file: ``List``, and what rooms have with more around their items.
public protocol Listing: Codable, Sendable {
    associatedtype Item: Codable & Sendable
    var items: [Item] { get }
    /// The cursor of the next page; nil at the end, and for lists that have one page only.
    var nextPage: String? { get }
}

extension Listing {
    public var nextPage: String? { nil }
}

extension List: Listing {
    public var nextPage: String? { next.value }
}
