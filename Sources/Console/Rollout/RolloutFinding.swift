import Formats
import Foundation

/// One condition of a rule, held against one device.
struct RolloutFinding: Codable, Sendable, Equatable {
    let element: RolloutElement
    let test: Test
    /// What the condition asks for.
    let wanted: String
    /// What the device is: for a percentage the place of its bucket, in percent. Empty when it is not known.
    let found: String
    let holds: Bool

    /// How the two are compared.
    enum Test: String, Codable, CaseIterable, Sendable {
        case oneOf, noneOf, within, outside, share
    }

    init(_ condition: RolloutCondition, _ device: RolloutDevice) {
        element = condition.element
        test = Test(condition.test)
        wanted = condition.wanted
        found = Self.found(condition, device)
        holds = condition.holds(for: device)
    }

    /// Of what is no condition of a rule, such as a long list of users.
    init(_ element: RolloutElement, _ test: Test, wanted: String, found: String, holds: Bool) {
        self.element = element
        self.test = test
        self.wanted = wanted
        self.found = found
        self.holds = holds
    }

    /// Without telephone numbers and mail addresses.
    func masked() -> RolloutFinding {
        RolloutFinding(element, test, wanted: PersonalMask.masked(wanted), found: PersonalMask.masked(found), holds: holds)
    }

    private static func found(_ condition: RolloutCondition, _ device: RolloutDevice) -> String {
        guard case .share(let share) = condition.test else { return condition.element.text(of: device) }
        return device.device.isEmpty ? "" : percent(Double(RolloutShare.bucket(of: device.device, salt: share.salt)) / 100)
    }

    /// 12.5%
    static func percent(_ percentage: Double) -> String {
        let text = String(format: "%.2f", percentage)
        return text.replacing(#/\.?0+$/#, with: "") + "%"
    }
}

extension RolloutFinding.Test {
    init(_ test: RolloutCondition.Test) {
        self =
            switch test {
            case .oneOf: .oneOf
            case .noneOf: .noneOf
            case .within: .within
            case .outside: .outside
            case .share: .share
            }
    }
}
