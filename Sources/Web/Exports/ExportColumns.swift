import Foundation

/// The columns of a table made from JSON: one for every leaf of an item, objects within it taken apart with dots, in the order its type has them.
struct ExportColumns: Sendable, Equatable {
    let names: [String]

    /// - Parameter shape: of one item. What is no object is one column, `value`.
    init(of shape: Shape) {
        names = Self.leaves(shape, "")
    }

    private static func leaves(_ shape: Shape, _ name: String) -> [String] {
        guard case .object(let members) = shape.unwrapped, !members.names.isEmpty else { return [name.isEmpty ? "value" : name] }
        return members.names.flatMap { leaves(members[$0] ?? .any, name.isEmpty ? $0 : "\(name).\($0)") }
    }

    /// An item's row: empty where it has nothing, lists of words and numbers with commas, everything else that is no leaf as JSON.
    func row(_ item: JSONValue) -> [String] {
        guard case .object = item else { return [Self.text(item)] }
        return names.map { Self.text(Self.value(item, at: $0.split(separator: "."))) }
    }

    private static func value(_ item: JSONValue, at path: [Substring]) -> JSONValue {
        path.reduce(item) { value, name in
            guard case .object(let members) = value else { return .null }
            return members[String(name)] ?? .null
        }
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        case .array(let values) where values.allSatisfy(isLeaf): values.map(text).joined(separator: ", ")
        default: value.text()
        }
    }

    private static func isLeaf(_ value: JSONValue) -> Bool {
        switch value {
        case .array, .object: false
        default: true
        }
    }
}
