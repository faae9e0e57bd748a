/// The foot of a list on a page: how many there are, the next page, other page sizes. Read by `Views/Shared/pager`.
public struct Pager: Codable, Sendable {
    public let total: Int
    public let size: Int
    /// Set on every page but the first.
    public let first: String?
    public let next: String?
    public let sizes: [Size]

    public struct Size: Codable, Sendable {
        public let size: Int
        public let href: String
        public let current: Bool
    }

    /// - Parameter context: of the request for this page; all its other parameters stay.
    public init<Item>(_ list: List<Item>, _ place: ListPlace, _ context: Context) {
        total = list.total
        size = place.limit
        let query = context.query.setting("cursor", nil)
        first = place.cursor == nil ? nil : context.link(query)
        next = list.next.value.map { context.link(query.setting("cursor", $0)) }
        sizes = [20, 50, 100].map { Size(size: $0, href: context.link(query.setting("limit", "\($0)")), current: $0 == place.limit) }
    }
}
