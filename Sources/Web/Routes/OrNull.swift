/// A value that JSON shows as `null` when there is none, where an optional would leave the name out.
public struct OrNull<Value: Codable & Sendable>: Codable, Sendable {
    /// What there is, if anything.
    public let value: Value?

    public init(_ value: Value?) {
        self.value = value
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        value = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value { try container.encode(value) } else { try container.encodeNil() }
    }
}

extension OrNull: Equatable where Value: Equatable {}
