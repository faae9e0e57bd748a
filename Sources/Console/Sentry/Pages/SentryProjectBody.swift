import Foundation
import Web

/// A project as the API and its page show it.
struct SentryProjectBody: Codable, Sendable {
    let platform: Platform
    let project: Int
    /// To build into apps: of the newest key that is active; null while all are disabled.
    let dsn: OrNull<String>
    /// 0 for as many as come.
    let eventsAMinute: Int
    /// Newest first.
    let keys: [Key]

    struct Key: Codable, Sendable {
        let publicKey: String
        let dsn: String
        let state: SentryKeyState
        let isActive: Bool
        let createdAt: Date
        /// Empty for one that was made with the project.
        let createdBy: String
        /// What came by it in the last seven days.
        let counts: [Count]
    }

    /// How often something came.
    struct Count: Codable, Sendable {
        /// As ``SentryCount/kind``.
        let kind: String
        let quantity: Int
    }

    init(_ project: SentryProject, _ counts: [SentryCount], publicURL: String) {
        func dsn(_ key: SentryKey) -> String { SentryDSN(key.publicKey, project: project.number, publicURL: publicURL).text }
        platform = project.platform
        self.project = project.number
        self.dsn = OrNull(project.newest.map(dsn))
        eventsAMinute = project.eventsAMinute
        keys = project.keys.map { key in
            Key(
                publicKey: key.publicKey,
                dsn: dsn(key),
                state: key.state,
                isActive: key.state == .active,
                createdAt: key.createdAt,
                createdBy: key.createdBy,
                counts: counts.filter { $0.publicKey == key.publicKey }.map { Count(kind: $0.kind, quantity: $0.quantity) }
            )
        }
    }
}
