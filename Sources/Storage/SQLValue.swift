import Foundation

/// What a column holds, the same on every engine.
public enum SQLValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// A Swift value that a column can hold.
public protocol SQLConvertible {
    var sqlValue: SQLValue { get }
    /// - Returns: nil when the column holds something of another kind.
    init?(sqlValue: SQLValue)
}

extension Int64: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self) }

    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Int: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(self)) }

    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: SQLConvertible {
    public var sqlValue: SQLValue { .integer(self ? 1 : 0) }

    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value != 0
    }
}

extension Double: SQLConvertible {
    public var sqlValue: SQLValue { .real(self) }

    public init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .real(let value): self = value
        case .integer(let value): self = Double(value)
        default: return nil
        }
    }
}

extension String: SQLConvertible {
    public var sqlValue: SQLValue { .text(self) }

    public init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
}

extension [UInt8]: SQLConvertible {
    public var sqlValue: SQLValue { .blob(self) }

    public init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Date: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(milliseconds)) }

    public init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(milliseconds: Int(value))
    }
}

extension Optional: SQLConvertible where Wrapped: SQLConvertible {
    public var sqlValue: SQLValue { self?.sqlValue ?? .null }

    public init?(sqlValue: SQLValue) {
        if sqlValue == .null {
            self = .none
            return
        }
        guard let value = Wrapped(sqlValue: sqlValue) else { return nil }
        self = value
    }
}

extension SQLConvertible where Self: RawRepresentable, RawValue: SQLConvertible {
    public var sqlValue: SQLValue { rawValue.sqlValue }

    public init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
}

/// A value that is one already, as rows of a `BulkTable` have them.
extension SQLValue: SQLConvertible {
    public var sqlValue: SQLValue { self }

    public init?(sqlValue: SQLValue) {
        self = sqlValue
    }
}
