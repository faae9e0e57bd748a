/// Which feedback a list shows; nil asks for all.
struct FeedbackFilter: Sendable {
    /// Part of the content, the contact or the phone number, without regard to case.
    var text: String?
    /// Exactly, as the next two.
    var user: String?
    var device: String?
    var version: String?
    var platform: Platform?
    var tag: String?
    var state: FeedbackState?
}
