import Foundation
import Web

extension UpdateFields {
    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    var input: UpdateInput {
        get throws {
            var reading = UpdateFieldsReader()
            let platform: Platform? = reading.choice(platform, "platform")
            let input = UpdateInput(
                platform: platform ?? .ios,
                version: version,
                build: build,
                downloadURL: downloadURL,
                message: message,
                upgradeType: reading.choice(upgradeType, "upgradeType"),
                remindIntervalDays: reading.number(remindIntervalDays, "remindIntervalDays"),
                mode: reading.choice(mode, "mode"),
                percentage: reading.percentage(percentage),
                endsAt: endsAt.trimmingCharacters(in: .whitespaces),
                limit: reading.number(limit, "limit"),
                rules: orderedRules.enumerated().compactMap { reading.rule($1, "rules.\($0)") },
                netTypes: netTypes,
                forceBelow: forceBelow,
                revision: Int(revision)
            )
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
            return input
        }
    }
}

/// Reads texts of a form, and notes those that it cannot.
private struct UpdateFieldsReader {
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

    mutating func percentage(_ typed: String) -> Double? {
        let text = typed.trimmingCharacters(in: .whitespaces).replacing(#/\s*[%％]$/#, with: "")
        if text.isEmpty { return nil }
        if let percentage = Double(text), percentage.isFinite { return percentage }
        wrong.append(Rejection("percentage", "updates.percentage.range"))
        return nil
    }

    mutating func rule(_ fields: UpdateRuleFields, _ field: String) -> UpdateRule? {
        let element: UpdateRule.Element? = choice(fields.element, "\(field).element")
        let operation: UpdateRule.Operation? = choice(fields.operation, "\(field).operation")
        guard let element, let operation else { return nil }
        return UpdateRule(element: element, operation: operation, value: RolloutWords(RolloutWords(text: fields.value).items))
    }
}
