/// Which feedback a list shows; nil asks for all.
struct FeedbackFilter: Sendable {
    /// Part of the content, without regard to case.
    var text: String?
    /// Whether it may be part of the contact or the phone number too: who sees them masked could guess them letter by letter.
    var findsPeople = true
    /// Exactly, as the next two.
    var user: String?
    var device: String?
    var version: String?
    var platform: Platform?
    var tag: String?
    var state: FeedbackState?
}
