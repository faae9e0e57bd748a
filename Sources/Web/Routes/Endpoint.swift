import Foundation

/// A line of the route table as pages about the API and tests of the whole table read it.
public struct Endpoint: Sendable, Equatable {
    /// Such as `POST`.
    public let method: String
    /// Without the face's prefix, e.g. `apps/{app}/builds/{id}`.
    public let path: String
    /// One English sentence; empty for pages.
    public let summary: String
    /// What it asks of its caller.
    public let policy: Policy
    /// Names in the query that it cannot do without.
    public let query: [String]
    /// JSON that shows what it takes, with what it cannot do without; nil where it takes none.
    public let sample: String?
    /// Media type of a body that is a file or a form with files.
    public let takes: String?
    /// Media type of an answer that is not JSON.
    public let gives: String?

    /// How the table of actions names it, e.g. `DELETE tokens/{id}`.
    public var name: String { "\(method) \(path)" }

    fileprivate init(_ route: Route) throws {
        let isQuery = route.method == .get || route.method == .delete
        let shape = try Shape.of(route.input)
        let input = shape.properties
        method = route.method.rawValue
        path = route.path
        summary = route.summary
        policy = route.policy
        query = isQuery ? input.filter { !$0.value.isOptional }.keys.sorted() : []
        sample = isQuery || input.isEmpty ? nil : try Self.json(shape)
        takes = route.consumes
        gives = route.mediaType
    }

    private static func json(_ shape: Shape) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        return String(decoding: try JSONSerialization.data(withJSONObject: shape.sample, options: options), as: UTF8.self)
    }
}

extension Routes {
    /// What a face offers, in the order in which it was added.
    public func endpoints(on face: Face) -> Once<[Endpoint]> {
        let table = table
        return Once { try table.filter { $0.faces.contains(face) }.map(Endpoint.init) }
    }
}

extension Shape {
    /// A value of it, with what it cannot do without.
    fileprivate var sample: Any {
        switch self {
        case .object(let properties): properties.shapes.filter { !$0.value.isOptional }.mapValues(\.sample)
        case .array(let element): [element.sample]
        case .dictionary, .any: [String: String]()
        case .optional(let inner): inner.sample
        case .string, .html: "…"
        case .integer, .number: 1
        case .boolean: true
        case .date: "2026-12-31T08:00:00Z"
        case .enumeration(let names): names.first ?? ""
        }
    }
}
