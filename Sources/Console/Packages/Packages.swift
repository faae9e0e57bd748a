import Foundation
import Storage
import Web

/// Repackaging: of modules that somebody ticks, a package of exactly these and of all that they need. What can be done with packages; each verb is
/// one transaction with its audit entry.
public struct Packages: Sendable {
    let database: Database
    let blobs: any Blobs
    let jobs: Jobs
    let modules: ModuleIndex
    var audit: Audit
    var clock: Clock
    let schema: PackageSchema

    /// Newest first.
    func list(_ app: String, platform: Platform?, _ place: ListPlace) async throws -> List<Package> {
        try await database.read { connection in
            let rows = try connection.packages(app, platform, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countPackages(app, platform)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    func package(_ id: String, of app: String) async throws -> Package {
        guard let package = try await database.read({ try $0.package(app, id) }) else { throw Problem.notFound }
        return package
    }

    /// The one with the highest number, whatever came of it.
    func latest(_ app: String, _ platform: Platform) async throws -> Package? {
        try await database.read { try $0.latestPackage(app, platform) }
    }

    /// `BuildConfig.json`, byte for byte, and what it says.
    /// - Throws: `notFound`.
    func manifest(_ id: String, of app: String) async throws -> (bytes: String, manifest: PackageManifest) {
        let stored = try await stored(id, of: app)
        return (stored.text, try PackageManifest(stored: stored.text))
    }

    /// The package's bill of materials, as CycloneDX JSON.
    /// - Throws: `notFound`.
    func bill(_ id: String, of app: String) async throws -> [UInt8] {
        let stored = try await stored(id, of: app)
        return try PackageJSON.bytes(PackageBill(PackageManifest(stored: stored.text), digest: stored.digest))
    }

    private func stored(_ id: String, of app: String) async throws -> (text: String, digest: String) {
        guard let stored = try await database.read({ try $0.packageManifest(app, id) }) else { throw Problem.notFound }
        return stored
    }

    /// What a project has to change when it takes one package after another of the same app.
    /// - Throws: `notFound`; `invalid` on `from` for one of another platform.
    func difference(from old: String, to new: String, of app: String) async throws -> PackageDifference {
        let before = try await manifest(old, of: app).manifest
        let after = try await manifest(new, of: app).manifest
        guard before.platform == after.platform else { throw Problem.invalid("from", "packages.difference.platform") }
        return PackageDifference(from: before, to: after)
    }

    /// A manifest from outside.
    /// - Throws: `invalid` on `buildConfig`, saying what is wrong and where.
    func readManifest(_ bytes: [UInt8]) throws -> PackageManifest {
        try schema.read(bytes)
    }

    /// How many packages, of how many apps, hold a version of a module.
    func holding(_ module: String, _ version: String, _ platform: Platform) async throws -> PackageHolders {
        try await database.read { try $0.packagesHolding(module, version, platform) }
    }
}
