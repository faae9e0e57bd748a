import Foundation
import Web

/// A switch as its form holds it: everything is text until it is saved.
struct SwitchFields: Codable, Sendable {
    let key: String
    let type: String
    let `default`: String
    let description: String
    let schema: String
    let revision: String
    /// By place in the form: `rules.0.value`.
    private var rules: [String: SwitchRuleFields]?
    /// Which button sent it, when it was another than the one that saves: see `SwitchFormStep`.
    private var `do`: String?

    init(key: String, type: String, default: String, description: String, schema: String, revision: String) {
        self.key = key
        self.type = type
        self.default = `default`
        self.description = description
        self.schema = schema
        self.revision = revision
    }

    var orderedRules: [SwitchRuleFields] {
        (rules ?? [:]).compactMap { place, rule in Int(place).map { ($0, rule) } }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// What to do with the form instead of saving it.
    var step: SwitchFormStep? { `do`.flatMap(SwitchFormStep.init) }

    func with(rules: [SwitchRuleFields]) -> SwitchFields {
        var fields = self
        fields.rules = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ("\($0)", $1) })
        fields.do = nil
        return fields
    }

    static let empty = SwitchFields(key: "", type: "string", default: "", description: "", schema: "", revision: "0")
}

/// What buttons in the form do beside saving: each shows the form again, so that rules come and go without a script.
enum SwitchFormStep: Equatable {
    case addRule
    case removeRule(Int)
    case raiseRule(Int)
    /// Shows the fields of values as the type wants them.
    case changeType

    init?(_ word: String) {
        let halves = word.split(separator: ".")
        switch (halves.first, halves.last.flatMap { Int($0) }) {
        case ("add", _): self = .addRule
        case ("remove", let place?): self = .removeRule(place)
        case ("raise", let place?): self = .raiseRule(place)
        case ("type", _): self = .changeType
        default: return nil
        }
    }

    func applied(to fields: SwitchFields) -> SwitchFields {
        var rules = fields.orderedRules
        switch self {
        case .addRule: rules.append(.empty)
        case .removeRule(let place) where rules.indices.contains(place): rules.remove(at: place)
        case .raiseRule(let place) where rules.indices.dropFirst().contains(place): rules.swapAt(place, place - 1)
        case .removeRule, .raiseRule, .changeType: break
        }
        return fields.with(rules: rules)
    }
}

/// One rule of the form.
struct SwitchRuleFields: Codable, Sendable {
    let salt: String
    let platform: String
    let versions: String
    let osVersions: String
    let models: String
    let users: String
    let percentage: String
    let value: String

    static let empty = SwitchRuleFields(salt: "", platform: "", versions: "", osVersions: "", models: "", users: "", percentage: "", value: "")
}
