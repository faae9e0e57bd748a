import Web

extension SwitchDefinition {
    /// The values that can come about on a platform, and the one for devices that no rule is for: without rules for other platforms, and
    /// without those behind a rule for all, which are never reached.
    func values(on platform: Platform) -> (rules: [(conditions: [RolloutCondition], value: String)], otherwise: JSONValue) {
        var left: [(conditions: [RolloutCondition], value: String)] = []
        for rule in rules {
            guard let conditions = rule.rollout.conditions(on: platform) else { continue }
            if conditions.isEmpty { return (left, rule.value) }
            left.append((conditions, rule.value.text()))
        }
        return (left, `default`)
    }
}

extension RolloutRule {
    /// What is left to look at on a platform; nil when the rule is for others.
    fileprivate func conditions(on platform: Platform) -> [RolloutCondition]? {
        let device = RolloutDevice(platform: platform)
        guard conditions.allSatisfy({ $0.element != .platform || $0.holds(for: device) }) else { return nil }
        return conditions.filter { $0.element != .platform }
    }
}
