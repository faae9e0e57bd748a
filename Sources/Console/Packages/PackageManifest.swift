import Foundation

/// `BuildConfig.json`: what a package, and the app that was built with it, is made of. Its JSON Schema is `Public/schemas/BuildConfig-1.json`.
///
/// It names nothing that differs between two packages of the same contents: `time` is that of the newest thing in it, as
/// reproducible builds do with SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch/).
struct PackageManifest: Codable, Sendable, Equatable {
    /// `mainsite/BuildConfig/1`.
    let schema: String
    let app: ManifestApp
    let platform: Platform
    let baseline: String?
    let packageVersion: String
    /// RFC 3339, UTC, whole seconds.
    let time: String
    let minimumOS: String?
    let acceptedLicences: [String]
    /// By name.
    let modules: [ManifestModule]
    // All modules' together, each once, sorted.
    let resources: [String]
    let systemFrameworks: [String]
    let thirdParty: [ModuleThirdParty]
    let linkerFlags: [String]

    static let schemaName = "mainsite/BuildConfig/1"
    /// In the archive.
    static let fileName = "BuildConfig.json"
}

/// For which app a package is.
struct ManifestApp: Codable, Sendable, Equatable {
    let id: String
    let name: String
    let appKey: String
    let workspaceId: String
    let bundleId: String
}

/// One module of a manifest.
struct ManifestModule: Codable, Sendable, Equatable {
    let name: String
    let version: String
    /// Ticked by somebody.
    let direct: Bool
    /// Modules of the package that need it, sorted.
    let requiredBy: [String]
    /// Of the artifact, 64 lower-case hex digits.
    let sha256: String
    /// Bytes of the artifact.
    let size: Int
    let kind: ModuleArtifactKind
    let licence: String
    let minimumOS: String
    let resources: [String]
    let systemFrameworks: [String]
    let thirdParty: [ModuleThirdParty]
    let linkerFlags: [String]
}
