import Foundation
import Web

/// Who has a version of a module: packages, and the versions of apps that were shipped with it. Of the apps that the asker may see.
public struct ModuleUsage: Codable, Sendable {
    public let module: String
    /// Which versions were asked for, as ``ModuleRange`` reads it.
    public let versions: String
    /// Most used first.
    public let shipments: [ModuleUsageShipment]
    /// Newest first.
    public let packages: [ModuleUsagePackage]
    /// How many there are, of which `shipments` and `packages` hold the newest.
    public let totals: ModuleUsageTotals
}

public struct ModuleUsageTotals: Codable, Sendable, Equatable {
    public let shipments: Int
    public let packages: Int
    /// Apps with a shipment or a package.
    public let apps: Int
    /// Of the shipped versions, together.
    public let devices: Int
}

/// A version of an app that was shipped with the module.
public struct ModuleUsageShipment: Codable, Sendable, Equatable {
    public let app: String
    public let appName: String
    public let platform: Platform
    /// Of the app.
    public let version: String
    public let build: String
    public let moduleVersion: String
    public let packageVersion: String
    /// Id of the package, where this console knows it.
    public let package: OrNull<String>
    public let at: Date
    /// With this version of the app on the busiest of the last seven days.
    public let devices: Int
    /// During the last seven days.
    public let crashes: Int
}

/// A package that holds the module.
public struct ModuleUsagePackage: Codable, Sendable, Equatable {
    public let app: String
    public let appName: String
    public let platform: Platform
    public let id: String
    public let number: Int
    public let version: String
    public let moduleVersion: String
    /// Ticked by somebody, not only needed.
    public let direct: Bool
    public let createdAt: Date
}
