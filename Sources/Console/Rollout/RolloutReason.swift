import Formats
import Foundation
import Web

/// One thing that is asked of a device, held against it, in words: a condition of a rule, or what no rule can say, such as a list that was uploaded.
struct RolloutReason: Codable, Sendable, Equatable {
    /// The rule that asks for it, counted from 1; null where there is one only.
    var rule: OrNull<Int> = OrNull(nil)
    /// What is looked at, e.g. the app's version.
    let element: Message
    /// How it is compared.
    let test: Message
    var wanted: String
    /// Empty where it is not known.
    var found: String
    let holds: Bool

    init(_ finding: RolloutFinding, rule: Int? = nil) {
        self.rule = OrNull(rule)
        element = Message("label.rolloutElement.\(finding.element.rawValue)")
        test = Message("label.rolloutTest.\(finding.test.rawValue)")
        (wanted, found, holds) = (finding.wanted, finding.found, finding.holds)
    }

    /// - Parameter element: key of its word.
    init(_ element: String, _ test: String, wanted: String, found: String, holds: Bool) {
        self.element = Message(element)
        self.test = Message(test)
        (self.wanted, self.found, self.holds) = (wanted, found, holds)
    }

    /// Of a list of users or devices.
    /// - Parameter names: shortened for people.
    init(_ kind: RolloutElement, oneOf names: [String], found: String) {
        let condition = RolloutCondition.words(kind, names)
        self.init(RolloutFinding(kind, .oneOf, wanted: condition.wanted, found: found, holds: !found.isEmpty && names.contains(found)))
    }

    /// Without telephone numbers and mail addresses.
    func masked() -> RolloutReason {
        var reason = self
        (reason.wanted, reason.found) = (PersonalMask.masked(wanted), PersonalMask.masked(found))
        return reason
    }
}
