import Foundation
import Signing
import Storage
import Web

extension Packages {
    /// Makes a package: its manifest now, its archive by a job.
    /// - Parameters:
    ///   - publicURL: what devices of the package call the console.
    ///   - last: the number of the app's latest package of the platform when the choice was looked over, 0 for none; nil does not ask.
    /// - Throws: `invalid` for what is no choice, and with every reason why one cannot be had; `conflict` for an archived app, or when
    ///   there is another package since.
    /// - Returns: the one that is there when the same was asked for twice.
    @discardableResult
    func create(_ choice: PackageChoice, of app: App, publicURL: String, after last: Int? = nil, by actor: Actor) async throws -> Package {
        let draft = try draft(choice, of: app, publicURL: publicURL)
        guard let contents = draft.contents else { throw Problem.invalid(draft.rejections) }
        let new = NewPackage(
            id: Random.hex(8),
            app: app.id,
            choice: choice,
            choiceText: String(decoding: try PackageJSON.bytes(choice), as: UTF8.self),
            contents: contents,
            manifestText: try schema.write(contents.manifest)
        )
        return try await database.write { connection in
            guard try connection.existingApp(app.id).archivedAt == nil else { throw Problem(.conflict, "packages.archived") }
            let latest = try connection.latestPackage(app.id, choice.platform)
            if let last, last != latest?.number ?? 0 {
                guard let latest, try isSame(latest, new, connection) else { throw Problem(.conflict, "packages.create.stale") }
                return latest
            }
            try insert(new, number: (latest?.number ?? 0) + 1, connection, by: actor)
            guard let package = try connection.package(app.id, new.id) else { throw Problem.notFound }
            return package
        }
    }

    private func isSame(_ package: Package, _ new: NewPackage, _ connection: Connection) throws -> Bool {
        try package.chosen == new.choice.modules && connection.packageManifest(package.app, package.id)?.digest == new.contents.digest
    }

    private func insert(_ new: NewPackage, number: Int, _ connection: Connection, by actor: Actor) throws {
        let order = PackageOrder(package: new.id, extras: new.contents.extras)
        guard let job = try jobs.add(.packageWrite, order, app: new.app, once: new.id, by: actor, in: connection) else {
            throw Problem(.conflict, "jobs.again")
        }
        try connection.insertPackage(new, number: number, job: job, at: clock.now, by: actor.name)
        let manifest = new.contents.manifest
        let after = [
            "platform": manifest.platform.rawValue, "version": manifest.packageVersion, "modules": new.choice.words,
            "baseline": manifest.baseline ?? "",
        ]
        try audit.record(connection, by: actor, "package.create", app: new.app, object: new.id, after: after.filter { !$0.value.isEmpty })
    }

    // MARK: its job

    /// - Throws: `notFound`; `conflict` when there is nothing to cancel.
    func cancel(_ id: String, of app: String, by actor: Actor) async throws {
        let package = try await package(id, of: app)
        guard package.state == .waiting || package.state == .writing else { throw Problem(.conflict, "packages.cancel.over") }
        try await jobs.cancel(package.job, by: actor)
    }

    /// Writes the archive again, of the same contents.
    /// - Throws: `notFound`; `conflict` for one that neither failed nor was cancelled, or so long ago that its job is forgotten.
    func retry(_ id: String, of app: String, by actor: Actor) async throws {
        let package = try await package(id, of: app)
        guard package.state == .failed || package.state == .cancelled else { throw Problem(.conflict, "packages.retry.not") }
        do {
            try await jobs.retry(package.job, by: actor)
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem(.conflict, "packages.retry.forgotten")
        }
    }

    // MARK: an app that goes

    /// Ends what is being written for an app that is being deleted, and removes its archives; its rows go with it, after this.
    func erase(_ app: String) async throws {
        for job in try await database.read({ try $0.openPackageJobs(app) }) {
            do {
                try await jobs.cancel(job, by: .console)
            } catch let problem as Problem where problem.kind == .conflict || problem.kind == .notFound {
                // It ended by itself.
            }
        }
        for blob in try await database.read({ try $0.packageBlobs(app) }) { try await remove(blob, of: app) }
    }

    /// An archive names its app, so nothing but the same app's packages has the same; a module's file could, if somebody published an archive.
    func remove(_ blob: BlobID, of app: String) async throws {
        guard try await !database.read({ try $0.isBlobNeeded(blob, besidesPackagesOf: app) }) else { return }
        try await blobs.remove(blob)
    }
}

/// What is stored of a package before its archive is written.
struct NewPackage: Sendable {
    let id: String
    let app: String
    let choice: PackageChoice
    let choiceText: String
    let contents: PackageContents
    let manifestText: String
}

extension PackageChoice {
    /// For the audit log, which is read by people.
    fileprivate var words: String {
        let names = modules.map { choice in choice.version.map { "\(choice.module) \($0)" } ?? choice.module }
        return names.count <= 20 ? names.joined(separator: ", ") : names.prefix(20).joined(separator: ", ") + ", … (\(names.count))"
    }
}

/// What a package's job carries.
struct PackageOrder: Codable, Sendable {
    let package: String
    let extras: PackageExtras
}

extension JobKind<PackageOrder> {
    static var packageWrite: Self { JobKind("package.write") }
}
