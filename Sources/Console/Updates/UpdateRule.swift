import Web

/// One thing that is asked of a device before it is told (help.aliyun.com 2877292). What a device does not tell of itself fulfils no rule.
struct UpdateRule: Codable, Sendable, Equatable {
    let element: Element
    let operation: Operation
    /// Words with commas; for a range its two ends, `9.0-12.1` or `["9.0","12.1"]`, both included.
    let value: RolloutWords

    /// As the documents name them.
    enum Element: String, Codable, CaseIterable, Sendable {
        case city, mobileModel, netType, osVersion, channel

        var rollout: RolloutElement {
            switch self {
            case .city: .city
            case .mobileModel: .model
            case .netType: .network
            case .osVersion: .osVersion
            case .channel: .channel
            }
        }
    }

    /// Ranges are for versions of the system only.
    enum Operation: String, Codable, CaseIterable, Sendable {
        case `in`, notIn, between, notBetween

        var isRange: Bool { self == .between || self == .notBetween }
        /// Whether it takes those that fit, and not all others.
        var isInside: Bool { self == .in || self == .between }
    }

    /// nil for one that cannot be read.
    var condition: RolloutCondition? {
        if operation.isRange { return range.flatMap { .versions(.osVersion, [$0], inside: operation.isInside) } }
        // Versions are equal however many zeros they end in: 9.3 is 9.3.0.
        let versions = element == .osVersion ? RolloutCondition.versions(.osVersion, value.items, inside: operation.isInside) : nil
        return versions ?? .words(element.rollout, value.items, inside: operation.isInside)
    }

    /// It asks for what logs do not tell of devices.
    var isUnkept: Bool { element == .city || element == .netType }

    private var range: String? {
        guard element == .osVersion, (1...2).contains(value.items.count) else { return nil }
        let text = value.items.joined(separator: "-")
        return text.wholeMatch(of: #/\s*\d[\w.]*\s*[-~～]\s*\d[\w.]*\s*/#) == nil ? nil : text
    }
}

extension UpdateRule {
    static let most = 20
    /// Words of one rule.
    static let mostWords = 1_000

    /// What is wrong with it.
    /// - Parameter field: its own, such as `rules.0`.
    func rejections(_ field: String) -> [Rejection] {
        if operation.isRange, element != .osVersion { return [Rejection("\(field).operation", "updates.rule.range")] }
        if value.items.isEmpty { return [Rejection("\(field).value", "web.required")] }
        if value.items.count > Self.mostWords { return [Rejection("\(field).value", "updates.rule.many", ["limit": "\(Self.mostWords)"])] }
        if value.items.contains(where: { $0.isEmpty || $0.utf8.count > 200 || !$0.isOneLine }) {
            return [Rejection("\(field).value", "updates.rule.word")]
        }
        return condition == nil ? [Rejection("\(field).value", "updates.rule.ends")] : []
    }
}
