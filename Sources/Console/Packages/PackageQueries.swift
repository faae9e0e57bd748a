import Foundation
import Storage
import Web

extension Connection {
    /// Newest first.
    /// - Parameter last: the last one already shown.
    func packages(_ app: String, _ platform: Platform?, before last: Cursor?, limit: Int) throws -> [Package] {
        let rest: SQL = last.map { "(package.created_at, package.id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        let condition = Self.condition(app, platform)
        return try packages("\(condition) AND \(rest) ORDER BY package.created_at DESC, package.id DESC LIMIT \(limit)")
    }

    func countPackages(_ app: String, _ platform: Platform?) throws -> Int {
        try value("SELECT count(*) FROM package WHERE \(Self.condition(app, platform))") ?? 0
    }

    private static func condition(_ app: String, _ platform: Platform?) -> SQL {
        platform.map { "package.app_id = \(app) AND package.platform = \($0)" } ?? "package.app_id = \(app)"
    }

    func package(_ app: String, _ id: String) throws -> Package? {
        try packages("package.app_id = \(app) AND package.id = \(id)").first
    }

    /// The one with the highest number, whatever came of it.
    func latestPackage(_ app: String, _ platform: Platform) throws -> Package? {
        try packages("package.app_id = \(app) AND package.platform = \(platform) ORDER BY package.number DESC LIMIT 1").first
    }

    private func packages(_ condition: SQL) throws -> [Package] {
        let rows = try all("\(Self.packageColumns) WHERE \(condition)", PackageRow.init)
        let modules = try packageModules(rows)
        return rows.map { Package($0, modules: modules[$0.id] ?? []) }
    }

    private static var packageColumns: SQL {
        """
        SELECT package.app_id, package.id, package.platform, package.number, package.version, package.baseline, package.minimum_os, package.choice,
            package.job, job.state AS job_state, package.sha256, package.size, package.created_at, package.created_by, package.ready_at
        FROM package LEFT JOIN job ON job.id = package.job
        """
    }

    /// By package; each package's by name.
    private func packageModules(_ rows: [PackageRow]) throws -> [String: [PackageModule]] {
        guard let app = rows.first?.app else { return [:] }
        let found = try all(
            """
            SELECT package_id, module, version, direct FROM package_module
            WHERE app_id = \(app) AND package_id IN (\(SQL.list(rows.map(\.id)))) ORDER BY package_id, module
            """
        ) { (try $0[0] as String, PackageModule(name: try $0[1], version: try $0[2], direct: try $0[3])) }
        return Dictionary(grouping: found, by: \.0).mapValues { $0.map(\.1) }
    }

    /// `BuildConfig.json`, byte for byte, and the digest of all that goes into the archive.
    func packageManifest(_ app: String, _ id: String) throws -> (text: String, digest: String)? {
        try first("SELECT manifest, digest FROM package WHERE app_id = \(app) AND id = \(id)") { (try $0[0], try $0[1]) }
    }

    func insertPackage(_ package: NewPackage, number: Int, job: String, at time: Date, by author: String) throws {
        let contents = package.contents
        try run(
            """
            INSERT INTO package (app_id, id, platform, number, version, baseline, minimum_os, choice, manifest, digest, job, created_at, created_by)
            VALUES (\(package.app), \(package.id), \(contents.manifest.platform), \(number), \(contents.manifest.packageVersion),
                \(package.choice.baseline), \(package.choice.minimumOS), \(package.choiceText), \(package.manifestText), \(contents.digest), \(job),
                \(time), \(author))
            """
        )
        let insert = try prepare("INSERT INTO package_module (app_id, package_id, module, version, direct) VALUES (?, ?, ?, ?, ?)")
        for module in contents.manifest.modules { try insert.run(package.app, package.id, module.name, module.version, module.direct) }
    }

    func packageIsReady(_ app: String, _ id: String, sha256: BlobID, size: Int, at time: Date) throws {
        try run("UPDATE package SET sha256 = \(sha256), size = \(size), ready_at = \(time) WHERE app_id = \(app) AND id = \(id)")
    }

    // MARK: what an app leaves

    /// Every archive of an app once.
    func packageBlobs(_ app: String) throws -> [BlobID] {
        try all("SELECT DISTINCT sha256 FROM package WHERE app_id = \(app) AND sha256 IS NOT NULL ORDER BY sha256") { try $0[0] }
    }

    /// Jobs of an app's packages that have not ended.
    func openPackageJobs(_ app: String) throws -> [String] {
        try all(
            """
            SELECT job.id FROM package JOIN job ON job.id = package.job
            WHERE package.app_id = \(app) AND job.state IN ('waiting', 'running') ORDER BY job.id
            """
        ) { try $0[0] }
    }

    /// Whether something else than this app's packages has the same file.
    func isBlobNeeded(_ blob: BlobID, besidesPackagesOf app: String) throws -> Bool {
        let rows = try value(
            """
            SELECT (SELECT count(*) FROM package WHERE sha256 = \(blob) AND app_id <> \(app))
                + (SELECT count(*) FROM module_artifact WHERE sha256 = \(blob)) + (SELECT count(*) FROM feedback_image WHERE sha256 = \(blob))
                + (SELECT count(*) FROM build WHERE sha256 = \(blob) OR icon = \(blob))
                + (SELECT count(*) FROM symbol_object WHERE sha256 = \(blob))
                + (SELECT count(*) FROM sentry_attachment WHERE sha256 = \(blob))
                + (SELECT count(*) FROM hotpatch_release WHERE script = \(blob)) + (SELECT count(*) FROM hotpatch_package WHERE sha256 = \(blob))
            """,
            as: Int.self
        )
        return rows ?? 0 > 0
    }

    // MARK: who holds a module

    /// How many packages of how many apps hold this version of a module.
    func packagesHolding(_ module: String, _ version: String, _ platform: Platform) throws -> PackageHolders {
        try first(
            """
            SELECT count(*), count(DISTINCT package.app_id) FROM package_module
            JOIN package ON package.app_id = package_module.app_id AND package.id = package_module.package_id
            WHERE package_module.module = \(module) AND package_module.version = \(version) AND package.platform = \(platform)
            """
        ) { PackageHolders(packages: try $0[0], apps: try $0[1]) } ?? PackageHolders(packages: 0, apps: 0)
    }
}

/// How widely a version of a module went.
struct PackageHolders: Codable, Sendable, Equatable {
    let packages: Int
    let apps: Int
}

/// A package without its modules.
private struct PackageRow {
    let app: String
    let id: String
    let platform: Platform
    let number: Int
    let version: String
    let baseline: String?
    let minimumOS: String?
    let choice: String
    let job: String
    let jobState: JobState?
    let sha256: String?
    let size: Int?
    let createdAt: Date
    let createdBy: String
    let readyAt: Date?

    init(_ row: Row) throws {
        app = try row["app_id"]
        id = try row["id"]
        platform = try row["platform"]
        number = try row["number"]
        version = try row["version"]
        baseline = try row["baseline"]
        minimumOS = try row["minimum_os"]
        choice = try row["choice"]
        job = try row["job"]
        jobState = try row["job_state"]
        sha256 = try row["sha256"]
        size = try row["size"]
        createdAt = try row["created_at"]
        createdBy = try row["created_by"]
        readyAt = try row["ready_at"]
    }
}

extension Package {
    fileprivate init(_ row: PackageRow, modules: [PackageModule]) {
        let choice = try? JSONDecoder().decode(PackageChoice.self, from: Data(row.choice.utf8))
        self.init(
            id: row.id,
            app: row.app,
            platform: row.platform,
            number: row.number,
            version: row.version,
            baseline: OrNull(row.baseline),
            minimumOS: OrNull(row.minimumOS),
            state: PackageState(isReady: row.sha256 != nil, job: row.jobState),
            chosen: choice?.modules ?? [],
            modules: modules,
            job: row.job,
            sha256: OrNull(row.sha256),
            size: OrNull(row.size),
            createdAt: row.createdAt,
            createdBy: row.createdBy,
            readyAt: OrNull(row.readyAt)
        )
    }
}

extension PackageState {
    /// - Parameter job: nil for one that was forgotten, as they are some time after they ended.
    fileprivate init(isReady: Bool, job: JobState?) {
        switch job {
        case _ where isReady: self = .ready
        case .waiting: self = .waiting
        case .running: self = .writing
        case .cancelled: self = .cancelled
        case .failed, .done, nil: self = .failed
        }
    }
}
