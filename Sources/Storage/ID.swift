/// The identity of one kind of thing: `ID<Account>` cannot be passed where `ID<Token>` is wanted.
public struct ID<Thing>: RawRepresentable, Hashable, Sendable, Codable, SQLConvertible, CustomStringConvertible {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }

    public var description: String { rawValue }
}
