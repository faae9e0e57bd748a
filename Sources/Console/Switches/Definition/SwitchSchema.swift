import Web

/// The part of JSON Schema (draft 2020-12) that values of switches are held against. A schema that says anything else is refused, so that
/// nobody relies on what is not looked at.
///
/// | word | means |
/// |---|---|
/// | `type` | one of `object` `array` `string` `number` `integer` `boolean` `null` |
/// | `properties`, `required` | schemas of an object's members; names of those that have to be there |
/// | `items` | the schema of every element of an array |
/// | `enum` | one of these values |
/// | `minimum`, `maximum` | of a number, both included |
/// | `maxLength` | of a text, in Unicode code points |
indirect enum SwitchSchema: Sendable {
    case all([SwitchSchema])
    case type(JSONType)
    case properties([String: SwitchSchema])
    case required([String])
    case items(SwitchSchema)
    case choice([JSONValue])
    case minimum(Double)
    case maximum(Double)
    case maxLength(Int64)

    enum JSONType: String, Sendable {
        case object, array, string, number, integer, boolean, null
    }

    init(_ schema: JSONValue) throws(SwitchSchemaError) {
        try self.init(schema, at: "")
    }

    private init(_ schema: JSONValue, at place: String) throws(SwitchSchemaError) {
        guard case .object(let words) = schema else { throw SwitchSchemaError(.notASchema, place) }
        guard schema.depth <= 24 else { throw SwitchSchemaError(.tooDeep, place) }
        var parts: [SwitchSchema] = []
        for (word, value) in words.sorted(by: { $0.key < $1.key }) { parts.append(try Self.part(word, value, place)) }
        self = .all(parts)
    }

    private static func part(_ word: String, _ value: JSONValue, _ place: String) throws(SwitchSchemaError) -> SwitchSchema {
        switch (word, value) {
        case ("type", .string(let name)): if let type = JSONType(rawValue: name) { return .type(type) }
        case ("properties", .object(let members)): return .properties(try properties(members, place))
        case ("required", .array(let names)): if let names = strings(names) { return .required(names) }
        case ("items", _): return .items(try SwitchSchema(value, at: "\(place)/items"))
        case ("enum", .array(let values)): if !values.isEmpty { return .choice(values) }
        case ("minimum", _): if let limit = value.double { return .minimum(limit) }
        case ("maximum", _): if let limit = value.double { return .maximum(limit) }
        case ("maxLength", .integer(let limit)): if limit >= 0 { return .maxLength(limit) }
        case ("type", _), ("properties", _), ("required", _), ("enum", _), ("maxLength", _): break
        default: throw SwitchSchemaError(.unknown, place, word)
        }
        throw SwitchSchemaError(.wrong, place, word)
    }

    private static func properties(_ members: [String: JSONValue], _ place: String) throws(SwitchSchemaError) -> [String: SwitchSchema] {
        var schemas: [String: SwitchSchema] = [:]
        for (name, schema) in members { schemas[name] = try SwitchSchema(schema, at: "\(place)/properties/\(name)") }
        return schemas
    }

    private static func strings(_ values: [JSONValue]) -> [String]? {
        let names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return names.count == values.count ? names : nil
    }
}

/// Why something is not a schema of the subset, or a value does not fit one.
struct SwitchSchemaError: Error, Equatable {
    let reason: Reason
    /// JSON pointer into the schema, or into the value.
    let place: String
    let word: String

    enum Reason: String, CaseIterable, Sendable {
        case notASchema, tooDeep, unknown, wrong
    }

    init(_ reason: Reason, _ place: String, _ word: String = "") {
        self.reason = reason
        self.place = place.isEmpty ? "/" : place
        self.word = word
    }
}
