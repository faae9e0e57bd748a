import Formats
import Foundation
import Storage
import Web

/// A group of crashes, as one device or user was hit by it.
struct CrashHit: Codable, Sendable, Equatable {
    let group: String
    let platform: Platform
    var title: OrNull<String>
    let culprit: OrNull<String>
    let state: CrashGroupState
    /// Whether somebody caught it.
    let handled: Bool
    /// Reports of this device or user.
    let reports: Int
    /// When anybody last reported it.
    let lastSeen: Date

    /// Without telephone numbers and mail addresses.
    func masked() -> CrashHit {
        var hit = self
        hit.title = OrNull(title.value.map(PersonalMask.masked))
        return hit
    }
}

extension CrashGroups {
    /// Groups that a device has reports in, the last seen first.
    func hits(device: String, of app: String, limit: Int) async throws -> [CrashHit] {
        try await database.read { try $0.crashHits(app, "crash_group_device", "device", device, limit: limit) }
    }

    /// The same of a user.
    func hits(user: String, of app: String, limit: Int) async throws -> [CrashHit] {
        guard !user.isEmpty else { return [] }
        return try await database.read { try $0.crashHits(app, "crash_group_user", "user_id", user, limit: limit) }
    }
}
