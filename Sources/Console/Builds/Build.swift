import Foundation
import Storage
import Web

/// A package of an app as it was brought: the file, what it says about itself, and the link that phones install it by.
public struct Build: Sendable, Equatable {
    public let id: String
    public let app: String
    public let platform: Platform
    public let kind: BuildKind
    /// Bundle identifier or package name.
    public let identifier: String
    /// As devices report it: `CFBundleShortVersionString`, `versionName`.
    public let version: String
    /// `CFBundleVersion`, `versionCode`.
    public let buildNumber: String
    public let displayName: String
    /// The oldest system that it installs on; empty when the package does not say.
    public let minOS: String
    /// Bytes.
    public let size: Int
    /// Of the file, which is the blob of this name.
    public let sha256: BlobID
    /// Of the file, as hex: `fullMd5` of an update.
    public let md5: String
    /// A PNG.
    public let icon: BlobID?
    /// Everything that was read, without icon and manifest.
    public let facts: BuildFacts
    /// What the file was called; may be empty.
    public let fileName: String
    /// Of its own install link.
    public let installCode: String
    public let state: BuildState
    /// Whether its `BuildConfig.json` became a shipment.
    public let composition: BuildComposition
    /// For testers, as it was typed.
    public let notes: String
    /// The build request that it came from.
    public let request: String?
    public let createdAt: Date
    public let createdBy: String

    /// Where phones install it.
    /// - Parameter publicURL: what devices call the console.
    public func installURL(_ publicURL: String) -> String {
        "\(publicURL)/i/\(installCode)"
    }
}

/// Whether a build may be installed. One that is retired keeps its file and its page.
public enum BuildState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case current, retired

    /// What may follow what.
    static let transitions: [BuildState: [BuildState]] = [.current: [.retired], .retired: [.current]]

    func mayBecome(_ next: BuildState) -> Bool {
        Self.transitions[self]?.contains(next) ?? false
    }
}

/// What became of the `BuildConfig.json` within a package.
public enum BuildComposition: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// The package has none.
    case none
    /// The modules that it was made with are written down as a shipment of its version.
    case recorded
    /// It is of another app, or not what the schema asks for.
    case refused
}

/// Sizes in bytes, lengths in characters.
enum BuildLimits {
    static let notes = 4_000
    static let fileName = 200
    /// Builds that are looked through for one that follows.
    static let candidates = 100
}

/// Which builds a list shows.
struct BuildFilter: Sendable {
    var platform: Platform?
    var state: BuildState?
    var version: String?
    /// Part of the version, build number, identifier or name.
    var text = ""
}

/// What a package that was brought came to.
public struct BuildTaken: Sendable {
    public let build: Build
    /// False for a file that the app had already.
    public let isNew: Bool
}
