import Foundation
import Storage
import Web

/// Which versions of apps came out with which packages.
public struct PackageShipments: Sendable {
    let packages: Packages

    private var database: Database { packages.database }

    /// Writes down what a build was made with. The same version and build again replaces what was written; the same bytes again change nothing.
    /// - Parameter new: its manifest is held against `BuildConfig.schema.json`; the package is found by what the manifest says.
    /// - Returns: whether this version and build were not known before, too.
    /// - Throws: `invalid` for versions that are none, and for a manifest that is none, or of another app or platform.
    @discardableResult
    func record(_ new: NewShipment, of app: App, by actor: Actor) async throws -> (shipment: Shipment, isNew: Bool) {
        try new.check()
        let manifest = try packages.readManifest(new.manifest)
        guard manifest.platform == new.platform else {
            throw Problem.invalid("buildConfig", "packages.shipments.otherPlatform", ["platform": manifest.platform.rawValue])
        }
        guard manifest.app.id == app.id else { throw Problem.invalid("buildConfig", "packages.shipments.otherApp", ["app": manifest.app.id]) }
        return try await database.write { connection in
            let before = try connection.shipmentManifest(app.id, new)
            if before.map({ Array($0.utf8) }) != new.manifest { try write(new, manifest, of: app.id, replaces: before != nil, actor, connection) }
            guard let shipment = try connection.shipment(app.id, new.platform, new.version, new.build) else { throw Problem.notFound }
            return (shipment, before == nil)
        }
    }

    private func write(
        _ new: NewShipment,
        _ manifest: PackageManifest,
        of app: String,
        replaces: Bool,
        _ actor: Actor,
        _ connection: Connection
    ) throws {
        let package = try connection.packages(app, new.platform, version: manifest.packageVersion, limit: Self.mostSame)
            .first { (try? PackageManifest(stored: $0.manifest)) == manifest }
        try connection.deleteShipment(app, new)
        try connection.insertShipment(app, new, manifest, package: package?.id, at: packages.clock.now, by: actor.name)
        let after = [
            "platform": new.platform.rawValue, "version": new.version, "package": manifest.packageVersion, "replaces": replaces ? "true" : "",
        ]
        try packages.audit.record(
            connection,
            by: actor,
            "shipment.record",
            app: app,
            object: new.build.isEmpty ? new.version : "\(new.version) (\(new.build))",
            after: after.filter { !$0.value.isEmpty }
        )
    }

    /// Packages of one version, which hold the same; the newest counts.
    private static let mostSame = 20

    // MARK: looking

    /// Newest first.
    func list(_ app: String, _ platform: Platform?, _ place: ListPlace) async throws -> List<Shipment> {
        try await database.read { connection in
            let rows = try connection.shipments(app, platform, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countShipments(app, platform)) { $0.cursor }
        }
    }

    /// Versions that came out with a package, newest first; at most 100.
    func list(of package: Package) async throws -> [Shipment] {
        try await database.read { try $0.shipments(package.app, of: package.id, limit: 100) }
    }

    /// - Throws: `notFound`.
    func shipment(_ app: String, _ platform: Platform, _ version: String, _ build: String) async throws -> Shipment {
        guard let shipment = try await database.read({ try $0.shipment(app, platform, version, build) }) else { throw Problem.notFound }
        return shipment
    }
}

extension Shipment {
    fileprivate var cursor: Cursor { Cursor(at, "\(platform.rawValue) \(version) \(build)") }
}
