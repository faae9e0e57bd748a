import Foundation
import Storage

extension Connection {
    func allApps() throws -> [App] {
        let workspaces = try all("SELECT app_id, min(id) AS id FROM app_workspace GROUP BY app_id") {
            (try $0["app_id"] as String, try $0["id"] as String)
        }
        let workspace = Dictionary(uniqueKeysWithValues: workspaces)
        let platforms = try all(
            """
            SELECT app_id, platform, app_key, bundle_id, repository_type, repository_address, old_secret_until
            FROM app_platform ORDER BY app_id, platform DESC
            """
        ) { row in
            (try row["app_id"] as String, try AppPlatform(row, workspace: workspace[try row["app_id"]] ?? ""))
        }
        let byApp = Dictionary(grouping: platforms, by: \.0)
        return try all("SELECT id, name, english_name, zone, created_at, archived_at, demo FROM app ORDER BY name, id") { row in
            try App(row, platforms: byApp[try row["id"]]?.map(\.1) ?? [])
        }
    }

    func appExists(_ id: String) throws -> Bool {
        try value("SELECT 1 FROM app WHERE id = \(id)", as: Int.self) != nil
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

    func archiveApp(_ id: String, at time: Date?) throws {
        try run("UPDATE app SET archived_at = \(time) WHERE id = \(id)")
    }

    func deleteApp(_ id: String) throws {
        try run("DELETE FROM app WHERE id = \(id)")
    }

    func updatePlatform(app: String, _ platform: Platform, _ details: PlatformDetails) throws {
        try run(
            """
            UPDATE app_platform
            SET bundle_id = \(details.bundleId), repository_type = \(details.repositoryType), repository_address = \(details.repositoryAddress)
            WHERE app_id = \(app) AND platform = \(platform)
            """
        )
    }

    func sealedSecret(app: String, _ platform: Platform) throws -> [UInt8]? {
        try value("SELECT sealed_secret FROM app_platform WHERE app_id = \(app) AND platform = \(platform)")
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
    fileprivate init(_ row: Row, workspace: String) throws {
        let key: String = try row["app_key"]
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
            demo: try row["demo"]
        )
    }
}
