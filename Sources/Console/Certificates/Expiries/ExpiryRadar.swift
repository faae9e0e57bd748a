import Foundation
import Storage
import Web

/// Looks ahead: what ceases to work within days, over all apps.
public struct ExpiryRadar: Sendable {
    let database: Database
    let apps: AppIndex
    /// Profiles of builds that are offered and end before a time.
    let profiles: @Sendable (_ before: Date) async throws -> [BuildProfileUse]

    /// Of each kind; more than these nobody reads.
    private static let most = 200
    /// How long a profile that is expired is told of: builds that nobody took back would stay for ever.
    private static let memory: TimeInterval = 60 * 86_400

    /// The first to end first; what is expired and still in use is first of all.
    /// - Parameter days: how far ahead.
    func look(_ now: Date, days: Int = ExpiryLevel.horizon) async throws -> [Expiry] {
        let end = now.addingTimeInterval(Double(days) * 86_400)
        let certificates = try await database.read { try $0.certificates(endingBefore: end, limit: Self.most) }
        let uses = try await profiles(end).filter { $0.expiresAt > now.addingTimeInterval(-Self.memory) }
        let all = certificates.compactMap { expiry($0, now) } + uses.compactMap { expiry($0, now) }
        return all.sorted { ($0.expiresAt, $0.app, $0.id) < ($1.expiresAt, $1.app, $1.id) }
    }

    /// Those that somebody may know of.
    func look(for viewer: Viewer?, _ now: Date, days: Int = ExpiryLevel.horizon) async throws -> [Expiry] {
        try await look(now, days: days).filter { viewer?.sees($0.app) ?? false }
    }

    private func expiry(_ certificate: Certificate, _ now: Date) -> Expiry? {
        guard let app = live(certificate.app), let end = certificate.worksUntil else { return nil }
        let endsByProfile = certificate.facts.profile?.expiresAt == end && certificate.facts.signer?.validUntil != end
        let kind: ExpiryKind = certificate.purpose == .push ? .pushCertificate : endsByProfile ? .certificateProfile : .buildCertificate
        return Expiry(
            id: certificate.id,
            what: kind,
            app: app.id,
            appName: app.name,
            platform: certificate.platform,
            name: certificate.alias,
            expiresAt: end,
            daysLeft: ExpiryLevel.days(until: end, now: now),
            level: ExpiryLevel(end, now: now),
            stops: certificate.purpose == .push ? .pushes : .builds,
            builds: 0,
            path: "/apps/\(app.id)/\(certificate.purpose.path)/\(certificate.id)"
        )
    }

    private func expiry(_ use: BuildProfileUse, _ now: Date) -> Expiry? {
        guard let app = live(use.app) else { return nil }
        return Expiry(
            id: use.uuid,
            what: .buildProfile,
            app: app.id,
            appName: app.name,
            platform: use.platform,
            name: use.name,
            expiresAt: use.expiresAt,
            daysLeft: ExpiryLevel.days(until: use.expiresAt, now: now),
            level: ExpiryLevel(use.expiresAt, now: now),
            stops: .installs,
            builds: use.builds,
            path: "/apps/\(app.id)/builds/\(use.build)"
        )
    }

    /// Nobody waits for what an archived app cannot do.
    private func live(_ app: String) -> App? {
        apps.app(app).flatMap { $0.archivedAt == nil ? $0 : nil }
    }
}
