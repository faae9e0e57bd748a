import Foundation

@testable import Web

/// A list of several pages, whose items have everything that a file of them has to cope with.
struct SampleStock: Codable, Sendable {
    struct Size: Codable, Sendable {
        var width: Double
        var unit: String?
    }

    struct Part: Codable, Sendable {
        var number: Int
    }

    var id: Int
    var name: String
    var kind: SampleKind
    var size: Size
    var tags: [String]
    var parts: [Part]
    var made = SampleSite.now
    var sold: OrNull<Date> = OrNull(nil)
    var isLast: Bool

    struct Query: Codable, Sendable {
        var kind: SampleKind?
        /// How many there are; 250 unless told.
        var count: Int?
        var limit: Int?
        var cursor: String?
    }

    /// Numbered from 0; every tenth is large. Number 1 would be a formula.
    @Sendable static func list(_ query: Query, _ context: Context) async throws -> Reply<List<SampleStock>, Nothing> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let count = query.count ?? 250
        let numbers = (0..<count).filter { query.kind == nil || ($0 % 10 == 0) == (query.kind == .large) }
        let rest = numbers.filter { $0 > place.cursor?.number ?? -1 }.prefix(place.limit + 1).map { SampleStock($0, of: count) }
        return Reply.show(place.page(rest, total: numbers.count) { Cursor($0.id, "") }) { Nothing() }
            .inZone(TimeZone(secondsFromGMT: -5 * 3_600) ?? .gmt)
    }

    private init(_ number: Int, of count: Int) {
        id = number
        name = number == 1 ? "=1+1, \"x\"" : "item \(number)"
        kind = number % 10 == 0 ? .large : .small
        size = Size(width: 1.5, unit: number == 2 ? "m" : nil)
        tags = number == 2 ? ["a", "b, c"] : []
        parts = number == 2 ? [Part(number: 1)] : []
        isLast = number == count - 1
    }
}
