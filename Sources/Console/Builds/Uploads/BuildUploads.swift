import Foundation
import Hummingbird
import Signing
import Storage
import Web

/// Files that come in pieces. Each verb is one transaction; what becomes of a whole file is ``BuildUploadAssembly``'s.
struct BuildUploads: Sendable {
    let database: Database
    let blobs: any Blobs
    let files: FileIntake
    /// Bytes of a package.
    let largest: Int

    // MARK: beginning

    /// Begins an upload. One of the same file, by its SHA-256, that the same viewer began before is gone on with.
    /// - Parameter viewer: id of who brings it.
    /// - Throws: `invalid` for the input, `tooLarge`; `conflict` for an archived app; `limited` when too much is under way.
    /// - Returns: with whether it was made now.
    func begin(_ new: NewBuildUpload, of app: App, by viewer: String) async throws -> (upload: BuildUpload, isNew: Bool) {
        try new.check(upTo: largest)
        try Builds.check(notes: new.notes ?? "")
        guard app.archivedAt == nil else { throw Problem(.conflict, "builds.archived") }
        return try await database.write { connection in
            if let known = try connection.openBuildUpload(like: new, of: app.id, by: viewer) { return (known, false) }
            try Self.check(try connection.buildUploadLoad(of: app.id), adding: new.size)
            let id = Random.hex(16)
            try connection.insertBuildUpload(new, id: id, app: app.id, by: viewer)
            guard let upload = try connection.buildUpload(id, of: app.id) else { throw Problem.notFound }
            return (upload, true)
        }
    }

    private static func check(_ load: BuildUploadLoad, adding size: Int) throws {
        let isFull = load.ofApp >= BuildUploadLimits.ofApp || load.ofAll >= BuildUploadLimits.ofAll || load.bytes + size > BuildUploadLimits.bytes
        if isFull { throw Problem(.limited, "buildUploads.many", retryAfter: 60) }
    }

    /// - Throws: `notFound`.
    func upload(_ id: String, of app: String) async throws -> BuildUpload {
        guard let upload = try await database.read({ try $0.buildUpload(id, of: app) }) else { throw Problem.notFound }
        return upload
    }

    // MARK: pieces

    /// Takes the next piece.
    /// - Parameter start: where it belongs.
    /// - Throws: `notFound`; `conflict` when it belongs elsewhere, with the place of the next one in the words; `tooLarge` for one that is too large or
    ///   goes beyond the end.
    func append(_ request: Request, at start: Int, to id: String, of app: String) async throws -> BuildUpload {
        let upload = try await upload(id, of: app)
        guard upload.state == .receiving, start == upload.offset else {
            throw Problem(.conflict, "buildUploads.offset", ["offset": "\(upload.offset)"])
        }
        let salt = Random.bytes(BuildUploadPiece.salt)
        let limit = min(BuildUploadLimits.largestPiece, upload.size - start)
        try await store(try await files.take(request, upTo: limit, behind: salt), at: start, of: upload)
        return try await self.upload(id, of: app)
    }

    private func store(_ file: FileUpload, at start: Int, of upload: BuildUpload) async throws {
        let piece = BuildUploadPiece(start: start, size: file.size - BuildUploadPiece.salt, blob: file.sha256)
        guard piece.size > 0 else { return }
        try await blobs.adopt(file: file.path, sha256: file.sha256)
        let isNext = try await database.write { try $0.addBuildUploadPiece(piece, to: upload.id) }
        guard isNext else {
            // Another request brought it meanwhile, or the upload was given up.
            try await blobs.remove(piece.blob)
            let now = try await self.upload(upload.id, of: upload.app)
            throw Problem(.conflict, "buildUploads.offset", ["offset": "\(now.offset)"])
        }
    }

    // MARK: ending

    /// Gives an upload up, with all that came of it.
    /// - Throws: `notFound`.
    func abandon(_ id: String, of app: String) async throws {
        _ = try await upload(id, of: app)
        try await remove(id)
    }

    /// Forgets uploads that nobody went on with for a day, finished ones too.
    func sweep() async throws {
        for id in try await database.read({ try $0.idleBuildUploads(limit: 100) }) { try await remove(id) }
    }

    /// Removes what came for an app that is being deleted.
    func erase(_ app: String) async throws {
        for id in try await database.read({ try $0.buildUploads(of: app) }) { try await remove(id) }
    }

    private func remove(_ id: String) async throws {
        try await end(id) { try $0.deleteBuildUpload(id) }
    }

    /// Its pieces are no longer needed: rows first, blobs after.
    /// - Parameter note: in the same transaction, behind them.
    func end(_ id: String, _ note: @escaping @Sendable (Connection) throws -> Void) async throws {
        let unneeded = try await database.write { connection in
            let blobs = try connection.buildUploadPieces(id).map(\.blob)
            try connection.deleteBuildUploadPieces(id)
            try note(connection)
            return blobs
        }
        for blob in unneeded { try await blobs.remove(blob) }
    }
}

/// Uploads that are under way.
struct BuildUploadLoad: Sendable {
    let ofApp: Int
    let ofAll: Int
    /// Of all, as they will be.
    let bytes: Int
}
