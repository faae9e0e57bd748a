import Foundation
import Web

/// Reads texts of a form of a release, an update's or a patch's, and notes those that it cannot.
struct UpdateFieldsReader {
    var wrong: [Rejection] = []

    mutating func choice<Choice: RawRepresentable<String>>(_ typed: String, _ field: String) -> Choice? {
        let found = Choice(rawValue: typed)
        if found == nil { wrong.append(Rejection(field, "web.choice")) }
        return found
    }

    /// nil for nothing; a million may be written with commas.
    mutating func number(_ typed: String, _ field: String) -> Int? {
        let text = typed.trimmingCharacters(in: .whitespaces).replacing(",", with: "")
        if text.isEmpty { return nil }
        let found = Int(text)
        if found == nil { wrong.append(Rejection(field, "web.number")) }
        return found
    }

    /// nil for nothing.
    /// - Parameter range: the sentence for what is no number.
    mutating func percentage(_ typed: String, range: String) -> Double? {
        let text = typed.trimmingCharacters(in: .whitespaces).replacing(#/\s*[%％]$/#, with: "")
        if text.isEmpty { return nil }
        if let percentage = Double(text), percentage.isFinite { return percentage }
        wrong.append(Rejection("percentage", range))
        return nil
    }

    mutating func rule(_ fields: UpdateRuleFields, _ field: String) -> UpdateRule? {
        let element: UpdateRule.Element? = choice(fields.element, "\(field).element")
        let operation: UpdateRule.Operation? = choice(fields.operation, "\(field).operation")
        guard let element, let operation else { return nil }
        return UpdateRule(element: element, operation: operation, value: RolloutWords(RolloutWords(text: fields.value).items))
    }
}
