import Foundation

/// Turns any `Encodable` body into the dictionaries, arrays and leaves that templates read.
///
/// Dictionaries render about four times faster than structs by `Mirror`, and a leaf knows how to format itself.
struct ViewEncoder {
    let formatter: ReaderFormatter

    func tree(_ body: some Encodable) throws -> Any {
        let node = ViewNode(encoder: self)
        try body.encode(to: node)
        return node.tree
    }

    func leaf(_ leaf: ViewValue.Leaf) -> ViewValue {
        ViewValue(value: leaf, formatter: formatter)
    }

    func child(_ value: some Encodable) throws -> Any {
        switch value {
        case let value as Date: leaf(.date(value))
        case let value as SafeHTML: value
        case let value as String: leaf(.text(value))
        case let value as Message: leaf(.text(formatter.words[value]))
        case let value as Bool: value
        case let value as Int: leaf(.number(Double(value)))
        case let value as Double: leaf(.number(value))
        default: try tree(value)
        }
    }
}

private final class ViewNode: Encoder {
    let encoder: ViewEncoder
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var object: [String: Any] = [:]
    var list: [Any]?
    var single: Any?

    init(encoder: ViewEncoder) {
        self.encoder = encoder
    }

    var tree: Any { single ?? list ?? object }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ViewKeys(node: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        list = []
        return ViewItems(node: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
        ViewSingle(node: self)
    }
}

private struct ViewKeys<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: ViewNode
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil(forKey key: Key) throws {
        node.object[key.stringValue] = node.encoder.leaf(.null)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        node.object[key.stringValue] = try node.encoder.child(value)
    }

    /// Absent values stay visible to templates as nulls, so that `{{percent(rate)}}` can print `-`.
    mutating func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    mutating func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try present(value, key) }
    mutating func encodeIfPresent(_ value: String?, forKey key: Key) throws { try present(value, key) }
    mutating func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try present(value, key) }
    mutating func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try present(value, key) }
    mutating func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try present(value, key) }

    private mutating func present<Value: Encodable>(_ value: Value?, _ key: Key) throws {
        if let value { try encode(value, forKey: key) } else { try encodeNil(forKey: key) }
    }

    // Types that nest by hand have no `Shape`, so none comes here; what they would write is dropped.

    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(ViewKeys<Nested>(node: ViewNode(encoder: node.encoder)))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { ViewNode(encoder: node.encoder).unkeyedContainer() }

    mutating func superEncoder() -> any Encoder { ViewNode(encoder: node.encoder) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { ViewNode(encoder: node.encoder) }
}

private struct ViewItems: UnkeyedEncodingContainer {
    let node: ViewNode
    var codingPath: [any CodingKey] { [] }
    var count: Int { node.list?.count ?? 0 }

    mutating func encodeNil() throws { node.list?.append(node.encoder.leaf(.null)) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        node.list?.append(try node.encoder.child(value))
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy keyType: Nested.Type) -> KeyedEncodingContainer<Nested> {
        KeyedEncodingContainer(ViewKeys<Nested>(node: ViewNode(encoder: node.encoder)))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { ViewNode(encoder: node.encoder).unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { ViewNode(encoder: node.encoder) }
}

private struct ViewSingle: SingleValueEncodingContainer {
    let node: ViewNode
    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws { node.single = node.encoder.leaf(.null) }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
        switch value {
        case let value as any BinaryInteger: node.single = node.encoder.leaf(.number(Double(value)))
        case let value as any BinaryFloatingPoint: node.single = node.encoder.leaf(.number(Double(value)))
        default: node.single = try node.encoder.child(value)
        }
    }
}
