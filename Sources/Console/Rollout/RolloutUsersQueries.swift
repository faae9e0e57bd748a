import Storage

extension Connection {
    /// The users that a release names; nil for one that names none.
    func rolloutUsers(_ app: String, _ release: String) throws -> RolloutUsers? {
        try value("SELECT users FROM rollout_whitelist WHERE app_id = \(app) AND release_id = \(release)").map(RolloutUsers.init(bytes:))
    }

    /// Tells lists apart without reading them.
    func rolloutUsersDigest(_ app: String, _ release: String) throws -> String? {
        try value("SELECT digest FROM rollout_whitelist WHERE app_id = \(app) AND release_id = \(release)")
    }

    func setRolloutUsers(_ users: RolloutUsers, of app: String, _ release: String) throws {
        try run(
            """
            INSERT INTO rollout_whitelist (app_id, release_id, users, named, digest)
            VALUES (\(app), \(release), \(users.bytes), \(users.count), \(users.digest))
            ON CONFLICT (app_id, release_id) DO UPDATE SET users = excluded.users, named = excluded.named, digest = excluded.digest
            """
        )
    }

    /// What releases of an app, or one of them, left here.
    func deleteRollouts(of app: String, release: String? = nil) throws {
        let one: SQL = release.map { "AND release_id = \($0)" } ?? ""
        try run("DELETE FROM rollout_whitelist WHERE app_id = \(app) \(one)")
        try run("DELETE FROM rollout_grant WHERE app_id = \(app) \(one)")
        try run("DELETE FROM rollout_window WHERE app_id = \(app) \(one)")
    }
}
