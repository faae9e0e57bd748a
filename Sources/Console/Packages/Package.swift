import Foundation
import Storage
import Web

/// One repackaging (重新打包): what was chosen, what came of it, and the archive once it is written.
public struct Package: Codable, Sendable {
    public let id: String
    public let app: String
    public let platform: Platform
    /// From 1 for each platform of an app.
    public let number: Int
    /// `<baseline or "custom">-<8 hex digits of what is in it>`: the same contents have the same version.
    public let version: String
    public let baseline: OrNull<String>
    public let minimumOS: OrNull<String>
    public let state: PackageState
    /// As they were asked for.
    public let chosen: [ModuleChoice]
    public let modules: [PackageModule]
    /// Id of the job that writes the archive.
    public let job: String
    /// Of the archive.
    public let sha256: OrNull<String>
    /// Bytes.
    public let size: OrNull<Int>
    public let createdAt: Date
    public let createdBy: String
    public let readyAt: OrNull<Date>
}

/// Follows the package's job; only a ready one can be downloaded.
public enum PackageState: String, Codable, CaseIterable, Sendable {
    case waiting, writing, ready, failed, cancelled
}

/// A module of a package, as lists show it; the manifest says more.
public struct PackageModule: Codable, Sendable, Equatable {
    public let name: String
    public let version: String
    /// Ticked by somebody, not only needed.
    public let direct: Bool
}

/// What an operator asks a package to be made of.
public struct PackageChoice: Codable, Sendable, Equatable {
    public var platform: Platform
    public var modules: [ModuleChoice]
    /// Its versions are taken where they fit.
    public var baseline: String?
    /// The oldest system that the app runs on.
    public var minimumOS: String?
    /// SPDX ids that somebody said yes to.
    public var acceptedLicences: [String]?

    public init(
        platform: Platform,
        modules: [ModuleChoice],
        baseline: String? = nil,
        minimumOS: String? = nil,
        acceptedLicences: [String]? = nil
    ) {
        self.platform = platform
        self.modules = modules
        self.baseline = baseline
        self.minimumOS = minimumOS
        self.acceptedLicences = acceptedLicences
    }
}
