/// The foot of a list on a page: how many there are, the next page, other page sizes. Read by `Views/Shared/pager`.
public struct Pager: Codable, Sendable {
    /// Items on all pages.
    public let total: Int
    /// Items on a page.
    public let size: Int
    /// Set on every page but the first.
    public let first: String?
    /// nil on the last page.
    public let next: String?
    /// The page sizes to choose from.
    public let sizes: [Size]

    /// A page size and the link that asks for it.
    public struct Size: Codable, Sendable {
        /// Items on a page.
        public let size: Int
        /// This page, so cut.
        public let href: String
        /// Whether it is the one shown.
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

extension Context {
    /// The page's query without the place in its list.
    public var filters: Form { query.setting("cursor", nil).setting("limit", nil) }

    /// Whether the list of this page shows a part of what there is.
    public var isFiltered: Bool { !filters.fields.isEmpty }
}
