import Foundation
import Web

/// Crashes that are about the same thing.
struct CrashGroup: Codable, Sendable, Equatable, Identifiable {
    let id: String
    let platform: Platform
    /// Exception and reason; null when no report of it can be read.
    let title: OrNull<String>
    /// The app's own frame that is topmost, if one could be told.
    let culprit: OrNull<String>
    /// The exception's type or signal; empty when unknown.
    let type: String
    /// Whether somebody caught it: it is counted in no crash rate.
    let handled: Bool
    let state: CrashGroupState
    /// Of a resolved one the first version without it; null for any that crashes after `resolvedAt`.
    let resolvedIn: OrNull<String>
    let resolvedAt: OrNull<Date>
    /// When it last came back after it had been resolved, and in which version.
    let regressedAt: OrNull<Date>
    let regressedIn: OrNull<String>
    /// The account that looks after it.
    let assignee: OrNull<String>
    /// Reports counted, also of those that are no longer kept.
    let count: Int
    /// Distinct devices and users.
    let devices: Int
    let users: Int
    let firstSeen: Date
    let lastSeen: Date
    let firstVersion: String
    let lastVersion: String
    /// All it was seen in, ascending.
    let versions: [String]
}

/// What people think of a group. Stored: the words do not change.
enum CrashGroupState: String, Codable, Sendable, CaseIterable {
    case open, resolved, ignored
}
