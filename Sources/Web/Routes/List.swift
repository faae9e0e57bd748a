import Foundation

/// One page of a list, in the form every list of the API has.
public struct List<Item: Codable & Sendable>: Codable, Sendable {
    /// At most as many as were asked for.
    public let items: [Item]
    /// The cursor of the next page.
    public let next: OrNull<String>
    /// How many there are on all pages.
    public let total: Int

    public init(items: [Item], next: String?, total: Int) {
        self.items = items
        self.next = OrNull(next)
        self.total = total
    }

    /// The same page with its items made into something else.
    public func map<Other>(_ transform: (Item) throws -> Other) rethrows -> List<Other> {
        List<Other>(items: try items.map(transform), next: next.value, total: total)
    }
}

/// Where in a list to read: `?limit=` 1–100, default 20, and `?cursor=` as an earlier answer gave it.
public struct ListPlace: Sendable {
    /// Items on a page.
    public let limit: Int
    /// Behind this one; nil at the start.
    public let cursor: Cursor?
    private let isCounted = ListPlace.counts.get()

    /// Whether anybody will see the total. Who reads page after page for a file does not: to count a long list a hundred times takes longer than to
    /// read it.
    static let counts = TaskLocal(wrappedValue: true)

    /// - Throws: `invalid` for a limit out of range or a cursor that no list gave out.
    public init(limit: Int?, cursor: String?) throws {
        self.limit = limit ?? 20
        guard (1...100).contains(self.limit) else { throw Problem.invalid("limit", "web.limit.range") }
        self.cursor = try cursor.flatMap { $0.isEmpty ? nil : $0 }.map { text in
            guard let cursor = Cursor(text: text) else { throw Problem.invalid("cursor", "web.cursor.unknown") }
            return cursor
        }
    }

    /// Cuts rows read with `limit + 1` to a page and tells the cursor of the next one.
    /// - Parameter total: of the whole list; only asked for where this page is not all of it, and where somebody will see it.
    public func page<Row>(_ rows: [Row], total: @autoclosure () throws -> Int, cursor: (Row) -> Cursor) rethrows -> List<Row> {
        let items = Array(rows.prefix(limit))
        let isAll = self.cursor == nil && rows.count <= limit
        let next = rows.count > limit ? items.last.map { cursor($0).text } : nil
        return List(items: items, next: next, total: isAll || !isCounted ? items.count : try total())
    }
}

/// The sort key of the last row shown: a number (mostly a time in ms) and an id that makes it unique.
public struct Cursor: Sendable, Equatable {
    /// What the list is ordered by.
    public let number: Int
    /// Orders those with the same number.
    public let id: String

    public init(_ number: Int, _ id: String) {
        self.number = number
        self.id = id
    }

    /// Of a list in order of time, to the millisecond as the database keeps it.
    public init(_ time: Date, _ id: String) {
        self.init(Int((time.timeIntervalSince1970 * 1_000).rounded()), id)
    }

    init?(text: String) {
        guard text.utf8.count <= 512, let data = Data(base64Encoded: text.replacing("-", with: "+").replacing("_", with: "/")) else { return nil }
        let halves = data.split(separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2, let number = Int(String(decoding: halves[0], as: UTF8.self)) else { return nil }
        self.init(number, String(decoding: halves[1], as: UTF8.self))
    }

    /// Base64 in the alphabet for addresses (RFC 4648, section 5).
    public var text: String {
        Data("\(number) \(id)".utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
    }
}
