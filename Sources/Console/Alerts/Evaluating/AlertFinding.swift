import Foundation

/// What a rule found in a look: about what, and the facts.
struct AlertFinding: Sendable {
    /// A group or a version; the rule does not speak of it again until its quiet time is over.
    let subject: String
    let facts: AlertFacts
}
