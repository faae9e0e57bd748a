import Foundation
import NIOPosix
import Signing
import Storage
import Web

/// How a package becomes a build.
extension Builds {
    /// Looks into a package, keeps it, and makes its install link. A file that the app has already is the build that it was.
    ///
    /// An identifier that is not the app's is taken and said on the build's page: teams give test builds and builds for stores names of their own.
    /// - Throws: `invalid` on `file` for what is no package, with the entry named, and for one of a platform that the app does not have; `conflict` for an
    ///   archived app.
    @discardableResult
    public func take(_ upload: FileUpload, of app: App, from source: BuildSource = BuildSource(), by actor: Actor) async throws -> BuildTaken {
        guard app.archivedAt == nil else { throw Problem(.conflict, "builds.archived") }
        try Self.check(notes: source.notes)
        if let known = try await database.read({ try $0.build(app.id, file: upload.sha256) }) { return BuildTaken(build: known, isNew: false) }
        let facts = try await inspector.facts(of: upload.path, name: upload.name)
        guard app.platform(facts.platform) != nil else {
            throw Problem.invalid("file", "builds.otherPlatform", ["kind": facts.kind.rawValue, "platform": facts.platform.rawValue])
        }
        guard facts.platform == source.platform ?? facts.platform else { throw Problem.invalid("file", "buildRequests.artifact.platform") }
        let md5 = try await Self.md5(of: upload)
        let icon = facts.icon.map { BlobID(of: $0) }
        do {
            try await store(upload, facts)
            let composition = try await compose(facts, of: app, by: actor)
            return try await insert(try NewBuild(upload, facts, md5: md5, icon: icon, composition, source, app: app.id), by: actor)
        } catch {
            // Nothing half stored; a store that is away has nothing to remove either.
            for file in [upload.sha256, icon].compactMap({ $0 }) { try? await removeFile(file) }
            throw error
        }
    }

    static func check(notes: String) throws {
        guard notes.unicodeScalars.count <= BuildLimits.notes else {
            throw Problem.invalid("notes", "builds.notes.long", ["limit": "\(BuildLimits.notes)"])
        }
    }

    /// The icon first, which is small: when there is no room for it, the package is not touched.
    private func store(_ upload: FileUpload, _ facts: BuildFacts) async throws {
        if let icon = facts.icon { _ = try await blobs.put(icon) }
        try await blobs.adopt(file: upload.path, sha256: upload.sha256)
    }

    /// Writes down what the package says that it was made of. What it says wrongly is no reason to refuse the package.
    private func compose(_ facts: BuildFacts, of app: App, by actor: Actor) async throws -> BuildComposition {
        guard let manifest = facts.manifest else { return .none }
        let new = NewShipment(platform: facts.platform, version: facts.version, build: facts.buildNumber, manifest: manifest)
        do {
            try await shipments.record(new, of: app, by: actor)
            return .recorded
        } catch let problem as Problem where problem.kind == .invalid {
            return .refused
        }
    }

    private func insert(_ new: NewBuild, by actor: Actor) async throws -> BuildTaken {
        let now = clock.now
        let taken = try await database.write { connection in
            guard try connection.existingApp(new.app).archivedAt == nil else { throw Problem(.conflict, "builds.archived") }
            let isNew = try connection.insertBuild(new, at: now, by: actor.name)
            if isNew {
                try connection.insertInstallLinks(of: new, at: now)
                try record(new, connection, by: actor)
            }
            guard let build = try connection.build(new.app, file: new.sha256) else { throw Problem.notFound }
            return BuildTaken(build: build, isNew: isNew)
        }
        // Somebody may have deleted a build of the same file between the two: its file went with it.
        if taken.isNew, try await blobs.size(new.sha256) == nil {
            try await database.write { try $0.deleteBuild(new.app, new.id) }
            throw Problem(.unavailable, "builds.again", retryAfter: 1)
        }
        return taken
    }

    private func record(_ new: NewBuild, _ connection: Connection, by actor: Actor) throws {
        let after = [
            "platform": new.facts.platform.rawValue, "version": new.facts.version, "build": new.id, "identifier": new.facts.identifier,
            "sha256": new.sha256.text, "size": "\(new.size)", "file": new.fileName,
        ]
        try audit.record(
            connection,
            by: actor,
            "build.upload",
            app: new.app,
            object: new.facts.spokenVersion,
            after: after.filter { !$0.value.isEmpty }
        )
    }

    // MARK: MD5

    /// Of a file that came another way than through a form or a body, it is not known yet.
    private static func md5(of upload: FileUpload) async throws -> String {
        if let md5 = upload.md5 { return md5 }
        return try await NIOThreadPool.singleton.runIfActive { try md5(of: upload.path) }
    }

    private static func md5(of path: String) throws -> String {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let digest = Digest.Stream(.md5)
        while let piece = try file.read(upToCount: 1 << 20), !piece.isEmpty { digest.update([UInt8](piece)) }
        return Hex.encode(digest.finish())
    }
}

extension BuildFacts {
    /// `2.3.0 (45)`
    var spokenVersion: String { Build.spoken(version, buildNumber) }
}

extension Build {
    /// `2.3.0 (45)`
    var spokenVersion: String { Self.spoken(version, buildNumber) }

    /// What the ledger of changes needs to lead to it.
    var ledgered: [String: String] { ["platform": platform.rawValue, "version": version, "build": id] }

    static func spoken(_ version: String, _ buildNumber: String) -> String {
        buildNumber.isEmpty ? version : "\(version) (\(buildNumber))"
    }
}
