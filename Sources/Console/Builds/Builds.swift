import Foundation
import Signing
import Storage
import Web

/// Builds: packages of apps as they are brought, kept, handed out and taken back. Each verb is one transaction with its audit entry.
public struct Builds: Sendable {
    let database: Database
    let blobs: any Blobs
    let inspector: FileInspector
    var shipments: PackageShipments
    /// Removes a file from the store, unless a row of whatever room needs it.
    let removeFile: @Sendable (BlobID) async throws -> Void
    /// How many updates tell devices to install a build; asked before one goes away.
    let countPromises: @Sendable (Connection, _ app: String, _ build: String) throws -> Int
    var audit: Audit
    var clock: Clock

    /// Newest first, each made into what is shown of it.
    func list(
        _ app: String,
        _ filter: BuildFilter,
        _ place: ListPlace,
        _ make: @escaping @Sendable (Build) -> BuildBody
    ) async throws -> List<BuildBody> {
        try await database.read { connection in
            let rows = try connection.builds(app, filter, before: place.cursor, limit: place.limit + 1).map(make)
            return try place.page(rows, total: connection.countBuilds(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`.
    public func build(_ id: String, of app: String) async throws -> Build {
        guard let build = try await find(id, of: app) else { throw Problem.notFound }
        return build
    }

    /// - Returns: nil for one that is not there, or no longer.
    public func find(_ id: String, of app: String) async throws -> Build? {
        try await database.read { try $0.build(app, id) }
    }

    /// The newest that may be installed.
    public func latest(_ app: String, _ platform: Platform) async throws -> Build? {
        try await database.read { try $0.latestBuild(app, platform) }
    }

    /// The newest of a version that may be installed.
    public func latest(_ app: String, _ platform: Platform, version: String) async throws -> Build? {
        try await database.read { try $0.latestBuild(app, platform, version: version) }
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundBuilds(text, apps, limit) }
    }
}
