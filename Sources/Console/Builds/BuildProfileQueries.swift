import Foundation
import Storage

/// A provisioning profile that builds which are offered were signed with.
public struct BuildProfileUse: Sendable, Equatable {
    public let app: String
    public let platform: Platform
    public let uuid: String
    public let name: String
    public let expiresAt: Date
    /// Builds that nobody can install, or open, once it is expired.
    public let builds: Int
    /// The newest of them.
    public let build: String
    public let version: String
}

extension Connection {
    /// Profiles of builds that are offered and end before a time, the last to end first: where there are more than the limit, those are left out that
    /// ended long ago. Not those for the App Store: what it hands out is signed by Apple.
    func buildProfiles(endingBefore end: Date, limit: Int = 200) throws -> [BuildProfileUse] {
        let uses = try all(
            """
            SELECT app_id, profile_uuid, profile_expires_at, count(*) FROM build
            WHERE profile_expires_at < \(end) AND state = \(BuildState.current)
            GROUP BY app_id, profile_uuid, profile_expires_at ORDER BY profile_expires_at DESC, app_id, profile_uuid LIMIT \(limit)
            """
        ) { (app: try $0[0] as String, uuid: try $0[1] as String, end: try $0[2] as Date, builds: try $0[3] as Int) }
        return try uses.compactMap { use in
            try first(
                """
                SELECT id, platform, version, build_number, facts FROM build
                WHERE app_id = \(use.app) AND profile_uuid = \(use.uuid) AND state = \(BuildState.current) ORDER BY created_at DESC, id DESC LIMIT 1
                """
            ) { row -> BuildProfileUse? in
                guard let profile = try BuildFacts(stored: try row["facts"]).signing.profile, profile.kind != .appStore else { return nil }
                return BuildProfileUse(
                    app: use.app,
                    platform: try row["platform"],
                    uuid: use.uuid,
                    name: profile.name,
                    expiresAt: use.end,
                    builds: use.builds,
                    build: try row["id"],
                    version: Build.spoken(try row["version"], try row["build_number"])
                )
            } ?? nil
        }
    }
}
