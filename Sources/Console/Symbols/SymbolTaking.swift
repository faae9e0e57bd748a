import Formats
import Foundation
import Signing
import Storage
import Web

/// How a file becomes symbols that reports are read by.
extension Symbols {
    /// Looks into a file, keeps what is in it, and has the reports that wait for it read again. A file that the app has already is the one that it
    /// was; with another version it is that version's from now on.
    /// - Parameter version: of the app, by which reports find a mapping that names no id; empty for none.
    /// - Throws: `invalid` on `file` for what holds no symbols, with the entry named, and on `version`; `conflict` for an archived app.
    @discardableResult
    public func take(_ upload: FileUpload, of app: App, version: String = "", by actor: Actor) async throws -> SymbolTaken {
        guard app.archivedAt == nil else { throw Problem(.conflict, "symbols.archived") }
        try Self.check(version: version)
        if let known = try await database.read({ try $0.symbolUpload(app.id, file: upload.sha256) }) {
            return SymbolTaken(upload: try await renew(known, version: version, by: actor), isNew: false)
        }
        let found = try await inspector.symbols(in: upload, scratch: directory)
        let new = NewSymbols(upload, found, app: app.id, version: version)
        do {
            for file in found { try await blobs.adopt(file: file.path, sha256: file.sha256) }
            return try await insert(new, by: actor)
        } catch {
            // Nothing half stored; a store that is away has nothing to remove either.
            for blob in Set(found.map(\.sha256)) { try? await removeFile(blob) }
            throw error
        }
    }

    static func check(version: String) throws {
        guard version.unicodeScalars.count <= SymbolLimits.version, version.isOneLine else {
            throw Problem.invalid("version", "symbols.version.long", ["limit": "\(SymbolLimits.version)"])
        }
    }

    private func renew(_ known: SymbolUpload, version: String, by actor: Actor) async throws -> SymbolUpload {
        guard !version.isEmpty, version != known.version else { return known }
        try await database.write { connection in
            try connection.setSymbolVersion(known.app, known.id, version)
            if known.objects.contains(where: { $0.kind == .mapping }) {
                try connection.deleteMissingSymbols(known.app, [SymbolIDs.ofVersion(version)])
            }
            let (before, after) = (["version": known.version], ["version": version, "upload": known.id])
            try audit.record(connection, by: actor, "symbol.version", app: known.app, object: known.spokenName, before: before, after: after)
            try queue(known.id, of: known.app, ids: [], version: version, by: actor, in: connection)
        }
        return try await self.upload(known.id, of: known.app)
    }

    private func insert(_ new: NewSymbols, by actor: Actor) async throws -> SymbolTaken {
        let now = clock.now
        let taken = try await database.write { connection in
            guard try connection.existingApp(new.app).archivedAt == nil else { throw Problem(.conflict, "symbols.archived") }
            let isNew = try connection.insertSymbols(new, at: now, by: actor.name)
            if isNew {
                let ids = Set(new.objects.flatMap(\.ids)).sorted()
                let isMapping = new.objects.contains { $0.object.kind == .mapping } && !new.version.isEmpty
                try connection.deleteMissingSymbols(new.app, isMapping ? ids + [SymbolIDs.ofVersion(new.version)] : ids)
                try queue(new.id, of: new.app, ids: ids, version: new.version, by: actor, in: connection)
                let after = [
                    "ids": new.objects.prefix(20).map { $0.object.spokenId }.joined(separator: ", "), "sha256": new.sha256.text,
                    "size": "\(new.size)", "version": new.version, "upload": new.id,
                ].filter { !$0.value.isEmpty }
                try audit.record(connection, by: actor, "symbol.upload", app: new.app, object: new.name.isEmpty ? new.id : new.name, after: after)
            }
            guard let upload = try connection.symbolUpload(new.app, file: new.sha256) else { throw Problem.notFound }
            return SymbolTaken(upload: upload, isNew: isNew)
        }
        try await checkStored(taken)
        return taken
    }

    /// Somebody may have deleted a file with the same symbols between the two: they went with it.
    private func checkStored(_ taken: SymbolTaken) async throws {
        guard taken.isNew else { return }
        for blob in Set(taken.upload.objects.map(\.sha256)) where try await blobs.size(blob) == nil {
            try await database.write { try $0.deleteSymbolUpload(taken.upload.app, taken.upload.id) }
            throw Problem(.unavailable, "symbols.again", retryAfter: 1)
        }
    }

    private func queue(_ id: String, of app: String, ids: [String], version: String, by actor: Actor, in connection: Connection) throws {
        try jobs.add(.symbolApply, SymbolApply(app: app, ids: ids, version: version), app: app, once: "\(id) \(version)", by: actor, in: connection)
    }
}

/// What the job carries that reads reports again: those that wait for one of these ids, or are of the version.
struct SymbolApply: Codable, Sendable {
    let app: String
    let ids: [String]
    let version: String
}

extension JobKind<SymbolApply> {
    static var symbolApply: Self { JobKind("symbol.apply") }
}

/// What is stored of a file that was brought.
struct NewSymbols: Sendable {
    let id: String
    let app: String
    let name: String
    let sha256: BlobID
    let size: Int
    let version: String
    let objects: [NewSymbolObject]

    init(_ upload: FileUpload, _ found: [SymbolFound], app: String, version: String) {
        let id = Random.hex(8)
        self.id = id
        self.app = app
        name = String(upload.name.prefix(SymbolLimits.name))
        (sha256, size) = (upload.sha256, upload.size)
        self.version = version
        objects = found.map { NewSymbolObject($0, file: id) }
    }
}

/// One of its objects, with every id that it is found by.
struct NewSymbolObject: Sendable {
    let object: SymbolObject
    let ids: [String]

    init(_ found: SymbolFound, file: String) {
        ids = found.facts.ids
        object = SymbolObject(
            id: Random.hex(8),
            file: file,
            kind: found.facts.kind,
            name: found.facts.name,
            debugId: found.facts.debugId,
            architecture: found.facts.architecture,
            base: found.facts.base,
            contents: found.facts.contents,
            compiler: found.facts.compiler,
            format: found.facts.format,
            sha256: found.sha256,
            size: found.facts.size
        )
    }
}
