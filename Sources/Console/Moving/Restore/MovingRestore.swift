import Foundation
import Signing
import Storage

/// What was restored, and what is left to do by hand.
public struct MovingRestoreReport: Codable, Sendable {
    /// The database it went to.
    public let database: String
    /// When the backup was made, and by which console.
    public let madeAt: Date
    public let version: String
    public let rows: Int
    /// Names of migrations that were applied to the restored database.
    public let migrations: [String]
    /// Where what was there before is now; nil when there was nothing.
    public let before: String?
    /// Sentences for whoever runs the command.
    public let remarks: [String]
}

/// Puts a backup in the place of what an installation holds. No console may run meanwhile.
///
/// Everything is checked and made ready beside what is there; the exchange at the end is a few renames, which are undone when one fails.
struct MovingRestore {
    let settings: Settings
    /// The backup's directory.
    let backup: String
    /// Whether a database that is not empty may be set aside.
    let replaces: Bool
    let progress: MovingProgress
    let clock: Clock
    private let manifest: MovingManifest
    /// Holds the restored files until they are exchanged.
    private let staging: String
    /// For what is there now.
    private let aside: String

    /// - Throws: ``MovingError`` when this is no backup, or one of a newer console.
    init(settings: Settings, backup: String, replaces: Bool, progress: MovingProgress, clock: Clock = .system) throws {
        (self.settings, self.backup, self.replaces, self.progress, self.clock) = (settings, backup, replaces, progress, clock)
        manifest = try MovingManifest.read(in: backup)
        let known = Schema.migrations.map(\.number).max() ?? 0
        if manifest.schema > known { throw StorageError.newerSchema(found: manifest.schema, known: known) }
        let time = clock.now.formatted(
            .iso8601.year().month().day().time(includingFractionalSeconds: false).timeSeparator(.omitted).dateSeparator(.omitted)
        )
        staging = "\(settings.data)/restoring-\(Random.hex(4))"
        aside = "\(settings.data)/before-restore-\(time)"
    }

    /// - Throws: `StorageError.inUse` while a console runs on the data directory, ``MovingError`` for a damaged backup or a database that is not empty.
    func run() async throws -> MovingRestoreReport {
        let directory = try DataDirectory(settings.data)
        defer { withExtendedLifetime(directory) {} }
        guard !FileManager.default.fileExists(atPath: aside) else { throw StorageError.exists(aside) }
        try await verify()
        defer { MovingFiles.remove(staging) }
        try await stage()
        let migrations = try await migrate()
        let remarks = try await checkKey()
        return try await exchange(migrations, remarks)
    }

    // MARK: made ready

    private func verify() async throws {
        try progress.step("checking the backup", total: manifest.files.count)
        for file in manifest.files {
            let path = "\(backup)/\(file.path)"
            guard !file.path.split(separator: "/").contains(".."), !file.path.hasPrefix("/") else {
                throw MovingError("the backup names a file outside of it: \(file.path)")
            }
            guard try MovingFiles.size(path) == file.size else {
                throw MovingError("the backup is damaged: \(file.path) is missing or has another size")
            }
            let content = try await MovingFiles.blocking { try MovingFiles.content(of: path) }
            guard content.sha256 == file.sha256 else {
                throw MovingError("the backup is damaged: \(file.path) has another content than its manifest says")
            }
            try progress.advance(by: 1)
        }
        guard manifest.files.contains(where: { $0.path == MovingManifest.database }) else { throw MovingError("the backup holds no database") }
    }

    private func files(in folder: String) -> [MovingManifest.File] {
        manifest.files.filter { $0.path.hasPrefix(folder + "/") }
    }

    /// Copies the database, and the raw lines where files is what they stay.
    private func stage() async throws {
        try MovingFiles.makeDirectory(staging)
        let lines = settings.database == nil ? files(in: MovingManifest.segments) : []
        let all = manifest.files.filter { $0.path == MovingManifest.database } + lines
        try progress.step("copying files", total: all.count)
        for file in all {
            let (source, target) = ("\(backup)/\(file.path)", "\(staging)/\(file.path)")
            let content = try await MovingFiles.blocking { try MovingFiles.copy(source, to: target) }
            guard content.sha256 == file.sha256 else { throw MovingError("\(source) changed while it was read") }
            try progress.advance(by: 1)
        }
    }

    private var stagedDatabase: String { "\(staging)/\(MovingManifest.database)" }

    private func migrate() async throws -> [String] {
        try progress.step("bringing the schema up to date")
        let database = try Database(path: stagedDatabase, readLimit: .seconds(3_600))
        defer { try? database.close() }
        let applied = try await database.migrate(Schema.migrations)
        try await database.write { try $0.forgetRunning() }
        try database.close()
        try await MovingFiles.compact(stagedDatabase)
        return applied
    }

    /// A backup without its key can be restored; whoever does it has to know what is missing.
    private func checkKey() async throws -> [String] {
        guard let check = try await Database.look(into: stagedDatabase, { try $0.keyCheck() }) else { return [] }
        let inBackup = "\(backup)/\(MovingManifest.key)"
        if manifest.hasKey, !FileManager.default.fileExists(atPath: settings.keyFile) {
            guard NodeInstallation.belongs(inBackup, to: check) else { throw MovingError("the key in the backup is not the one of its database") }
            return []
        }
        guard FileManager.default.fileExists(atPath: settings.keyFile) else {
            return ["the backup holds no key: put the installation's secret.key at \(settings.keyFile) (chmod 600) before the console is started"]
        }
        guard NodeInstallation.belongs(settings.keyFile, to: check) else {
            let way = manifest.hasKey ? "the right one is \(inBackup)" : "put the installation's secret.key in its place (chmod 600)"
            return ["the key in \(settings.keyFile) is not the one of the backup's installation: \(way)"]
        }
        return []
    }

    // MARK: put in place

    private func exchange(_ migrations: [String], _ remarks: [String]) async throws -> MovingRestoreReport {
        let objects = try settings.openBlobs()
        try await putObjects(into: objects)
        let before: String?
        let name: String
        if let url = settings.database {
            (name, before) = try await MovingRestoreServer(url: url, replaces: replaces, aside: aside, progress: progress)
                .fill(from: stagedDatabase, segments: "\(backup)/\(MovingManifest.segments)", scratch: "\(staging)/scratch", objects)
        } else {
            name = "\(settings.data)/console.sqlite"
            before = try exchangeFiles()
        }
        try placeOwnFiles()
        return MovingRestoreReport(
            database: name,
            madeAt: manifest.madeAt,
            version: manifest.version,
            rows: manifest.tables.values.reduce(0, +),
            migrations: migrations,
            before: before,
            remarks: remarks + objectsRemarks
        )
    }

    private var objectsRemarks: [String] {
        manifest.objectsLeftIn.map { ["the backup holds no objects: they have to be in \(settings.objects) as they were in \($0)"] } ?? []
    }

    /// Objects have their content's name, so those of both times can stand beside each other.
    private func putObjects(into blobs: any Blobs) async throws {
        let files = files(in: MovingManifest.objects)
        try progress.step("copying objects", total: files.count)
        for file in files {
            guard let id = BlobID(file.sha256) else { throw MovingError("\(file.path) has no digest") }
            try await blobs.put(file: "\(backup)/\(file.path)", sha256: id)
            try progress.advance(by: 1)
        }
    }

    /// What is exchanged: the database with the files that SQLite puts beside it, and the raw lines.
    private static let exchanged = ["console.sqlite", "console.sqlite-wal", "console.sqlite-shm", MovingManifest.segments, MovedNote.name]

    private func exchangeFiles() throws -> String? {
        try progress.step("putting files in place")
        var undo: [(String, String)] = []
        do {
            let there = Self.exchanged.filter { FileManager.default.fileExists(atPath: "\(settings.data)/\($0)") }
            if !there.isEmpty { try MovingFiles.makeDirectory(aside) }
            for name in there { try move("\(settings.data)/\(name)", to: "\(aside)/\(name)", &undo) }
            if FileManager.default.fileExists(atPath: "\(staging)/\(MovingManifest.segments)") {
                try MovingFiles.syncDirectories("\(staging)/\(MovingManifest.segments)")
                try move("\(staging)/\(MovingManifest.segments)", to: "\(settings.data)/\(MovingManifest.segments)", &undo)
            }
            try move(stagedDatabase, to: "\(settings.data)/console.sqlite", &undo)
            return there.isEmpty ? nil : aside
        } catch {
            for (from, to) in undo.reversed() { try? MovingFiles.rename(to, to: from) }
            throw error
        }
    }

    private func move(_ source: String, to target: String, _ undo: inout [(String, String)]) throws {
        try MovingFiles.rename(source, to: target)
        undo.append((source, target))
    }

    /// The key and the settings are the machine's own: only where it has none they come from the backup.
    private func placeOwnFiles() throws {
        let own = [(MovingManifest.key, settings.keyFile), (MovingManifest.settings, "\(settings.data)/\(MovingManifest.settings)")]
        for (name, target) in own where manifest.files.contains(where: { $0.path == name }) && !FileManager.default.fileExists(atPath: target) {
            _ = try MovingFiles.copy("\(backup)/\(name)", to: target)
            try AppendFile.syncDirectory((target as NSString).deletingLastPathComponent)
        }
    }
}
