import Foundation
import Storage
import Web

/// Answers "which shipped versions contain MPHttpClient 1.0.0?".
public struct ModuleUsages: Sendable {
    let database: Database
    let statistics: Statistics

    /// Of shipments and of packages: the newest. An answer of a thousand rows is for a program.
    static let limit = 1_000

    /// - Parameters:
    ///   - versions: as ``ModuleRange`` reads it; nil or empty for every version.
    ///   - apps: those that the asker may see.
    /// - Throws: `invalid` for versions that cannot be read.
    func usage(of module: String, versions: String?, _ platform: Platform?, in apps: [App], now: Date) async throws -> ModuleUsage {
        let text = (versions ?? "").trimmingCharacters(in: .whitespaces).orNil ?? "*"
        guard let range = ModuleRange(text) else { throw Problem.invalid("version", "packages.usage.version.invalid") }
        let filter = ModuleUsageFilter(module: module, range: range, platform: platform, apps: apps.map(\.id))
        let (shipped, packed, counts) = try await database.read { connection in
            let used = try connection.usedVersions(of: module).filter { range.contains(RolloutVersion($0)) }
            return (
                try connection.usageShipments(filter, used, limit: Self.limit),
                try connection.usagePackages(filter, used, limit: Self.limit),
                (try connection.countUsageShipments(filter, used), try connection.countUsagePackages(filter, used))
            )
        }
        let byID = Dictionary(uniqueKeysWithValues: apps.map { ($0.id, $0) })
        let figures = try await figures(of: shipped, byID, now: now)
        return ModuleUsage(module, text, shipped, packed, counts, figures, byID)
    }

    private func figures(of shipped: [ModuleUsageShipped], _ apps: [String: App], now: Date) async throws -> ModuleUsageFigures {
        var figures = ModuleUsageFigures()
        for key in Set(shipped.map { ModuleUsageFigures.Key(app: $0.app, platform: $0.platform) }) {
            guard let app = apps[key.app] else { continue }
            figures.found[key] = try await statistics.lately(app, key.platform, now: now)
        }
        return figures
    }
}

/// Figures of versions, by app and platform.
struct ModuleUsageFigures: Sendable {
    var found: [Key: [String: ShipmentFigures]] = [:]

    struct Key: Hashable {
        let app: String
        let platform: Platform
    }

    func of(_ shipped: ModuleUsageShipped) -> ShipmentFigures {
        found[Key(app: shipped.app, platform: shipped.platform)]?[shipped.version] ?? .none
    }

    /// Of several versions together, those with more than one build once.
    func devices(of shipped: [ModuleUsageShipped]) -> Int {
        let versions = shipped.reduce(into: [Key: Set<String>]()) { $0[Key(app: $1.app, platform: $1.platform), default: []].insert($1.version) }
        return versions.reduce(0) { sum, next in sum + next.value.reduce(0) { $0 + (found[next.key]?[$1]?.devices ?? 0) } }
    }
}

extension ModuleUsage {
    fileprivate init(
        _ module: String,
        _ versions: String,
        _ shipped: [ModuleUsageShipped],
        _ packed: [ModuleUsagePacked],
        _ counts: (shipments: Int, packages: Int),
        _ figures: ModuleUsageFigures,
        _ apps: [String: App]
    ) {
        self.init(
            module: module,
            versions: versions,
            shipments: shipped.map { ModuleUsageShipment($0, figures.of($0), apps) }.sorted { ($1.devices, $1.at) < ($0.devices, $0.at) },
            packages: packed.map { ModuleUsagePackage($0, apps) },
            totals: ModuleUsageTotals(
                shipments: counts.shipments,
                packages: counts.packages,
                apps: Set(shipped.map(\.app) + packed.map(\.app)).count,
                devices: figures.devices(of: shipped)
            )
        )
    }
}

extension ModuleUsageShipment {
    fileprivate init(_ shipped: ModuleUsageShipped, _ figures: ShipmentFigures, _ apps: [String: App]) {
        self.init(
            app: shipped.app,
            appName: apps[shipped.app]?.name ?? shipped.app,
            platform: shipped.platform,
            version: shipped.version,
            build: shipped.build,
            moduleVersion: shipped.moduleVersion,
            packageVersion: shipped.packageVersion,
            package: OrNull(shipped.package),
            at: shipped.at,
            devices: figures.devices,
            crashes: figures.crashes
        )
    }
}

extension ModuleUsagePackage {
    fileprivate init(_ packed: ModuleUsagePacked, _ apps: [String: App]) {
        self.init(
            app: packed.app,
            appName: apps[packed.app]?.name ?? packed.app,
            platform: packed.platform,
            id: packed.id,
            number: packed.number,
            version: packed.version,
            moduleVersion: packed.moduleVersion,
            direct: packed.direct,
            createdAt: packed.createdAt
        )
    }
}
