import Foundation
import Web

/// What a switch's values are.
enum SwitchType: String, Codable, CaseIterable, Sendable {
    case string, number, boolean, json

    /// Whether a value is of this type. `null` is none: to clients it would be as if the switch were not there.
    func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.number, .integer), (.number, .number), (.boolean, .bool): true
        case (.json, .null): false
        case (.json, _): true
        default: false
        }
    }

    /// Reads what somebody typed.
    /// - Returns: nil when it is of another type.
    func value(_ typed: String) -> JSONValue? {
        let trimmed = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        if self == .string { return .string(typed) }
        return JSONValue(text: self == .boolean ? trimmed.lowercased() : trimmed).flatMap { admits($0) ? $0 : nil }
    }

    /// As it stands in a form: texts as they are, JSON on several lines.
    func typed(_ value: JSONValue) -> String {
        if self == .string, case .string(let text) = value { return text }
        return value.text(pretty: self == .json)
    }
}
