import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func builds(_ app: String, _ filter: BuildFilter, before last: Cursor?, limit: Int) throws -> [Build] {
        let rest: SQL = last.map { "(build.created_at, build.id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.buildColumns) WHERE \(filter.condition(app)) AND \(rest)
            ORDER BY build.created_at DESC, build.id DESC LIMIT \(limit)
            """,
            Build.init
        )
    }

    func countBuilds(_ app: String, _ filter: BuildFilter) throws -> Int {
        try value("SELECT count(*) FROM build WHERE \(filter.condition(app))") ?? 0
    }

    func build(_ app: String, _ id: String) throws -> Build? {
        try first("\(Self.buildColumns) WHERE build.app_id = \(app) AND build.id = \(id)", Build.init)
    }

    func build(_ app: String, file: BlobID) throws -> Build? {
        try first("\(Self.buildColumns) WHERE build.app_id = \(app) AND build.sha256 = \(file)", Build.init)
    }

    /// The newest that a phone can install.
    /// - Parameter platform: any when nil.
    func latestBuild(_ app: String, _ platform: Platform?, version: String? = nil) throws -> Build? {
        let wanted: [SQL?] = [platform.map { "build.platform = \($0)" }, version.map { "build.version = \($0)" }]
        let conditions: [SQL] = ["build.app_id = \(app)", "build.state = \(BuildState.current)", "build.kind <> \(BuildKind.aab)"]
        return try first(
            """
            \(Self.buildColumns) WHERE \(SQL.all(conditions + wanted.compactMap { $0 }))
            ORDER BY build.created_at DESC, build.id DESC LIMIT 1
            """,
            Build.init
        )
    }

    /// - Returns: false when the app has the file by now.
    func insertBuild(_ new: NewBuild, at time: Date, by author: String) throws -> Bool {
        let (facts, profile) = (new.facts, new.facts.signing.profile)
        return try run(
            """
            INSERT INTO build (app_id, id, platform, kind, identifier, version, build_number, display_name, min_os, size, sha256, md5, icon, facts,
                profile_uuid, profile_expires_at, file_name, state, composition, notes, request_id, created_at, created_by)
            VALUES (\(new.app), \(new.id), \(facts.platform), \(facts.kind), \(facts.identifier), \(facts.version), \(facts.buildNumber),
                \(facts.displayName), \(facts.minOS), \(new.size), \(new.sha256), \(new.md5), \(new.icon), \(new.factsText),
                \(profile?.uuid), \(profile?.expiresAt), \(new.fileName), \(BuildState.current), \(new.composition), \(new.notes), \(new.request),
                \(time), \(author))
            ON CONFLICT (app_id, sha256) DO NOTHING
            """
        ) > 0
    }

    func setBuildState(_ app: String, _ id: String, _ state: BuildState) throws {
        try run("UPDATE build SET state = \(state) WHERE app_id = \(app) AND id = \(id)")
    }

    func setBuildNotes(_ app: String, _ id: String, _ notes: String) throws {
        try run("UPDATE build SET notes = \(notes) WHERE app_id = \(app) AND id = \(id)")
    }

    func deleteBuild(_ app: String, _ id: String) throws {
        try run("DELETE FROM install_day WHERE app_id = \(app) AND build_id = \(id)")
        try run("DELETE FROM build WHERE app_id = \(app) AND id = \(id)")
    }

    /// Those that an app has left, for its end; not in any order.
    func buildFiles(_ app: String, limit: Int) throws -> [(id: String, sha256: BlobID, icon: BlobID?)] {
        try all("SELECT id, sha256, icon FROM build WHERE app_id = \(app) ORDER BY id LIMIT \(limit)") { (try $0[0], try $0[1], try $0[2]) }
    }

    private static var buildColumns: SQL {
        """
        SELECT build.id, build.app_id, build.platform, build.kind, build.identifier, build.version, build.build_number, build.display_name,
            build.min_os, build.size, build.sha256, build.md5, build.icon, build.facts, build.file_name, build.state, build.composition, build.notes,
            build.request_id, build.created_at, build.created_by, install_link.code
        FROM build JOIN install_link ON install_link.app_id = build.app_id AND install_link.build_id = build.id
        """
    }
}

extension BuildFilter {
    fileprivate func condition(_ app: String) -> SQL {
        let words = text.trimmingCharacters(in: .whitespaces).lowercased()
        let conditions: [SQL?] = [
            "build.app_id = \(app)", platform.map { "build.platform = \($0)" }, state.map { "build.state = \($0)" },
            version.map { "build.version = \($0)" }, words.isEmpty ? nil : Self.holds(words),
        ]
        return .all(conditions.compactMap { $0 })
    }

    private static func holds(_ words: String) -> SQL {
        """
        lower(build.version || ' ' || build.build_number || ' ' || build.identifier || ' ' || build.display_name || ' ' || build.notes)
        LIKE \(SQL.containing(words)) ESCAPE '\\'
        """
    }
}

extension Build {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            platform: try row["platform"],
            kind: try row["kind"],
            identifier: try row["identifier"],
            version: try row["version"],
            buildNumber: try row["build_number"],
            displayName: try row["display_name"],
            minOS: try row["min_os"],
            size: try row["size"],
            sha256: try row["sha256"],
            md5: try row["md5"],
            icon: try row["icon"],
            facts: try BuildFacts(stored: try row["facts"]),
            fileName: try row["file_name"],
            installCode: try row["code"],
            state: try row["state"],
            composition: try row["composition"],
            notes: try row["notes"],
            request: try row["request_id"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"]
        )
    }
}
