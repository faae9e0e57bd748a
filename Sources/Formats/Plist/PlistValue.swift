import Foundation

/// A value of a property list.
public enum PlistValue: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case real(Double)
    case boolean(Bool)
    case date(Date)
    case data([UInt8])
    case list([PlistValue])
    case dictionary([String: PlistValue])
}

extension PlistValue {
    public subscript(key: String) -> PlistValue? {
        if case .dictionary(let members) = self { members[key] } else { nil }
    }

    public var members: [String: PlistValue] {
        if case .dictionary(let members) = self { members } else { [:] }
    }

    public var items: [PlistValue] {
        if case .list(let items) = self { items } else { [] }
    }

    public var string: String? {
        if case .string(let string) = self { string } else { nil }
    }

    public var date: Date? {
        if case .date(let date) = self { date } else { nil }
    }

    public var data: [UInt8]? {
        if case .data(let data) = self { data } else { nil }
    }

    public var isTrue: Bool { self == .boolean(true) }

    /// As people write it, lists with `, `; nil for what has no short form.
    public var text: String? {
        switch self {
        case .string(let string): string
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .boolean(let flag): String(flag)
        case .list(let items): items.compactMap(\.text).joined(separator: ", ")
        case .date, .data, .dictionary: nil
        }
    }
}
