import Foundation

/// Fills a `Decodable` input from form fields or a query.
///
/// Empty means absent for optionals and numbers; a checkbox is true when it is there; a list takes every value of its name,
/// and commas inside one value; a nested value takes the fields `name.inner`.
struct FormDecoder {
    func decode<Input: Decodable>(_ type: Input.Type, from form: Form) throws -> Input {
        try Input(from: FormNode(form: form, prefix: ""))
    }
}

private struct FormNode: Decoder {
    let form: Form
    let prefix: String
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FormKeys<Key>(node: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        FormItems(name: prefix, values: form.all(prefix).flatMap { $0.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } })
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        FormValue(name: prefix, text: form[prefix] ?? "")
    }

    /// A value that looks itself up under the prefix. What it says of its own text, such as an enumeration of a word it does not
    /// have, is told of the field.
    func value<Value: Decodable>() throws -> Value {
        do {
            return try Value(from: self)
        } catch is DecodingError {
            throw Problem.invalid(prefix, "web.choice")
        }
    }
}

private struct FormKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let node: FormNode
    var codingPath: [any CodingKey] { [] }

    /// Asked for by dictionaries only: the names under this one, without what is nested in them.
    var allKeys: [Key] {
        let start = node.prefix.isEmpty ? "" : node.prefix + "."
        let names = node.form.fields.filter { $0.name.hasPrefix(start) }.map { $0.name.dropFirst(start.count).prefix { $0 != "." } }
        return Set(names).compactMap { Key(stringValue: String($0)) }
    }

    func contains(_ key: Key) -> Bool {
        node.form.fields.contains { ($0.name == name(key) && !$0.value.isEmpty) || $0.name.hasPrefix(name(key) + ".") }
    }

    func decodeNil(forKey key: Key) throws -> Bool { !contains(key) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try FormValue(name: name(key), text: node.form[name(key)] ?? "").decode(type)
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        guard contains(key) || type is String.Type || type is any RangeReplaceableCollection.Type else {
            throw Problem.invalid(name(key), "web.required")
        }
        return try FormNode(form: node.form, prefix: name(key)).value()
    }

    private func name(_ key: Key) -> String {
        node.prefix.isEmpty ? key.stringValue : "\(node.prefix).\(key.stringValue)"
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        try FormNode(form: node.form, prefix: name(key)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try FormNode(form: node.form, prefix: name(key)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { node }
    func superDecoder(forKey key: Key) throws -> any Decoder { node }
}

private struct FormItems: UnkeyedDecodingContainer {
    let name: String
    let values: [String]
    var codingPath: [any CodingKey] { [] }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex >= values.count }
    var currentIndex = 0

    init(name: String, values: [String]) {
        self.name = name
        self.values = values
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard !isAtEnd else { throw Problem.invalid(name, "web.required") }
        defer { currentIndex += 1 }
        return try FormNode(form: Form([(name, values[currentIndex])]), prefix: name).value()
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw Problem.invalid(name, "web.form.nested")
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Problem.invalid(name, "web.form.nested") }
    mutating func superDecoder() throws -> any Decoder { throw Problem.invalid(name, "web.form.nested") }
}

private struct FormValue: SingleValueDecodingContainer {
    let name: String
    let text: String
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { text.isEmpty }
    func decode(_ type: String.Type) throws -> String { text }
    func decode(_ type: Bool.Type) throws -> Bool { ["on", "true", "1", "yes"].contains(text) }

    /// Finite only: `nan` and `inf` are words that `Double` reads too, and nothing behind expects.
    func decode(_ type: Double.Type) throws -> Double { try number { Double($0).flatMap { $0.isFinite ? $0 : nil } } }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try number { Int($0) } }
    func decode(_ type: Int64.Type) throws -> Int64 { try number { Int64($0) } }

    private func number<Value>(_ read: (String) -> Value?) throws -> Value {
        guard let value = read(text.trimmingCharacters(in: .whitespaces)) else { throw Problem.invalid(name, "web.number") }
        return value
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if let type = type as? any FixedWidthInteger.Type { return try integer(type, as: Value.self) }
        return try FormNode(form: Form([(name, text)]), prefix: name).value()
    }

    /// The integers without a function of their own: they would ask this container again and never end.
    private func integer<Integer: FixedWidthInteger, Value>(_ type: Integer.Type, as wanted: Value.Type) throws -> Value {
        try number { Integer($0) as? Value }
    }
}
