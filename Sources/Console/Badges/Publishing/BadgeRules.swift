import Foundation
import Web

/// Whom a dot is for by what devices are: everything that is said has to hold.
struct BadgeRules: Codable, Sendable, Equatable {
    var platform: Platform?
    /// Of the app; any of `1.2`, `1.2.*`, `>=1.2 <2.0`, `1.0-1.9`.
    var versions: [String]?
    var users: [String]?
    /// 0.01 to 100, in steps of 0.01; by the contract's bucket, salted with the dot's id.
    var percentage: Double?
    var models: [String]?
    /// As `versions`.
    var osVersions: [String]?

    /// What the device has to fulfil.
    /// - Parameter salt: the dot's id, so that not the same devices are always the first.
    func rule(salt: String) -> RolloutRule {
        let conditions: [RolloutCondition?] = [
            platform.map { .words(.platform, [$0.rawValue]) },
            versions.flatMap { .versions(.version, $0) },
            users.map { .words(.user, $0) },
            models.map { .words(.model, $0) },
            osVersions.flatMap { .versions(.osVersion, $0) },
            percentage.map { .share(RolloutShare(percentage: $0, salt: salt)) },
        ]
        return RolloutRule(conditions: conditions.compactMap { $0 })
    }

    /// Lists without what is empty or there twice.
    /// - Throws: `invalid`, its fields below `audience.rules`.
    func checked() throws -> BadgeRules {
        let rules = BadgeRules(
            platform: platform,
            versions: BadgeEntries.list(versions),
            users: BadgeEntries.list(users),
            percentage: percentage,
            models: BadgeEntries.list(models),
            osVersions: BadgeEntries.list(osVersions)
        )
        let wrong = rules.rejections
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return rules
    }

    private var rejections: [Rejection] {
        if self == BadgeRules() { return [Rejection("audience.rules", "badges.audience.rules.none")] }
        var wrong: [Rejection] = []
        for (field, list) in [("versions", versions), ("osVersions", osVersions)] where list.map({ RolloutVersions($0) == nil }) ?? false {
            wrong.append(Rejection("audience.rules.\(field)", "badges.audience.rules.versions.bad"))
        }
        for (field, list) in [("users", users), ("models", models), ("versions", versions), ("osVersions", osVersions)] where (list?.count ?? 0) > 100
        {
            wrong.append(Rejection("audience.rules.\(field)", "badges.audience.rules.many"))
        }
        if let percentage, !RolloutShare.isPercentage(percentage) || percentage == 0 {
            wrong.append(Rejection("audience.rules.percentage", "badges.audience.rules.percentage.range"))
        }
        return wrong
    }
}

/// Lists as people type them: an entry a line, or between commas.
enum BadgeEntries {
    /// Each once, in the order they came; nil for none.
    static func list(_ entries: [String]?) -> [String]? {
        var seen: Set<String> = []
        // As one text, because a form's list was cut at commas, and some models hold one: `iPhone10,2`.
        let list = RolloutWords(text: (entries ?? []).joined(separator: "\n")).items.filter { seen.insert($0).inserted }
        return list.isEmpty ? nil : list
    }
}
