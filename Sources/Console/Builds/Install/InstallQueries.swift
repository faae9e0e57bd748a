import Foundation
import Storage
import Web

extension Connection {
    /// A build's own link, and those that follow the newest of its platform and of its app, where they are not there yet.
    func insertInstallLinks(of build: NewBuild, at time: Date) throws {
        try insertInstallLink(build.app, build: build.id, nil, at: time)
        for platform in [nil, build.facts.platform] where try installLink(of: build.app, platform) == nil {
            try insertInstallLink(build.app, build: nil, platform, at: time)
        }
    }

    private func insertInstallLink(_ app: String, build: String?, _ platform: Platform?, at time: Date) throws {
        try run(
            """
            INSERT INTO install_link (code, app_id, build_id, platform, created_at)
            VALUES (\(InstallCode.make()), \(app), \(build), \(platform), \(time))
            """
        )
    }

    func installLink(_ code: String) throws -> InstallLink? {
        try first("\(Self.linkColumns) WHERE code = \(code)", InstallLink.init)
    }

    func installLink(_ code: String, of app: String) throws -> InstallLink? {
        try first("\(Self.linkColumns) WHERE code = \(code) AND app_id = \(app)", InstallLink.init)
    }

    /// The one that follows the newest of a platform, or of the app when nil.
    func installLink(of app: String, _ platform: Platform?) throws -> InstallLink? {
        let condition: SQL = platform.map { "platform = \($0)" } ?? "platform IS NULL"
        return try first("\(Self.linkColumns) WHERE app_id = \(app) AND build_id IS NULL AND \(condition)", InstallLink.init)
    }

    /// Those that follow the newest: the app's first, then its platforms'.
    func installLinks(of app: String) throws -> [InstallLink] {
        try all("\(Self.linkColumns) WHERE app_id = \(app) AND build_id IS NULL ORDER BY platform IS NOT NULL, platform DESC", InstallLink.init)
    }

    func setInstallLink(_ code: String, _ rules: InstallRules) throws {
        try run("UPDATE install_link SET expires_at = \(rules.expiresAt), most = \(rules.most) WHERE code = \(code)")
    }

    /// - Parameter record: nil lets everybody in.
    func setInstallPassword(_ code: String, _ record: String?) throws {
        try run("UPDATE install_link SET password = \(record) WHERE code = \(code)")
    }

    /// Counts anew, too.
    func renewInstallLink(_ code: String, as new: String) throws {
        try run("UPDATE install_link SET code = \(new), taken = 0 WHERE code = \(code)")
    }

    private static var linkColumns: SQL {
        "SELECT code, app_id, build_id, platform, password, expires_at, most, taken, created_at FROM install_link"
    }

    // MARK: downloads

    /// - Returns: false for one that counts already.
    func insertInstallDownload(_ app: String, _ ticket: String, at time: Date) throws -> Bool {
        try run("INSERT INTO install_download (app_id, ticket, at) VALUES (\(app), \(ticket), \(time)) ON CONFLICT (app_id, ticket) DO NOTHING") > 0
    }

    func isInstallDownload(_ app: String, _ ticket: String) throws -> Bool {
        try value("SELECT 1 FROM install_download WHERE app_id = \(app) AND ticket = \(ticket)", as: Int.self) != nil
    }

    /// - Returns: false when as many were taken as may be.
    func countInstall(_ code: String) throws -> Bool {
        try run("UPDATE install_link SET taken = taken + 1 WHERE code = \(code) AND (most IS NULL OR taken < most)") > 0
    }

    func countInstall(_ build: Build, on day: String, by system: InstallSystem) throws {
        try run(
            """
            INSERT INTO install_day (app_id, build_id, day, system, downloads) VALUES (\(build.app), \(build.id), \(day), \(system), 1)
            ON CONFLICT (app_id, build_id, day, system) DO UPDATE SET downloads = install_day.downloads + 1
            """
        )
    }

    /// Newest day first.
    func installDays(_ app: String, build: String, since day: String) throws -> [InstallCount] {
        try all(
            """
            SELECT day, system, downloads FROM install_day WHERE app_id = \(app) AND build_id = \(build) AND day >= \(day)
            ORDER BY day DESC, system
            """
        ) { InstallCount(day: try $0[0], system: try $0[1], downloads: try $0[2]) }
    }

    /// By build.
    func installTotals(_ app: String, of builds: [String]) throws -> [String: Int] {
        let found = try all(
            "SELECT build_id, sum(downloads) FROM install_day WHERE app_id = \(app) AND build_id IN (\(SQL.list(builds))) GROUP BY build_id"
        ) { (try $0[0] as String, try $0[1] as Int) }
        return Dictionary(uniqueKeysWithValues: found)
    }

    func deleteInstallDownloads(before time: Date) throws {
        try run("DELETE FROM install_download WHERE at < \(time)")
    }
}

/// How often a build was taken on a day.
struct InstallCount: Codable, Sendable, Equatable {
    /// In the app's zone, such as `2026-11-21`.
    let day: String
    let system: InstallSystem
    let downloads: Int
}

extension InstallLink {
    fileprivate init(_ row: Row) throws {
        let (build, platform): (String?, Platform?) = (try row["build_id"], try row["platform"])
        self.init(
            code: try row["code"],
            app: try row["app_id"],
            target: build.map { .build($0) } ?? platform.map { .platform($0) } ?? .app,
            password: try row["password"],
            expiresAt: try row["expires_at"],
            most: try row["most"],
            taken: try row["taken"],
            createdAt: try row["created_at"]
        )
    }
}
