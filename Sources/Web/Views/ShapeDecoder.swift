/// Notes what a type asks for, and answers with samples.
final class ShapeDecoder: Decoder {
    let probe: ShapeProbe
    let depth: Int
    var found: Shape?
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(probe: ShapeProbe, depth: Int) {
        self.probe = probe
        self.depth = depth
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        if found == nil { found = .object([:]) }
        return KeyedDecodingContainer(ShapeKeys<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        found = .array(.any)
        return ShapeItems(decoder: self)
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        ShapeSingle(decoder: self)
    }

    func note(_ key: String, _ shape: Shape) {
        guard case .object(var members) = found else { return }
        members.note(key, shape)
        found = .object(members)
    }

    func shape<Value: Decodable>(_ type: Value.Type) throws -> Shape {
        try probe.shape(type, depth: depth + 1)
    }

    func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try probe.sample(type, depth: depth + 1)
    }
}

private struct ShapeKeys<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }
    /// Dictionaries ask for all keys: one stands for any.
    var allKeys: [Key] {
        decoder.found = .dictionary(.any)
        return [Key(stringValue: "*")].compactMap { $0 }
    }

    func contains(_ key: Key) -> Bool { true }

    func decodeNil(forKey key: Key) throws -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        note(key, try decoder.shape(type))
        return try decoder.sample(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        note(key, .optional(try decoder.shape(type)))
        return nil
    }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { leaf(key, .boolean, false) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { leaf(key, .string, "") }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { leaf(key, .number, 0) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { leaf(key, .integer, 0) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { leaf(key, .integer, 0) }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { leaf(key, .optional(.boolean), nil) }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { leaf(key, .optional(.string), nil) }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { leaf(key, .optional(.number), nil) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { leaf(key, .optional(.integer), nil) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { leaf(key, .optional(.integer), nil) }

    private func leaf<Value>(_ key: Key, _ shape: Shape, _ value: Value) -> Value {
        note(key, shape)
        return value
    }

    private func note(_ key: Key, _ shape: Shape) {
        if case .dictionary = decoder.found {
            decoder.found = .dictionary(shape)
        } else {
            decoder.note(key.stringValue, shape)
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw ShapeEnd.nestedByHand
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw ShapeEnd.nestedByHand }
    func superDecoder() throws -> any Decoder { throw ShapeEnd.nestedByHand }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeEnd.nestedByHand }
}

/// Hands out one element and then ends.
private struct ShapeItems: UnkeyedDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    init(decoder: ShapeDecoder) {
        self.decoder = decoder
    }

    mutating func decodeNil() throws -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        decoder.found = .array(try decoder.shape(type))
        currentIndex += 1
        return try decoder.sample(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
        throw ShapeEnd.nestedByHand
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ShapeEnd.nestedByHand }
    mutating func superDecoder() throws -> any Decoder { throw ShapeEnd.nestedByHand }
}

private struct ShapeSingle: SingleValueDecodingContainer {
    let decoder: ShapeDecoder
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
        decoder.found = .optional(decoder.found ?? .any)
        return false
    }

    func decode(_ type: Bool.Type) throws -> Bool { leaf(.boolean, false) }
    func decode(_ type: String.Type) throws -> String { leaf(.string, "") }
    func decode(_ type: Double.Type) throws -> Double { leaf(.number, 0) }
    func decode(_ type: Int.Type) throws -> Int { leaf(.integer, 0) }
    func decode(_ type: Int64.Type) throws -> Int64 { leaf(.integer, 0) }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        leaf(try decoder.shape(type), try decoder.sample(type))
    }

    private func leaf<Value>(_ shape: Shape, _ value: Value) -> Value {
        if case .optional = decoder.found { decoder.found = .optional(shape) } else { decoder.found = shape }
        return value
    }
}

/// Why a type cannot be followed.
enum ShapeEnd: Error {
    case tooDeep
    /// A container made by hand, which synthesized conformances never do.
    case nestedByHand
}
