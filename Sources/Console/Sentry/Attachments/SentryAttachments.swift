import Foundation
import Storage
import Synchronization
import Web

/// Files beside reports: blobs, each named by a row. They go with their report.
struct SentryAttachments: Sendable {
    let database: Database
    let blobs: any Blobs
    /// Removes a file that no row needs any more.
    let removeFile: @Sendable (BlobID) async throws -> Void
    let clock: Clock
    private let walk = SentryAttachmentWalk()

    init(database: Database, blobs: any Blobs, removeFile: @escaping @Sendable (BlobID) async throws -> Void, clock: Clock) {
        self.database = database
        self.blobs = blobs
        self.removeFile = removeFile
        self.clock = clock
    }

    /// How long one waits for its report.
    private static let patience: TimeInterval = 3_600
    /// Rows that are looked at in one step.
    private static let step = 500

    /// Returns when they are on disk. The same ones again, of a request that is repeated, are the same.
    /// - Parameter event: the event's id, which leads the report's.
    func keep(_ files: [SentryFile], of event: String, app: String) async throws {
        guard !files.isEmpty else { return }
        var rows: [SentryAttachment] = []
        for file in Self.named(files) {
            let blob = try await blobs.put(file.bytes)
            rows.append(
                SentryAttachment(
                    crash: Self.report(event),
                    name: file.name,
                    kind: file.kind,
                    size: file.bytes.count,
                    sha256: blob,
                    createdAt: clock.now
                )
            )
        }
        let made = rows
        let kept = try await database.write(.readCommitted) { connection in
            let left = SentryLimits.attachments - (try connection.sentryAttachments(app, made[0].crash).count)
            for row in made.prefix(max(0, left)) { try connection.insertSentryAttachment(app, row) }
            return Set(try connection.sentryAttachments(app, made[0].crash).map(\.sha256))
        }
        // Beyond what a report may have, or other content under a name that is there: no row says that the file may go some day.
        for row in made where !kept.contains(row.sha256) { try await removeFile(row.sha256) }
        // What the removal of another report took away between the file and its row; with the second look of that removal none is lost.
        for file in files {
            let blob = BlobID(of: file.bytes)
            if kept.contains(blob), try await blobs.size(blob) == nil { _ = try await blobs.put(file.bytes) }
        }
    }

    /// A report's id is its event's, and its number in the upload.
    static func report(_ event: String) -> String { "\(event)-0" }

    /// Each name once.
    private static func named(_ files: [SentryFile]) -> [SentryFile] {
        var names: Set<String> = []
        return files.map { file in
            var file = file
            var number = 2
            let name = file.name
            while !names.insert(file.name).inserted {
                file.name = "\(number)-\(name)"
                number += 1
            }
            return file
        }
    }

    func list(_ crash: String, of app: String) async throws -> [SentryAttachment] {
        try await database.read { try $0.sentryAttachments(app, crash) }
    }

    /// - Throws: `notFound`.
    func find(_ name: String, _ crash: String, of app: String) async throws -> SentryAttachment {
        guard let found = try await list(crash, of: app).first(where: { $0.name == name }) else { throw Problem.notFound }
        return found
    }

    /// Removes those whose report is gone, some at each call: it walks through all of them, and begins again.
    func sweep() async throws {
        let place = walk.place
        let rows = try await database.read { try $0.sentryAttachmentStates(after: place, limit: Self.step) }
        let end = clock.now.addingTimeInterval(-Self.patience)
        for row in rows where !row.hasReport && row.attachment.createdAt < end { try await remove(row.attachment, of: row.app) }
        walk.place = rows.count < Self.step ? nil : rows.last.map { .init(app: $0.app, crash: $0.attachment.crash, name: $0.attachment.name) }
    }

    private func remove(_ attachment: SentryAttachment, of app: String) async throws {
        try await database.write { try $0.deleteSentryAttachment(app, attachment.crash, attachment.name) }
        try await removeFile(attachment.sha256)
    }

    /// Removes all of an app that is being deleted.
    func erase(_ app: String) async throws {
        while case let rows = try await database.read({ try $0.sentryAttachments(of: app, limit: Self.step) }), !rows.isEmpty {
            for row in rows { try await remove(row, of: app) }
        }
    }
}

/// How far the last step came.
private final class SentryAttachmentWalk: Sendable {
    private let state = Mutex<SentryAttachmentPlace?>(nil)

    var place: SentryAttachmentPlace? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

struct SentryAttachmentPlace: Sendable {
    let app: String
    let crash: String
    let name: String
}
