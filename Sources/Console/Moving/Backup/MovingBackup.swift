import Foundation
import Signing
import Storage

/// What a backup is asked for.
public struct MovingBackupOrder: Codable, Sendable {
    /// The directory to make.
    public let path: String
    public let withKey: Bool
    public let withoutObjects: Bool

    public init(path: String, withKey: Bool = false, withoutObjects: Bool = false) {
        (self.path, self.withKey, self.withoutObjects) = (path, withKey, withoutObjects)
    }
}

/// What was made.
public struct MovingBackupReport: Codable, Sendable {
    public let path: String
    public let files: Int
    public let bytes: Int
    public let rows: Int
    public let hasKey: Bool
    public let objectsLeftIn: String?
}

/// Makes a backup while the console goes on: a directory that holds what a console needs to come back, and a manifest of it.
///
/// It is the same for both engines, so that it can be restored on either: a database of SQLite's (copied by SQLite itself, or filled
/// from PostgreSQL as it was at one moment), objects, and raw lines in files.
struct MovingBackup {
    let database: Database
    let blobs: any Blobs
    let settings: Settings
    let order: MovingBackupOrder
    let progress: MovingProgress
    let clock: Clock

    /// Under another name until it is whole: what has the right name is a backup.
    private let part: String

    init(database: Database, blobs: any Blobs, settings: Settings, order: MovingBackupOrder, progress: MovingProgress, clock: Clock) {
        (self.database, self.blobs, self.settings, self.order, self.progress, self.clock) = (database, blobs, settings, order, progress, clock)
        part = "\(order.path).part-\(Random.hex(4))"
    }

    /// - Throws: ``MovingError`` when something of that name is there; nothing is left of a backup that fails.
    func run() async throws -> MovingBackupReport {
        guard !FileManager.default.fileExists(atPath: order.path) else { throw StorageError.exists(order.path) }
        guard FileManager.default.fileExists(atPath: (order.path as NSString).deletingLastPathComponent) else {
            throw MovingError("there is no directory \((order.path as NSString).deletingLastPathComponent)")
        }
        defer { MovingFiles.remove(part) }
        try MovingFiles.makeDirectory(part)
        let manifest = try await fill()
        try await write(manifest)
        try MovingFiles.rename(part, to: order.path)
        return MovingBackupReport(
            path: order.path,
            files: manifest.files.count,
            bytes: manifest.files.reduce(0) { $0 + $1.size },
            rows: manifest.tables.values.reduce(0, +),
            hasKey: manifest.hasKey,
            objectsLeftIn: manifest.objectsLeftIn
        )
    }

    private func fill() async throws -> MovingManifest {
        let copy = "\(part)/\(MovingManifest.database)"
        switch database.kind {
        case .sqlite: try await copySQLite(to: copy)
        case .postgres: try await copyPostgres(to: copy)
        }
        try progress.step("checking the copy")
        let (damage, schema, tables) = try await Database.look(into: copy) { connection in
            (
                try connection.damage(), try connection.schemaVersion() ?? 0,
                try Dictionary(connection.tables().map { ($0.name, try connection.count($0)) }) { $1 }
            )
        }
        guard damage.isEmpty else { throw MovingError("the copy of the database is damaged: \(damage.joined(separator: "; "))") }
        if !order.withoutObjects { try await copyObjects() }
        try await copyOwnFiles()
        return MovingManifest(
            version: Release.version,
            schema: schema,
            madeAt: clock.now,
            engine: database.kind.rawValue,
            objectsLeftIn: order.withoutObjects ? settings.objects : nil,
            hasKey: order.withKey,
            tables: tables,
            files: try await contents()
        )
    }

    // MARK: SQLite

    private func copySQLite(to copy: String) async throws {
        try progress.step("copying the database")
        try await database.backUp(to: copy)
        let segments = try await Database.look(into: copy) { try $0.namedSegments() }
        try progress.step("copying raw lines", total: segments.reduce(0) { $0 + $1.bytes })
        for segment in segments where segment.bytes > 0 {
            try await copyFile(segment)
            try progress.advance(by: segment.bytes)
        }
    }

    private func copyFile(_ segment: MovingSegment) async throws {
        let name = "\(MovingManifest.segments)/\(segment.segment.name)"
        let (source, target) = ("\(settings.data)/\(name)", "\(part)/\(name)")
        do {
            _ = try await MovingFiles.blocking { try MovingFiles.copy(source, to: target, length: segment.bytes) }
        } catch {
            // Retention takes the rows first and the file after them. It will take the rows of the copy as well.
            let named = try await database.read { try $0.segmentLength(segment.segment) }
            guard named == 0 else { throw error }
            MovingFiles.remove(target)
        }
    }

    // MARK: PostgreSQL

    private func copyPostgres(to copy: String) async throws {
        guard try await database.read({ try $0.schemaVersion() }) == Schema.migrations.map(\.number).max() else {
            throw MovingError("the database has another schema than this console: use the console that runs on it")
        }
        let target = try Database(path: copy, synchronous: .normal, readLimit: .seconds(3_600))
        defer { try? target.close() }
        try await target.migrate(Schema.migrations)
        let lines = MovingLinesToFiles(directory: "\(part)/\(MovingManifest.segments)", blobs: blobs)
        _ = try await MovingCopy(source: database, target: target, lines: lines, progress: progress).run()
        try await lines.finish()
        try target.close()
        try await MovingFiles.compact(copy)
    }

    // MARK: files

    /// After the database: whatever its rows name was put before them.
    private func copyObjects() async throws {
        try progress.step("copying objects")
        let skipped = try await packedLines()
        var last: BlobID?
        repeat {
            let page = try await blobs.list(after: last, limit: 1_000)
            for listed in page where !skipped.contains(listed.id) {
                try await download(listed)
                try progress.advance(by: 1)
            }
            last = page.last?.id
        } while last != nil
    }

    /// Objects whose raw lines are in files by now.
    private func packedLines() async throws -> Set<BlobID> {
        guard database.kind == .postgres else { return [] }
        return Set(try await database.longRead { try $0.packedLines() })
    }

    private func download(_ listed: BlobListed) async throws {
        let path = "\(part)/\(MovingManifest.objects)/\(listed.id.place)"
        try MovingFiles.makeDirectory((path as NSString).deletingLastPathComponent)
        do {
            try await blobs.download(listed.id, to: path)
        } catch BlobError.missing {
            // Removed since it was listed.
        }
    }

    private func copyOwnFiles() async throws {
        let (settings, order, part) = (settings, order, part)
        try await MovingFiles.blocking {
            if order.withKey { _ = try MovingFiles.copy(settings.keyFile, to: "\(part)/\(MovingManifest.key)") }
            let file = "\(settings.data)/\(MovingManifest.settings)"
            if try MovingFiles.size(file) != nil { _ = try MovingFiles.copy(file, to: "\(part)/\(MovingManifest.settings)") }
        }
    }

    private func contents() async throws -> [MovingManifest.File] {
        let (part, progress) = (part, progress)
        return try await MovingFiles.blocking {
            let paths = try MovingFiles.list(part)
            try progress.step("computing digests", total: paths.count)
            return try paths.map { path in
                let content = try MovingFiles.content(of: "\(part)/\(path)")
                try progress.advance(by: 1)
                return MovingManifest.File(path: path, size: content.size, sha256: content.sha256)
            }
        }
    }

    /// The manifest comes last; then everything's name is made durable.
    private func write(_ manifest: MovingManifest) async throws {
        let part = part
        let bytes = [UInt8](try manifest.json)
        try await MovingFiles.blocking {
            let file = try AppendFile("\(part)/\(MovingManifest.name)", length: 0)
            try file.write(bytes, at: 0)
            try file.sync()
            try MovingFiles.syncDirectories(part)
        }
    }
}
