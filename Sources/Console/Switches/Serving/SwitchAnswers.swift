/// The answers to all devices of an app, in pieces: what is the same for every device of a platform is written ahead in one run, and
/// only rules that can hold on the platform are looked at.
final class SwitchAnswers: Sendable {
    let number: Int
    private let platforms: [Platform: [Piece]]

    private enum Piece: Sendable {
        case fixed([UInt8])
        case ruled(SwitchValues)
    }

    init(_ edition: SwitchEdition) {
        number = edition.number
        let values = edition.definitions.sorted { $0.key < $1.key }.map { ($0.key, SwitchValues($0.definition)) }
        platforms = Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, Self.pieces(values, $0, edition.number)) })
    }

    private static func pieces(_ values: [(key: String, values: SwitchValues)], _ platform: Platform, _ number: Int) -> [Piece] {
        var pieces: [Piece] = []
        var run = Array(#"{"switches":{"#.utf8)
        for (place, (key, all)) in values.enumerated() {
            // Keys hold nothing that JSON escapes.
            run += Array("\(place == 0 ? "" : ",")\"\(key)\":".utf8)
            let own = all.on(platform)
            if own.rules.isEmpty {
                run += own.default
            } else {
                pieces += [.fixed(run), .ruled(own)]
                run = []
            }
        }
        return pieces + [.fixed(run + Array(#"},"version":"\#(number)"}"#.utf8))]
    }

    /// `{"switches":{key:value},"version":"…"}`
    func answer(_ device: RolloutDevice) -> [UInt8] {
        var answer: [UInt8] = []
        answer.reserveCapacity(4_096)
        for piece in platforms[device.platform] ?? [] {
            switch piece {
            case .fixed(let bytes): answer += bytes
            case .ruled(let values): answer += values.value(for: device)
            }
        }
        return answer
    }

    /// For apps that have published nothing.
    static let none = Array(#"{"switches":{},"version":"0"}"#.utf8)
}

/// One switch's values as JSON, with the rules that choose between them.
struct SwitchValues: Sendable {
    let rules: [(rule: RolloutRule, value: [UInt8])]
    let `default`: [UInt8]

    init(_ definition: SwitchDefinition) {
        rules = definition.rules.map { ($0.rollout, Array($0.value.text().utf8)) }
        `default` = Array(definition.default.text().utf8)
    }

    private init(rules: [(rule: RolloutRule, value: [UInt8])], default: [UInt8]) {
        self.rules = rules
        self.default = `default`
    }

    /// What is left of the rules where the platform is known; what follows a rule for all is never reached.
    func on(_ platform: Platform) -> SwitchValues {
        var left: [(rule: RolloutRule, value: [UInt8])] = []
        for (rule, value) in rules {
            guard let rest = rule.on(platform) else { continue }
            if rest.conditions.isEmpty { return SwitchValues(rules: left, default: value) }
            left.append((rest, value))
        }
        return SwitchValues(rules: left, default: `default`)
    }

    func value(for device: RolloutDevice) -> [UInt8] {
        rules.first { $0.rule.matches(device) }?.value ?? `default`
    }
}

extension RolloutRule {
    /// The conditions that are left to look at on a platform; nil when the rule is for others.
    func on(_ platform: Platform) -> RolloutRule? {
        let device = RolloutDevice(platform: platform)
        guard conditions.allSatisfy({ $0.element != .platform || $0.holds(for: device) }) else { return nil }
        return RolloutRule(conditions: conditions.filter { $0.element != .platform })
    }
}
