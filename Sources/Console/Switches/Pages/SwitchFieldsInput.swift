import Foundation
import Web

extension SwitchFields {
    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    var input: SwitchInput {
        get throws {
            guard let type = SwitchType(rawValue: type) else { throw Problem.invalid("type", "web.choice") }
            var reading = SwitchFieldsReader(type: type)
            let input = SwitchInput(
                type: type,
                default: reading.value(`default`, "default"),
                rules: orderedRules.enumerated().map { reading.rule($1, "rules.\($0)") },
                schema: reading.schema(schema),
                description: description.trimmingCharacters(in: .whitespacesAndNewlines),
                revision: Int(revision)
            )
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong + Self.rejections(of: input, besides: reading.wrong)) }
            return input
        }
    }

    /// What else is wrong, so that all of it is told at once.
    private static func rejections(of input: SwitchInput, besides known: [Rejection]) -> [Rejection] {
        do {
            try input.definition.check()
            return []
        } catch {
            let others = (error as? Problem)?.rejections ?? []
            return others.filter { other in !known.contains { $0.field == other.field } }
        }
    }
}

/// Reads texts of a form, and notes those that it cannot.
private struct SwitchFieldsReader {
    let type: SwitchType
    var wrong: [Rejection] = []

    mutating func value(_ typed: String, _ field: String) -> JSONValue {
        // Browsers send line ends of text areas as CR LF.
        if let value = type.value(typed.replacing("\r\n", with: "\n")) { return value }
        wrong.append(Rejection(field, "switches.value.\(type.rawValue)"))
        return .null
    }

    mutating func schema(_ typed: String) -> JSONValue? {
        // Kept in the form while types are tried, but of no use to others.
        if type != .json || typed.allSatisfy(\.isWhitespace) { return nil }
        if let schema = JSONValue(text: typed) { return schema }
        wrong.append(Rejection("schema", "switches.value.json"))
        return nil
    }

    mutating func rule(_ fields: SwitchRuleFields, _ field: String) -> SwitchRule {
        SwitchRule(
            salt: fields.salt.isEmpty ? nil : fields.salt,
            platform: platform(fields.platform, "\(field).platform"),
            versions: Self.words(fields.versions),
            osVersions: Self.words(fields.osVersions),
            models: Self.words(fields.models),
            users: Self.words(fields.users),
            percentage: percentage(fields.percentage, "\(field).percentage"),
            value: value(fields.value, "\(field).value")
        )
    }

    private mutating func platform(_ typed: String, _ field: String) -> Platform? {
        if typed.isEmpty { return nil }
        if let platform = Platform(rawValue: typed) { return platform }
        wrong.append(Rejection(field, "web.choice"))
        return nil
    }

    private mutating func percentage(_ typed: String, _ field: String) -> Double? {
        let text = typed.trimmingCharacters(in: .whitespaces).replacing(#/\s*[%％]$/#, with: "")
        if text.isEmpty { return nil }
        if let percentage = Double(text), percentage.isFinite { return percentage }
        wrong.append(Rejection(field, "switches.rule.badPercentage"))
        return nil
    }

    /// Nothing but separators is no condition.
    private static func words(_ typed: String) -> RolloutWords? {
        let items = RolloutWords(text: typed).items
        return items.isEmpty ? nil : RolloutWords(items)
    }
}

extension SwitchFields {
    /// A switch as it is stored.
    init(_ stored: Switch) {
        let fields = SwitchFields(
            key: stored.key,
            type: stored.type.rawValue,
            default: stored.type.typed(stored.default),
            description: stored.description,
            schema: stored.schema.value?.text(pretty: true) ?? "",
            revision: "\(stored.revision)"
        )
        self = fields.with(rules: stored.rules.map { SwitchRuleFields($0, stored.type) })
    }
}

extension SwitchRuleFields {
    fileprivate init(_ rule: SwitchRule, _ type: SwitchType) {
        self.init(
            salt: rule.salt ?? "",
            platform: rule.platform?.rawValue ?? "",
            versions: rule.versions?.items.joined(separator: ", ") ?? "",
            osVersions: rule.osVersions?.items.joined(separator: ", ") ?? "",
            models: rule.models?.items.joined(separator: "\n") ?? "",
            users: rule.users?.items.joined(separator: "\n") ?? "",
            percentage: rule.percentage.map { String(RolloutFinding.percent($0).dropLast()) } ?? "",
            value: type.typed(rule.value)
        )
    }
}
