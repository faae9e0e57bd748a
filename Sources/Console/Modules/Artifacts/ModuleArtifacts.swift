import Foundation
import Storage
import Web

/// The files of versions: looked into, stored once, and removed when no version came to name them.
struct ModuleArtifacts: Sendable {
    let database: Database
    let blobs: any Blobs
    let inspector: FileInspector
    /// Whether a row names a file, of this room or of another one: the store has each content once.
    let isNeeded: @Sendable (BlobID) async throws -> Bool
    /// Where files are put for a moment.
    let directory: String
    let clock: Clock

    /// How long a file waits for its version.
    static let patience: TimeInterval = 86_400
    /// Files that are removed at a time.
    private static let batch = 100

    /// What is in the file, once it is stored.
    /// - Parameter note: written down with it.
    /// - Throws: `invalid` for what is no module, with the entry named.
    func take(_ upload: FileUpload, _ note: @escaping @Sendable (Connection, ModuleArtifact) throws -> Void) async throws -> ModuleArtifact {
        let found = try ModuleInspection.artifact(of: try await inspector.inspect(upload.path, as: .module))
        let artifact = ModuleArtifact(
            sha256: upload.sha256,
            size: upload.size,
            unpackedSize: found.unpackedSize,
            kind: found.kind,
            files: found.files,
            resources: found.resources,
            headers: found.headers
        )
        try await blobs.put(file: upload.path, sha256: upload.sha256)
        let now = clock.now
        try await database.write { connection in
            try connection.insertModuleArtifact(artifact, at: now)
            try note(connection, artifact)
        }
        // Puts back what ``remove(_:)`` took away between the two lines above. Together with its second look no order of the two loses a file.
        if try await blobs.size(upload.sha256) == nil { try await blobs.put(file: upload.path, sha256: upload.sha256) }
        return artifact
    }

    /// Removes what was uploaded a day ago and is no version's: row first, blob after.
    @Sendable func sweep() async throws {
        let end = clock.now.addingTimeInterval(-Self.patience)
        for artifact in try await database.read({ try $0.idleModuleArtifacts(before: end, limit: Self.batch) }) {
            let isGone = try await database.write { try $0.deleteIdleModuleArtifact(artifact.sha256, before: end) }
            if isGone { try await remove(artifact.sha256) }
        }
    }

    /// Removes a file, unless a row needs it: asked before and, because another node may write such a row meanwhile, once more after.
    func remove(_ blob: BlobID) async throws {
        if try await isNeeded(blob) { return }
        let copy = "\(directory)/\(blob).part"
        defer { unlink(copy) }
        unlink(copy)
        do {
            try await blobs.download(blob, to: copy)
        } catch is BlobError {
            return try await blobs.remove(blob)
        }
        try await blobs.remove(blob)
        if try await isNeeded(blob) { try await blobs.put(file: copy, sha256: blob) }
    }
}

/// Uploads.
extension Modules {
    /// Stores a file for a version to come; the same file again is the same artifact.
    /// - Throws: `invalid` for what is no module, with the entry named.
    public func take(_ upload: FileUpload, by actor: Actor) async throws -> ModuleArtifact {
        try await artifacts.take(upload) { [audit] connection, artifact in
            let found = ["artifact": artifact.sha256.text, "size": "\(artifact.size)"]
            try audit.record(connection, by: actor, "module.upload", object: upload.name.isEmpty ? artifact.kind.rawValue : upload.name, after: found)
        }
    }

    /// - Returns: nil for what is no digest, and for a file that was never uploaded or not used for a day.
    func artifact(_ sha256: String) async throws -> ModuleArtifact? {
        guard let id = BlobID(sha256) else { return nil }
        return try await database.read { try $0.moduleArtifact(id) }
    }
}
