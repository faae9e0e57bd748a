import Foundation
import Web

/// A release as its form holds it: everything is text until it is saved.
struct UpdateFields: Codable, Sendable {
    var platform: String
    var version: String
    var build: String
    var downloadURL: String
    var message: String
    var upgradeType: String
    var remindIntervalDays: String
    var mode: String
    var percentage: String
    var endsAt: String
    var limit: String
    var netTypes: [String]
    var forceBelow: String
    var revision: String
    /// By place in the form: `rules.0.value`.
    private var rules: [String: UpdateRuleFields]?
    /// Which button sent it, when it was another than the one that saves: see `UpdateFormStep`.
    private var `do`: String?

    var orderedRules: [UpdateRuleFields] {
        (rules ?? [:]).compactMap { place, rule in Int(place).map { ($0, rule) } }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// What to do with the form instead of saving it.
    var step: UpdateFormStep? { `do`.flatMap(UpdateFormStep.init) }

    func with(rules: [UpdateRuleFields]) -> UpdateFields {
        var fields = self
        fields.rules = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ("\($0)", $1) })
        fields.do = nil
        return fields
    }

    static func empty(platform: Platform) -> UpdateFields {
        UpdateFields(
            platform: platform.rawValue,
            version: "",
            build: "",
            downloadURL: "",
            message: "",
            upgradeType: UpdateType.once.rawValue,
            remindIntervalDays: "\(UpdateRules.usualInterval)",
            mode: UpdateMode.percentage.rawValue,
            percentage: "1",
            endsAt: "",
            limit: "",
            netTypes: [],
            forceBelow: "",
            revision: ""
        )
    }

    mutating func begin(with build: UpdateBuild) {
        platform = build.platform.rawValue
        version = build.version
        self.build = build.id
    }
}

/// One rule of the form.
struct UpdateRuleFields: Codable, Sendable {
    let element: String
    let operation: String
    let value: String
}

/// What buttons in the form do beside saving: each shows the form again, so that rules come and go without a script.
enum UpdateFormStep: Equatable {
    case addRule
    case removeRule(Int)

    init?(_ word: String) {
        let halves = word.split(separator: ".")
        switch (halves.first, halves.last.flatMap { Int($0) }) {
        case ("add", _): self = .addRule
        case ("remove", let place?): self = .removeRule(place)
        default: return nil
        }
    }

    func applied(to fields: UpdateFields) -> UpdateFields {
        var rules = fields.orderedRules
        switch self {
        case .addRule: rules.append(UpdateRuleFields(element: "osVersion", operation: "in", value: ""))
        case .removeRule(let place): if rules.indices.contains(place) { rules.remove(at: place) }
        }
        return fields.with(rules: rules)
    }
}

extension UpdateFields {
    /// A release as it is stored.
    /// - Parameter zone: in which its end is written.
    init(_ update: Update, zone: TimeZone) {
        let plan = update.plan
        let fields = UpdateFields(
            platform: plan.platform.rawValue,
            version: plan.version,
            build: plan.build ?? "",
            downloadURL: plan.downloadURL,
            message: plan.message,
            upgradeType: plan.upgradeType.rawValue,
            remindIntervalDays: "\(plan.remindIntervalDays)",
            mode: plan.mode.rawValue,
            percentage: plan.percentage.map { String(RolloutFinding.percent($0).dropLast()) } ?? "",
            endsAt: plan.window.map { $0.endsAt.written(in: zone) } ?? "",
            limit: plan.window?.limit.map { "\($0)" } ?? "",
            netTypes: plan.networks,
            forceBelow: plan.forceBelow ?? "",
            revision: "\(update.revision)"
        )
        self = fields.with(
            rules: plan.rules.map {
                UpdateRuleFields(
                    element: $0.element.rawValue,
                    operation: $0.operation.rawValue,
                    value: $0.value.items.joined(separator: $0.operation.isRange ? "-" : ", ")
                )
            }
        )
    }
}
