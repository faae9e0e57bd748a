import Foundation
import Signing
import Storage
import Web

/// Symbols: what makes names and lines of addresses and of shortened names. Each verb is one transaction with its audit entry.
public struct Symbols: Sendable {
    let database: Database
    let blobs: any Blobs
    let inspector: FileInspector
    let jobs: Jobs
    /// Where what is in archives is put for a moment.
    let directory: String
    /// Removes a file from the store, unless a row of whatever room needs it.
    let removeFile: @Sendable (BlobID) async throws -> Void
    let audit: Audit
    let clock: Clock

    // MARK: looking

    /// Newest first.
    func list(_ app: String, _ filter: SymbolFilter, _ place: ListPlace) async throws -> List<SymbolBody> {
        try await database.read { connection in
            let rows = try connection.symbolUploads(app, filter, before: place.cursor, limit: place.limit + 1).map(SymbolBody.init)
            return try place.page(rows, total: connection.countSymbolUploads(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func upload(_ id: String, of app: String) async throws -> SymbolUpload {
        guard let upload = try await database.read({ try $0.symbolUpload(app, id) }) else { throw Problem.notFound }
        return upload
    }

    /// What reports name and nobody brought, what most wait for first.
    func missing(_ app: String, _ place: ListPlace) async throws -> List<SymbolMissingBody> {
        let page = try await database.read { connection in
            let rows = try connection.missingSymbols(app, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countMissingSymbols(app)) { Cursor($0.reports, $0.debugId) }
        }
        return page.map(SymbolMissingBody.init)
    }

    // MARK: what becomes of it

    /// Removes a file with all that is in it. Reports that were read by it stay as they are.
    /// - Throws: `notFound`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        let upload = try await database.write { connection in
            guard let upload = try connection.symbolUpload(app, id) else { throw Problem.notFound }
            try connection.deleteSymbolUpload(app, id)
            let before = [
                "name": upload.name, "upload": upload.id, "ids": upload.objects.prefix(20).map(\.spokenId).joined(separator: ", "),
                "sha256": upload.sha256.text,
            ]
            try audit.record(connection, by: actor, "symbol.delete", app: app, object: upload.spokenName, before: before)
            return upload
        }
        for blob in Set(upload.objects.map(\.sha256)) { try await removeFile(blob) }
    }

    /// Removes what is kept of an app that is being deleted.
    func erase(_ app: String) async throws {
        while case let uploads = try await database.read({ try $0.symbolUploads(app, SymbolFilter(), before: nil, limit: 100) }), !uploads.isEmpty {
            for upload in uploads {
                try await database.write { try $0.deleteSymbolUpload(app, upload.id) }
                for blob in Set(upload.objects.map(\.sha256)) { try await removeFile(blob) }
            }
        }
    }

    /// Forgets missing ones that no report named for three months.
    func sweep() async throws {
        try await database.write { try $0.deleteMissingSymbols(lastBefore: clock.now.addingTimeInterval(-SymbolLimits.missingLife)) }
    }
}

/// Which files a list shows.
struct SymbolFilter: Sendable {
    var kind: SymbolKind?
    /// Part of a name, an id or a version.
    var text = ""
}

extension SymbolUpload {
    /// For people who have to tell them apart.
    var spokenName: String { name.isEmpty ? id : name }
}
