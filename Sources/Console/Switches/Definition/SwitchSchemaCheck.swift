import Web

/// What of a value does not fit a schema.
struct SwitchSchemaFault: Equatable {
    let reason: Reason
    /// JSON pointer into the value.
    let place: String
    /// What was asked for.
    let word: String

    enum Reason: String, CaseIterable, Sendable {
        case type, required, choice, minimum, maximum, maxLength
    }
}

extension SwitchSchema {
    /// The first thing that does not fit; nil when all does.
    func fault(in value: JSONValue, at place: String = "") -> SwitchSchemaFault? {
        switch self {
        case .all(let parts): parts.lazy.compactMap { $0.fault(in: value, at: place) }.first
        case .type(let type): type.admits(value) ? nil : .init(.type, place, type.rawValue)
        case .properties(let schemas): fault(inMembersOf: value, schemas, place)
        case .required(let names): missing(names, in: value).map { .init(.required, place, $0) }
        case .items(let schema): fault(inElementsOf: value, schema, place)
        case .choice(let values): values.contains(value) ? nil : .init(.choice, place, JSONValue.array(values).text())
        case .minimum(let limit): value.double.map { $0 >= limit } ?? true ? nil : .init(.minimum, place, Self.text(limit))
        case .maximum(let limit): value.double.map { $0 <= limit } ?? true ? nil : .init(.maximum, place, Self.text(limit))
        case .maxLength(let limit): value.length.map { $0 <= limit } ?? true ? nil : .init(.maxLength, place, "\(limit)")
        }
    }

    private func fault(inMembersOf value: JSONValue, _ schemas: [String: SwitchSchema], _ place: String) -> SwitchSchemaFault? {
        guard case .object(let members) = value else { return nil }
        return schemas.sorted { $0.key < $1.key }.lazy.compactMap { name, schema in
            members[name].flatMap { schema.fault(in: $0, at: "\(place)/\(name)") }
        }.first
    }

    private func missing(_ names: [String], in value: JSONValue) -> String? {
        guard case .object(let members) = value else { return nil }
        return names.first { members[$0] == nil }
    }

    private func fault(inElementsOf value: JSONValue, _ schema: SwitchSchema, _ place: String) -> SwitchSchemaFault? {
        guard case .array(let elements) = value else { return nil }
        return elements.enumerated().lazy.compactMap { schema.fault(in: $1, at: "\(place)/\($0)") }.first
    }

    private static func text(_ number: Double) -> String {
        (Int64(exactly: number).map(JSONValue.integer) ?? .number(number)).text()
    }
}

extension SwitchSchemaFault {
    fileprivate init(_ reason: Reason, _ place: String, _ word: String) {
        self.init(reason: reason, place: place.isEmpty ? "/" : place, word: word)
    }
}

extension SwitchSchema.JSONType {
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

    /// Of a text, in code points.
    fileprivate var length: Int64? {
        if case .string(let text) = self { Int64(text.unicodeScalars.count) } else { nil }
    }
}
