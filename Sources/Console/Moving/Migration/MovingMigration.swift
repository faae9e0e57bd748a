import Foundation
import Signing
import Storage

/// Where an installation is to go.
public struct MovingMigrationOrder: Codable, Sendable {
    /// `postgresql://…`
    public let url: String
    /// Another store for objects; nil where they stay.
    public let objects: String?

    public init(url: String, objects: String?) {
        (self.url, self.objects) = (url, objects)
    }
}

/// What was copied, and how to go on.
public struct MovingMigrationReport: Codable, Sendable {
    public let database: String
    /// By table.
    public let rows: [String: Int]
    public let objects: Int
    /// Sentences for whoever runs the command.
    public let next: [String]
}

/// Copies a SQLite installation into an empty PostgreSQL database while the console goes on answering what it can without writing.
struct MovingMigration {
    let database: Database
    let blobs: any Blobs
    let settings: Settings
    let order: MovingMigrationOrder
    let progress: MovingProgress
    let clock: Clock
    /// Writes what rooms still have in memory.
    let flush: @Sendable () async throws -> Void

    /// Writes are refused until the console is stopped when this returns, and taken again when it throws.
    func run() async throws -> MovingMigrationReport {
        guard database.kind == .sqlite else { throw MovingError("this console runs on \(database.name) already") }
        try progress.step("asking the other database")
        let target = try await MovingTarget.open(order.url)
        defer { try? target.close() }
        let store = try otherStore() ?? blobs
        try await flush()
        try await database.refuseWrites("the console is being moved to \(target.name)")
        do {
            let objects = try await copyObjects(to: store)
            let rows = try await copy(to: target, store)
            // Not for nobody: who is gone would never hear that writes stay refused.
            try progress.step("noting the move")
            try MovedNote(to: target.name, at: clock.now).write(in: settings.data)
            return MovingMigrationReport(database: target.name, rows: rows, objects: objects, next: next(target.name))
        } catch {
            database.allowWrites()
            throw MovingError("\(error); nothing has changed here, and the console takes everything again; \(MovingTarget.cleaning(target.name))")
        }
    }

    private func otherStore() throws -> (any Blobs)? {
        guard let objects = order.objects else { return nil }
        return try settings.openBlobs(at: objects)
    }

    private func copy(to target: Database, _ store: any Blobs) async throws -> [String: Int] {
        let scratch = "\(settings.data)/moving-\(Random.hex(4))"
        let now = try await target.read { try $0.now() }
        let lines = MovingLinesToObjects(directory: "\(settings.data)/\(MovingManifest.segments)", blobs: store, scratch: scratch, now: now)
        do {
            try await lines.put(try await database.read { try $0.namedSegments() }, progress)
            return try await MovingCopy(source: database, target: target, lines: lines, progress: progress).run()
        } catch {
            await lines.undo()
            throw error
        }
    }

    /// - Returns: how many there were to copy.
    private func copyObjects(to store: any Blobs) async throws -> Int {
        guard order.objects != nil else { return 0 }
        try progress.step("copying objects")
        let scratch = "\(settings.data)/moving-\(Random.hex(4))"
        var (last, count): (BlobID?, Int) = (nil, 0)
        repeat {
            let page = try await blobs.list(after: last, limit: 1_000)
            for listed in page where try await store.size(listed.id) != listed.size {
                defer { MovingFiles.remove(scratch) }
                try await blobs.download(listed.id, to: scratch)
                try await store.put(file: scratch, sha256: listed.id)
                try progress.advance(by: 1)
            }
            count += page.count
            last = page.last?.id
        } while last != nil
        return count
    }

    private func next(_ name: String) -> [String] {
        var steps = [
            "stop this console: until then it answers what it can without writing, and refuses everything else",
            "start each node with --database (or CONSOLE_DATABASE) \(name), with its password where it has one",
        ]
        if let objects = order.objects {
            steps.append("and with --objects (or CONSOLE_OBJECTS) \(objects)")
        } else {
            steps.append("objects stay in \(settings.objects): nodes on other machines need a store that all of them reach (--objects)")
        }
        steps.append("copy \(settings.keyFile) to each node and name it with --key-file (or CONSOLE_KEY_FILE); without it no node starts")
        steps.append("to stay with SQLite after all: console migrate --stay")
        return steps
    }
}
