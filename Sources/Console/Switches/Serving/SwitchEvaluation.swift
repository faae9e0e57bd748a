import Web

/// Which value a device gets, and why.
struct SwitchEvaluation: Codable, Sendable {
    let key: String
    let type: SwitchType
    let value: JSONValue
    /// The rule that decided, counted from 1; null for the default.
    let rule: OrNull<Int>
    /// The rules that were looked at, up to the one that decided.
    let trace: [SwitchTrace]

    init(_ key: String, _ definition: SwitchDefinition, _ device: RolloutDevice) {
        let matching = definition.rules.firstIndex { $0.rollout.matches(device) }
        self.key = key
        type = definition.type
        value = matching.map { definition.rules[$0].value } ?? definition.default
        rule = OrNull(matching.map { $0 + 1 })
        trace = definition.rules.prefix(matching.map { $0 + 1 } ?? definition.rules.count).enumerated().map { index, rule in
            SwitchTrace(rule: index + 1, matched: index == matching, findings: rule.rollout.trace(device))
        }
    }
}

/// One rule held against one device.
struct SwitchTrace: Codable, Sendable {
    /// Counted from 1.
    let rule: Int
    let matched: Bool
    let findings: [RolloutFinding]
}

extension Switches {
    /// What a device gets of every switch, by key.
    /// - Parameter drafted: as if all drafts were published.
    func evaluate(_ app: String, _ device: RolloutDevice, drafted: Bool) async throws -> [SwitchEvaluation] {
        try await all(app).compactMap { found in
            let drafts = found.state == .deleted ? nil : found.definition
            return (drafted ? drafts : found.published.value).map { SwitchEvaluation(found.key, $0, device) }
        }
    }
}
