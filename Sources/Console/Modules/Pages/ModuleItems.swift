import Foundation
import Storage
import Web

/// A module in a list.
struct ModuleItem: Codable, Sendable {
    let name: String
    let group: ModuleGroup
    let title: ModuleText
    let description: ModuleText
    /// Those that it has versions for.
    let platforms: [ModulePlatformItem]
    // What a tool wants that asked for one platform, and got the latest version of it; otherwise absent.
    let version: String?
    let sha256: BlobID?
    let size: Int?
    let kind: ModuleArtifactKind?
    let download: String?

    /// - Parameter platform: the only one that was asked for.
    init(_ module: Module, _ platforms: [ModulePlatformItem], asked platform: Platform?) {
        name = module.name
        group = module.group
        title = module.title
        description = module.description
        self.platforms = platforms
        let only = platform.flatMap { asked in platforms.first { $0.platform == asked } }
        version = only?.latest
        sha256 = only?.sha256
        size = only?.size
        kind = only?.kind
        download = only?.download
    }
}

/// What a module is on one platform: that of its latest version, which is the newest that may be taken, or when there is none the newest of all.
struct ModulePlatformItem: Codable, Sendable {
    let platform: Platform
    let latest: String
    let state: ModuleState
    /// Whether it was marked as bad.
    let bad: Bool
    let kind: ModuleArtifactKind
    /// Bytes.
    let size: Int
    let sha256: BlobID
    /// How many there are.
    let versions: Int
    let minimumOS: String
    let download: String

    /// - Parameter versions: newest first.
    /// - Returns: nil when there is none.
    init?(_ versions: [ModuleVersion]) {
        guard let latest = versions.first(where: \.isOffered) ?? versions.first else { return nil }
        platform = latest.platform
        self.latest = latest.version
        state = latest.state
        bad = latest.bad.value != nil
        kind = latest.artifact.kind
        size = latest.artifact.size
        sha256 = latest.artifact.sha256
        self.versions = versions.count
        minimumOS = latest.needs.minimumOS
        download = "/api/v1\(latest.place.path)/artifact"
    }
}

/// A version as JSON shows it.
struct ModuleVersionItem: Codable, Sendable {
    let module: String
    let platform: Platform
    let version: String
    let notes: ModuleText
    let needs: ModuleNeeds
    let artifact: ModuleArtifact
    let state: ModuleState
    /// The module to take instead.
    let replacement: OrNull<String>
    let reason: String
    let bad: OrNull<ModuleDefect>
    let publishedAt: Date
    let publishedBy: String
    let download: String

    init(_ version: ModuleVersion) {
        module = version.module
        platform = version.platform
        self.version = version.version
        notes = version.notes
        needs = version.needs
        artifact = version.artifact
        state = version.state
        replacement = version.replacement
        reason = version.reason
        bad = version.bad
        publishedAt = version.publishedAt
        publishedBy = version.publishedBy
        download = "/api/v1\(version.place.path)/artifact"
    }
}

/// A module with all that is known of it.
struct ModuleDetail: Codable, Sendable {
    let name: String
    let group: ModuleGroup
    let title: ModuleText
    let description: ModuleText
    let createdAt: Date
    let createdBy: String
    let platforms: [ModulePlatformItem]
    /// Platform by platform, newest first.
    let versions: [ModuleVersionItem]
    /// Modules that need it.
    let dependents: [ModuleDependent]
}

/// A module that needs another one.
struct ModuleDependent: Codable, Sendable {
    let module: String
    let platform: Platform
    /// Its newest that does.
    let version: String
    /// Which versions of the other one it can do with.
    let versions: String
}

extension ModulePlace {
    /// Of its page; the resource is at the same path under `/api/v1`.
    var path: String { "/modules/\(module)/versions/\(platform.rawValue)/\(version)" }
}
