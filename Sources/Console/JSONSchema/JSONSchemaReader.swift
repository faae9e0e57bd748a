import Web

/// Makes a ``JSONSchema`` of its text.
struct JSONSchemaReader {
    private let words: Set<JSONSchema.Word>
    /// By name.
    private let definitions: [String: JSONValue]

    private static let deepest = 24

    init(_ schema: JSONValue, words: Set<JSONSchema.Word>) {
        self.words = words
        guard words.contains(.definitions), case .object(let members) = schema, case .object(let definitions) = members["$defs"] else {
            self.definitions = [:]
            return
        }
        self.definitions = definitions
    }

    /// - Parameter names: of the definitions that it is inside of.
    func schema(_ schema: JSONValue, at place: String, within names: [String]) throws(JSONSchemaError) -> JSONSchema {
        guard case .object(let members) = schema else { throw JSONSchemaError(.notASchema, place) }
        guard schema.depth <= Self.deepest, names.count <= Self.deepest else { throw JSONSchemaError(.tooDeep, place) }
        var parts: [JSONSchema] = []
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let word = JSONSchema.Word(rawValue: name), words.contains(word) else { throw JSONSchemaError(.unknown, place, name) }
            if let part = try part(word, value, members, place, names) { parts.append(part) }
        }
        return .all(parts)
    }

    private func part(
        _ word: JSONSchema.Word,
        _ value: JSONValue,
        _ members: [String: JSONValue],
        _ place: String,
        _ names: [String]
    ) throws(JSONSchemaError) -> JSONSchema? {
        switch (word, value) {
        case (.properties, .object(let members)): return .properties(try properties(members, place, names))
        case (.items, _): return .items(try schema(value, at: "\(place)/items", within: names))
        case (.additionalProperties, .bool(let admitted)): return admitted ? nil : .only(Self.names(members))
        case (.additionalProperties, _): return .others(Self.names(members), try schema(value, at: "\(place)/additionalProperties", within: names))
        case (.ref, .string(let reference)): return try referred(reference, place, names)
        case (.definitions, .object) where place.isEmpty: return nil
        case (.schema, .string), (.id, .string), (.title, .string), (.description, .string): return nil
        default:
            guard let part = simple(word, value) else { throw JSONSchemaError(.wrong, place, word.rawValue) }
            return part
        }
    }

    private func properties(_ members: [String: JSONValue], _ place: String, _ names: [String]) throws(JSONSchemaError) -> [String: JSONSchema] {
        var schemas: [String: JSONSchema] = [:]
        for (name, schema) in members { schemas[name] = try self.schema(schema, at: "\(place)/properties/\(name)", within: names) }
        return schemas
    }

    private static func names(_ members: [String: JSONValue]) -> Set<String> {
        guard case .object(let properties) = members["properties"] else { return [] }
        return Set(properties.keys)
    }

    private func referred(_ reference: String, _ place: String, _ names: [String]) throws(JSONSchemaError) -> JSONSchema {
        let name = String(reference.dropFirst("#/$defs/".count))
        guard reference.hasPrefix("#/$defs/"), !names.contains(name), let definition = definitions[name] else {
            throw JSONSchemaError(.wrong, place, "$ref")
        }
        return try schema(definition, at: "/$defs/\(name)", within: names + [name])
    }

    /// What holds no other schema; nil for what is not written as it should be.
    private func simple(_ word: JSONSchema.Word, _ value: JSONValue) -> JSONSchema? {
        switch (word, value) {
        case (.type, .string(let name)): JSONSchema.JSONType(rawValue: name).map(JSONSchema.type)
        case (.required, .array(let names)): Self.strings(names).map(JSONSchema.required)
        case (.enum, .array(let values)): values.isEmpty ? nil : .choice(values)
        case (.const, _): .choice([value])
        case (.minimum, _): value.double.map(JSONSchema.minimum)
        case (.maximum, _): value.double.map(JSONSchema.maximum)
        case (.minLength, .integer(let limit)): limit >= 0 ? .minLength(limit) : nil
        case (.maxLength, .integer(let limit)): limit >= 0 ? .maxLength(limit) : nil
        case (.minItems, .integer(let limit)): limit >= 0 ? .minItems(limit) : nil
        case (.uniqueItems, .bool(let unique)): unique ? .uniqueItems : .all([])
        case (.pattern, .string(let text)): JSONPattern(text).map(JSONSchema.pattern)
        default: nil
        }
    }

    private static func strings(_ values: [JSONValue]) -> [String]? {
        let names = values.compactMap { if case .string(let name) = $0 { name } else { nil } }
        return names.count == values.count ? names : nil
    }
}

/// A regular expression of a schema. It may stand anywhere in a text, as ECMA-262 and JSON Schema have it.
struct JSONPattern: Sendable {
    let text: String
    /// Immutable, and matched anew each time; only its type does not say so.
    nonisolated(unsafe) private let expression: Regex<AnyRegexOutput>

    /// - Returns: nil for what is no expression.
    init?(_ text: String) {
        guard let expression = try? Regex(text) else { return nil }
        self.text = text
        self.expression = expression
    }

    func matches(_ value: String) -> Bool { value.firstMatch(of: expression) != nil }
}
