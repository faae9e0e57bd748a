import Foundation
import Storage
import Web

extension Connection {
    func apps() throws -> [App] {
        let platforms = Dictionary(grouping: try appPlatforms("1 = 1"), by: \.app)
        return try all(Self.appColumns) { try App($0, platforms: platforms[try $0["id"]]?.map(\.platform) ?? []) }
    }

    func app(_ id: String) throws -> App? {
        let platforms = try appPlatforms("app_platform.app_id = \(id)").map(\.platform)
        return try first("\(Self.appColumns) WHERE id = \(id)") { try App($0, platforms: platforms) }
    }

    /// - Throws: `notFound`.
    func existingApp(_ id: String) throws -> App {
        guard let app = try app(id) else { throw Problem.notFound }
        return app
    }

    /// - Throws: `notFound`.
    func existingPlatform(_ platform: Platform, of app: String) throws -> AppPlatform {
        guard let found = try existingApp(app).platform(platform) else { throw Problem.notFound }
        return found
    }

    private static var appColumns: SQL { "SELECT id, name, english_name, zone, created_at, archived_at, demo, personal_from FROM app" }

    private func appPlatforms(_ condition: SQL) throws -> [(app: String, platform: AppPlatform)] {
        try all(
            """
            SELECT app_platform.app_id, platform, app_key, bundle_id, repository_type, repository_address, old_secret_until,
                (SELECT min(id) FROM app_workspace WHERE app_workspace.app_id = app_platform.app_id) AS workspace
            FROM app_platform WHERE \(condition) ORDER BY app_platform.app_id, platform DESC
            """
        ) { (app: try $0["app_id"], platform: try AppPlatform($0)) }
    }

    func insertApp(_ app: App) throws {
        try run(
            """
            INSERT INTO app (id, name, english_name, zone, created_at, demo)
            VALUES (\(app.id), \(app.name), \(app.englishName), \(app.zone), \(app.createdAt), \(app.demo))
            """
        )
    }

    func insertWorkspace(app: String, id: String, name: String) throws {
        try run("INSERT INTO app_workspace (app_id, id, name) VALUES (\(app), \(id), \(name))")
    }

    func insertPlatform(app: String, _ platform: Platform, key: String, sealedSecret: [UInt8], at time: Date) throws {
        try run(
            """
            INSERT INTO app_platform (app_id, platform, app_key, sealed_secret, created_at)
            VALUES (\(app), \(platform), \(key), \(sealedSecret), \(time))
            """
        )
    }

    func updateApp(_ id: String, name: String, zone: String) throws {
        try run("UPDATE app SET name = \(name), zone = \(zone) WHERE id = \(id)")
    }

    func setPersonalFrom(_ role: Role, of app: String) throws {
        try run("UPDATE app SET personal_from = \(role.rawValue) WHERE id = \(app)")
    }

    func archiveApp(_ id: String, at time: Date?) throws {
        try run("UPDATE app SET archived_at = \(time) WHERE id = \(id)")
    }

    /// - Returns: whether there was one.
    func deleteApp(_ id: String) throws -> Bool {
        try run("DELETE FROM app WHERE id = \(id)") == 1
    }

    func updatePlatform(app: String, _ platform: Platform, _ details: AppPlatformDetails) throws {
        try run(
            """
            UPDATE app_platform
            SET bundle_id = \(details.bundleId), repository_type = \(details.repositoryType), repository_address = \(details.repositoryAddress)
            WHERE app_id = \(app) AND platform = \(platform)
            """
        )
    }

    /// Of all platforms, by AppKey.
    func sealedSecrets() throws -> [String: SealedAppSecret] {
        let rows = try all("SELECT app_key, sealed_secret, sealed_old_secret FROM app_platform") {
            (try $0[0] as String, SealedAppSecret(secret: try $0[1], old: try $0[2]))
        }
        return Dictionary(uniqueKeysWithValues: rows)
    }

    /// - Throws: `notFound`.
    func sealedSecret(app: String, _ platform: Platform) throws -> [UInt8] {
        guard let sealed: [UInt8] = try value("SELECT sealed_secret FROM app_platform WHERE app_id = \(app) AND platform = \(platform)") else {
            throw Problem.notFound
        }
        return sealed
    }

    func rotateSecret(app: String, _ platform: Platform, to sealed: [UInt8], oldUntil: Date?) throws {
        let keepsOld = oldUntil != nil
        try run(
            """
            UPDATE app_platform
            SET sealed_old_secret = CASE WHEN \(keepsOld) = 1 THEN sealed_secret ELSE NULL END, old_secret_until = \(oldUntil), sealed_secret = \(sealed)
            WHERE app_id = \(app) AND platform = \(platform)
            """
        )
    }
}

extension AppPlatform {
    fileprivate init(_ row: Row) throws {
        let key: String = try row["app_key"]
        let workspace: String = try row["workspace"]
        self.init(
            platform: try row["platform"],
            appKey: key,
            workspaceId: workspace,
            logProductId: "\(key)-\(workspace)",
            bundleId: try row["bundle_id"],
            repositoryType: try row["repository_type"],
            repositoryAddress: try row["repository_address"],
            oldSecretUntil: try row["old_secret_until"]
        )
    }
}

extension App {
    fileprivate init(_ row: Row, platforms: [AppPlatform]) throws {
        self.init(
            id: try row["id"],
            name: try row["name"],
            englishName: try row["english_name"],
            createdAt: try row["created_at"],
            platforms: platforms,
            zone: try row["zone"],
            archivedAt: try row["archived_at"],
            demo: try row["demo"],
            personalFrom: Role(rawValue: try row["personal_from"]) ?? .admin
        )
    }
}
