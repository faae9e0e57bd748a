import Web

/// What of a value does not fit a schema.
struct JSONSchemaFault: Equatable {
    let reason: Reason
    /// JSON pointer into the value.
    let place: String
    /// What was asked for.
    let word: String

    enum Reason: String, CaseIterable, Sendable {
        case type, required, additional, choice, minimum, maximum, minLength, maxLength, pattern, minItems, unique
    }
}

extension JSONSchema {
    /// The first thing that does not fit; nil when all does.
    func fault(in value: JSONValue, at place: String = "") -> JSONSchemaFault? {
        switch self {
        case .all(let parts): parts.lazy.compactMap { $0.fault(in: value, at: place) }.first
        case .type(let type): type.admits(value) ? nil : .init(.type, place, type.rawValue)
        case .properties(let schemas): fault(inMembersOf: value, schemas, place)
        case .required(let names): missing(names, in: value).map { .init(.required, place, $0) }
        case .only(let names): others(names, in: value).first.map { .init(.additional, place, $0) }
        case .others(let names, let schema): fault(inMembersOf: value, Dictionary(others(names, in: value).map { ($0, schema) }) { $1 }, place)
        case .items(let schema): fault(inElementsOf: value, schema, place)
        case .minItems(let limit): value.elements.map { $0.count >= limit } ?? true ? nil : .init(.minItems, place, "\(limit)")
        case .uniqueItems: value.elements.map(Self.areUnique) ?? true ? nil : .init(.unique, place, "")
        case .choice(let values): values.contains(value) ? nil : .init(.choice, place, JSONValue.array(values).text())
        case .minimum(let limit): value.double.map { $0 >= limit } ?? true ? nil : .init(.minimum, place, Self.text(limit))
        case .maximum(let limit): value.double.map { $0 <= limit } ?? true ? nil : .init(.maximum, place, Self.text(limit))
        case .minLength(let limit): value.length.map { $0 >= limit } ?? true ? nil : .init(.minLength, place, "\(limit)")
        case .maxLength(let limit): value.length.map { $0 <= limit } ?? true ? nil : .init(.maxLength, place, "\(limit)")
        case .pattern(let pattern): value.string.map(pattern.matches) ?? true ? nil : .init(.pattern, place, pattern.text)
        }
    }

    private func fault(inMembersOf value: JSONValue, _ schemas: [String: JSONSchema], _ place: String) -> JSONSchemaFault? {
        guard case .object(let members) = value else { return nil }
        return schemas.sorted { $0.key < $1.key }.lazy.compactMap { name, schema in
            members[name].flatMap { schema.fault(in: $0, at: "\(place)/\(name)") }
        }.first
    }

    private func missing(_ names: [String], in value: JSONValue) -> String? {
        guard case .object(let members) = value else { return nil }
        return names.first { members[$0] == nil }
    }

    /// Names of the members that are not among these, in order.
    private func others(_ names: Set<String>, in value: JSONValue) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.keys.filter { !names.contains($0) }.sorted()
    }

    private func fault(inElementsOf value: JSONValue, _ schema: JSONSchema, _ place: String) -> JSONSchemaFault? {
        guard case .array(let elements) = value else { return nil }
        return elements.enumerated().lazy.compactMap { schema.fault(in: $1, at: "\(place)/\($0)") }.first
    }

    /// Equal values have equal texts.
    private static func areUnique(_ elements: [JSONValue]) -> Bool {
        Set(elements.map { $0.text() }).count == elements.count
    }

    private static func text(_ number: Double) -> String {
        (Int64(exactly: number).map(JSONValue.integer) ?? .number(number)).text()
    }
}

extension JSONSchemaFault {
    fileprivate init(_ reason: Reason, _ place: String, _ word: String) {
        self.init(reason: reason, place: place.isEmpty ? "/" : place, word: word)
    }
}

extension JSONSchema.JSONType {
    fileprivate func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.object, .object), (.array, .array), (.string, .string), (.boolean, .bool), (.null, .null): true
        case (.number, .integer), (.number, .number), (.integer, .integer): true
        default: false
        }
    }
}

extension JSONValue {
    /// nil for what is no number.
    var double: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        default: nil
        }
    }

    fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }

    fileprivate var elements: [JSONValue]? { if case .array(let values) = self { values } else { nil } }

    /// Of a text, in code points.
    fileprivate var length: Int64? { string.map { Int64($0.unicodeScalars.count) } }
}
