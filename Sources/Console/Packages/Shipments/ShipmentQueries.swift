import Foundation
import Storage
import Web

extension Connection {
    func shipmentManifest(_ app: String, _ new: NewShipment) throws -> String? {
        try value(
            """
            SELECT manifest FROM shipment
            WHERE app_id = \(app) AND platform = \(new.platform) AND version = \(new.version) AND build = \(new.build)
            """
        )
    }

    /// With one package version, newest first: they were made of the same.
    func packages(_ app: String, _ platform: Platform, version: String, limit: Int) throws -> [(id: String, manifest: String)] {
        try all(
            """
            SELECT id, manifest FROM package WHERE app_id = \(app) AND platform = \(platform) AND version = \(version)
            ORDER BY number DESC LIMIT \(limit)
            """
        ) { (id: try $0[0], manifest: try $0[1]) }
    }

    func deleteShipment(_ app: String, _ new: NewShipment) throws {
        try run("DELETE FROM shipment WHERE app_id = \(app) AND platform = \(new.platform) AND version = \(new.version) AND build = \(new.build)")
    }

    func insertShipment(_ app: String, _ new: NewShipment, _ manifest: PackageManifest, package: String?, at: Date, by name: String) throws {
        try run(
            """
            INSERT INTO shipment (app_id, platform, version, build, package_id, package_version, manifest, at, by_name)
            VALUES (\(app), \(new.platform), \(new.version), \(new.build), \(package), \(manifest.packageVersion),
                \(String(decoding: new.manifest, as: UTF8.self)), \(at), \(name))
            """
        )
        for module in manifest.modules {
            try run(
                """
                INSERT INTO shipment_module (app_id, platform, version, build, module, module_version)
                VALUES (\(app), \(new.platform), \(new.version), \(new.build), \(module.name), \(module.version))
                """
            )
        }
    }

    func shipment(_ app: String, _ platform: Platform, _ version: String, _ build: String) throws -> Shipment? {
        try first(
            "\(Self.shipmentColumns) WHERE s.app_id = \(app) AND s.platform = \(platform) AND s.version = \(version) AND s.build = \(build)",
            Shipment.init
        )
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func shipments(_ app: String, _ platform: Platform?, before last: Cursor?, limit: Int) throws -> [Shipment] {
        let rest: SQL = last.map { "(s.at, \(Self.shipmentName)) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.shipmentColumns) WHERE \(Self.shipmentCondition(app, platform)) AND \(rest)
            ORDER BY s.at DESC, \(Self.shipmentName) DESC LIMIT \(limit)
            """,
            Shipment.init
        )
    }

    func countShipments(_ app: String, _ platform: Platform?) throws -> Int {
        try value("SELECT count(*) FROM shipment s WHERE \(Self.shipmentCondition(app, platform))") ?? 0
    }

    /// Newest first.
    func shipments(_ app: String, of package: String, limit: Int) throws -> [Shipment] {
        try all(
            "\(Self.shipmentColumns) WHERE s.app_id = \(app) AND s.package_id = \(package) ORDER BY s.at DESC, \(Self.shipmentName) DESC LIMIT \(limit)",
            Shipment.init
        )
    }

    private static func shipmentCondition(_ app: String, _ platform: Platform?) -> SQL {
        .all(["s.app_id = \(app)"] + [platform.map { "s.platform = \($0)" }].compactMap { $0 })
    }

    /// Orders those of one time.
    private static var shipmentName: SQL { "s.platform || ' ' || s.version || ' ' || s.build" }

    private static var shipmentColumns: SQL {
        """
        SELECT s.app_id, s.platform, s.version, s.build, s.package_version, s.at, s.by_name, p.id, p.number, p.version,
            (SELECT count(*) FROM shipment_module m
                WHERE m.app_id = s.app_id AND m.platform = s.platform AND m.version = s.version AND m.build = s.build)
        FROM shipment s LEFT JOIN package p ON p.app_id = s.app_id AND p.id = s.package_id
        """
    }
}

extension Shipment {
    fileprivate init(_ row: Row) throws {
        let id: String? = try row[7]
        self.init(
            app: try row[0],
            platform: try row[1],
            version: try row[2],
            build: try row[3],
            package: OrNull(try id.map { PackageReference(id: $0, number: try row[8], version: try row[9]) }),
            packageVersion: try row[4],
            modules: try row[10],
            at: try row[5],
            by: try row[6]
        )
    }
}
