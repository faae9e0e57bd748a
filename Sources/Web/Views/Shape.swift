/// What a value looks like from outside, read from its `Decodable` conformance without having a value.
///
/// The OpenAPI document is written from shapes, and templates are checked against them before the first page is served.
indirect enum Shape: Sendable, Equatable {
    case object(ShapeMembers)
    case array(Shape)
    case dictionary(Shape)
    case optional(Shape)
    case string
    case integer
    case number
    case boolean
    case date
    case enumeration([String])
    case html
    /// A `JSONValue`, or too deep to look into.
    case any

    /// - Throws: `ViewError` when the type decodes itself in a way that cannot be followed to its end, so that names would be missing:
    ///   an enumeration that is not `CaseIterable`, nested containers by hand, or a type that holds itself.
    static func of(_ type: any Decodable.Type) throws -> Shape {
        try ShapeProbe().shape(type, depth: 0)
    }

    var unwrapped: Shape {
        if case .optional(let shape) = self { shape.unwrapped } else { self }
    }

    var properties: [String: Shape] {
        if case .object(let members) = unwrapped { members.shapes } else { [:] }
    }
}

/// What an object has, in the order its type asks for it; the order makes no difference to whether two are equal.
struct ShapeMembers: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    private(set) var names: [String] = []
    private(set) var shapes: [String: Shape] = [:]

    init(dictionaryLiteral members: (String, Shape)...) {
        for (name, shape) in members { note(name, shape) }
    }

    init(_ shapes: [String: Shape]) {
        names = shapes.keys.sorted()
        self.shapes = shapes
    }

    mutating func note(_ name: String, _ shape: Shape) {
        if shapes.updateValue(shape, forKey: name) == nil { names.append(name) }
    }

    subscript(_ name: String) -> Shape? { shapes[name] }

    static func == (one: Self, other: Self) -> Bool { one.shapes == other.shapes }
}
