import Web

/// Another value for some devices. All conditions that are there have to hold.
struct SwitchRule: Codable, Sendable, Equatable {
    /// Of the percentage's bucket: made by the console for a new rule, kept when the rule is changed. Absent only in what comes in.
    let salt: String?
    let platform: Platform?
    /// Of the app; see `RolloutVersions` for what they look like.
    let versions: RolloutWords?
    let osVersions: RolloutWords?
    let models: RolloutWords?
    let users: RolloutWords?
    /// 0 to 100 in steps of 0.01.
    let percentage: Double?
    let value: JSONValue

    func salted(_ salt: String) -> SwitchRule {
        SwitchRule(
            salt: salt,
            platform: platform,
            versions: versions,
            osVersions: osVersions,
            models: models,
            users: users,
            percentage: percentage,
            value: value
        )
    }

    /// Cheap conditions first, the hash last.
    var rollout: RolloutRule {
        let conditions: [RolloutCondition?] = [
            platform.map { .words(.platform, [$0.rawValue]) },
            versions.flatMap { .versions(.version, $0.items) },
            osVersions.flatMap { .versions(.osVersion, $0.items) },
            models.map { .words(.model, $0.items) },
            users.map { .words(.user, $0.items) },
            percentage.map { .share(RolloutShare(percentage: $0, salt: salt ?? "")) },
        ]
        return RolloutRule(conditions: conditions.compactMap { $0 })
    }
}

extension SwitchRule {
    /// What is wrong with the conditions.
    func rejections(_ field: String) -> [Rejection] {
        var wrong: [Rejection] = []
        if let salt, salt.wholeMatch(of: #/[A-Za-z0-9_\-]{1,64}/#) == nil { wrong.append(Rejection("\(field).salt", "switches.rule.salt")) }
        for (name, words) in [("versions", versions), ("osVersions", osVersions)] {
            if let words, RolloutVersions(words.items) == nil { wrong.append(Rejection("\(field).\(name)", "switches.rule.badVersions")) }
        }
        for (name, words) in [("versions", versions), ("osVersions", osVersions), ("models", models), ("users", users)] {
            wrong += words.map { Self.rejections($0, "\(field).\(name)") } ?? []
        }
        if let percentage, !RolloutShare.isPercentage(percentage) { wrong.append(Rejection("\(field).percentage", "switches.rule.badPercentage")) }
        return wrong
    }

    private static let wordsLimit = 10_000

    private static func rejections(_ words: RolloutWords, _ field: String) -> [Rejection] {
        if words.items.isEmpty { return [Rejection(field, "web.required")] }
        if words.items.count > wordsLimit { return [Rejection(field, "switches.rule.many", ["limit": "\(wordsLimit)"])] }
        return words.items.contains { $0.isEmpty || $0.utf8.count > 200 } ? [Rejection(field, "switches.rule.word")] : []
    }
}

/// Which rule of a list is which of the list before, for rules that come without a salt: who has a value by percentage keeps it when the
/// percentage is raised, and when something else of the rule is changed.
struct SwitchSalts {
    private var known: [SwitchRule]

    /// - Parameter known: rules there are or were, those to look at first in front.
    init(_ known: [SwitchRule]) {
        self.known = known
    }

    /// The rules, each with a salt: its own, that of the rule it was, or a new one.
    static func given(to rules: [SwitchRule], from known: [SwitchRule]) -> [SwitchRule] {
        var salts = SwitchSalts(known)
        for salt in rules.compactMap(\.salt) { salts.known.removeAll { $0.salt == salt } }
        // Rules that are the same but for their percentage choose first, so that no other takes their salt.
        let unchanged = rules.map { rule in
            rule.salt ?? salts.take { $0.conditions == rule.conditions && $0.value == rule.value }
        }
        return zip(rules, unchanged).map { rule, salt in
            rule.salted(salt ?? salts.take { $0.conditions == rule.conditions } ?? salts.take { $0.value == rule.value } ?? RolloutShare.makeSalt())
        }
    }

    private mutating func take(_ isTheSame: (SwitchRule) -> Bool) -> String? {
        guard let found = known.first(where: isTheSame), let salt = found.salt else { return nil }
        known.removeAll { $0.salt == salt }
        return salt
    }
}

extension SwitchRule {
    /// Everything that is asked for beside the percentage.
    fileprivate var conditions: [[String]?] {
        [platform.map { [$0.rawValue] }, versions?.items, osVersions?.items, models?.items, users?.items]
    }
}
