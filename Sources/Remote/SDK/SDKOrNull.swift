/// A value that may be missing, and is null in JSON then: synthesised `Encodable` would leave it out.
@propertyWrapper
public struct SDKOrNull<Value: Encodable & Sendable>: Encodable, Sendable {
    public var wrappedValue: Value?

    public init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}

extension SDKOrNull: Equatable where Value: Equatable {}
