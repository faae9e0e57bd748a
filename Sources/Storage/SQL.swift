/// A statement with its bound values.
///
/// Written as an interpolated literal; every interpolation becomes a bound parameter, never text:
/// `"SELECT name FROM app WHERE id = \(id)"`. Another `SQL` interpolated is spliced in, so that
/// conditions can be composed. The words are the dialect that SQLite ≥ 3.40 and PostgreSQL ≥ 15 share.
public struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// The statement with `?` where values are bound.
    public private(set) var text: String
    /// The values, in the order of the question marks.
    public private(set) var values: [SQLValue]

    public init(stringLiteral value: String) {
        text = value
        values = []
    }

    public init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        values = stringInterpolation.values
    }

    /// Text that is part of the program, such as a migration; never anything from outside.
    public init(trusted text: String) {
        self.text = text
        values = []
    }

    /// `(a) AND (b) AND (c)`, or a condition that always holds when there is none.
    public static func all(_ conditions: [SQL]) -> SQL {
        guard let first = conditions.first else { return "1 = 1" }
        return conditions.dropFirst().reduce("(\(first))") { "\($0) AND (\($1))" }
    }

    /// `?, ?, ?` for `IN (…)`; an empty list matches nothing.
    public static func list(_ values: [some SQLConvertible]) -> SQL {
        guard let first = values.first else { return "NULL" }
        return values.dropFirst().reduce("\(first)") { "\($0), \($1)" }
    }

    /// Puts the literal together.
    public struct StringInterpolation: StringInterpolationProtocol {
        var text = ""
        var values: [SQLValue] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            values.reserveCapacity(interpolationCount)
        }

        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// A bound value.
        public mutating func appendInterpolation(_ value: some SQLConvertible) {
            text += "?"
            values.append(value.sqlValue)
        }

        /// Nil is bound as NULL. By itself the compiler would warn of an optional in a text.
        public mutating func appendInterpolation<Value: SQLConvertible>(_ value: Value?) {
            text += "?"
            values.append(value.sqlValue)
        }

        /// Another statement's text with its values.
        public mutating func appendInterpolation(_ fragment: SQL) {
            text += fragment.text
            values += fragment.values
        }
    }
}
