import Foundation
import Web

/// What happened to a group: what somebody said, or who changed it.
struct CrashNote: Codable, Sendable, Equatable {
    let id: String
    let at: Date
    /// The account or token; null for the console itself.
    let author: OrNull<String>
    /// Its name then.
    let authorName: OrNull<String>
    let kind: CrashNoteKind
    /// Of a comment what was said; otherwise what it is about: a version, an account's name, a group's id.
    let text: String
}

/// Stored: the words do not change.
enum CrashNoteKind: String, Codable, Sendable, CaseIterable {
    case comment, resolved, reopened, ignored, regressed, assigned, merged, split
}
