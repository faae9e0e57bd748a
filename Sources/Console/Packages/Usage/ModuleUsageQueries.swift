import Foundation
import Storage
import Web

/// Which rows of `shipment_module` or `package_module` are asked for.
struct ModuleUsageFilter: Sendable {
    let module: String
    let range: ModuleRange
    let platform: Platform?
    /// Ids of those that the asker may see.
    let apps: [String]
}

/// What is stored of a shipment with the module.
struct ModuleUsageShipped: Sendable {
    let app: String
    let platform: Platform
    let version: String
    let build: String
    let moduleVersion: String
    let packageVersion: String
    let package: String?
    let at: Date
}

/// What is stored of a package with the module.
struct ModuleUsagePacked: Sendable {
    let app: String
    let platform: Platform
    let id: String
    let number: Int
    let version: String
    let moduleVersion: String
    let direct: Bool
    let createdAt: Date
}

extension Connection {
    /// Every version of a module that some shipment or package has.
    func usedVersions(of module: String) throws -> [String] {
        try all(
            """
            SELECT module_version FROM shipment_module WHERE module = \(module)
            UNION SELECT version FROM package_module WHERE module = \(module)
            """
        ) { try $0[0] }
    }

    /// Newest first.
    func usageShipments(_ filter: ModuleUsageFilter, _ versions: [String], limit: Int) throws -> [ModuleUsageShipped] {
        try all(
            """
            SELECT s.app_id, s.platform, s.version, s.build, m.module_version, s.package_version, p.id, s.at FROM \(Self.usedShipments)
            LEFT JOIN package p ON p.app_id = s.app_id AND p.id = s.package_id
            WHERE \(Self.shipped(filter, versions)) ORDER BY s.at DESC, s.app_id, s.platform, s.version, s.build LIMIT \(limit)
            """
        ) {
            ModuleUsageShipped(
                app: try $0[0],
                platform: try $0[1],
                version: try $0[2],
                build: try $0[3],
                moduleVersion: try $0[4],
                packageVersion: try $0[5],
                package: try $0[6],
                at: try $0[7]
            )
        }
    }

    func countUsageShipments(_ filter: ModuleUsageFilter, _ versions: [String]) throws -> Int {
        try value("SELECT count(*) FROM \(Self.usedShipments) WHERE \(Self.shipped(filter, versions))") ?? 0
    }

    /// Newest first.
    func usagePackages(_ filter: ModuleUsageFilter, _ versions: [String], limit: Int) throws -> [ModuleUsagePacked] {
        try all(
            """
            SELECT p.app_id, p.platform, p.id, p.number, p.version, m.version, m.direct, p.created_at FROM \(Self.usedPackages)
            WHERE \(Self.packed(filter, versions)) ORDER BY p.created_at DESC, p.app_id, p.id LIMIT \(limit)
            """
        ) {
            ModuleUsagePacked(
                app: try $0[0],
                platform: try $0[1],
                id: try $0[2],
                number: try $0[3],
                version: try $0[4],
                moduleVersion: try $0[5],
                direct: try $0[6],
                createdAt: try $0[7]
            )
        }
    }

    func countUsagePackages(_ filter: ModuleUsageFilter, _ versions: [String]) throws -> Int {
        try value("SELECT count(*) FROM \(Self.usedPackages) WHERE \(Self.packed(filter, versions))") ?? 0
    }

    private static var usedShipments: SQL {
        """
        shipment_module m JOIN shipment s ON s.app_id = m.app_id AND s.platform = m.platform AND s.version = m.version AND s.build = m.build
        """
    }

    private static var usedPackages: SQL { "package_module m JOIN package p ON p.app_id = m.app_id AND p.id = m.package_id" }

    private static func shipped(_ filter: ModuleUsageFilter, _ versions: [String]) -> SQL {
        .all(["m.module = \(filter.module)", "m.module_version IN (\(.list(versions)))"] + seen(filter, "s.app_id", "s.platform"))
    }

    private static func packed(_ filter: ModuleUsageFilter, _ versions: [String]) -> SQL {
        .all(["m.module = \(filter.module)", "m.version IN (\(.list(versions)))"] + seen(filter, "p.app_id", "p.platform"))
    }

    private static func seen(_ filter: ModuleUsageFilter, _ app: SQL, _ platform: SQL) -> [SQL] {
        ["\(app) IN (\(.list(filter.apps)))"] + [filter.platform.map { "\(platform) = \($0)" }].compactMap { $0 }
    }
}
