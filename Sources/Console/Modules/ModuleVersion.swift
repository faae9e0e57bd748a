import Foundation
import Storage
import Web

/// One version of a module on one platform: what it brings, what it asks for, and whether it may still be chosen.
public struct ModuleVersion: Codable, Sendable, Equatable {
    public let module: String
    public let platform: Platform
    /// As it was published; versions that compare equal (`1.0`, `1.0.0`) are the same and cannot both be there.
    public let version: String
    public let notes: ModuleText
    public let needs: ModuleNeeds
    public let artifact: ModuleArtifact
    public let state: ModuleState
    /// The module to take instead of a deprecated one; may be null.
    public let replacement: OrNull<String>
    /// Why it is deprecated or withdrawn; may be empty.
    public let reason: String
    /// Set when it turned out to be harmful after it was shipped.
    public let bad: OrNull<ModuleDefect>
    public let publishedAt: Date
    public let publishedBy: String

    /// Whether new packages may take it without being asked to.
    var isOffered: Bool { state != .withdrawn && bad.value == nil }
}

/// `current` → `deprecated` or `withdrawn`, and back: nothing that a version was built into changes by it.
public enum ModuleState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case current
    /// May be chosen, with a warning.
    case deprecated
    /// No new package may hold it; packages that do stay.
    case withdrawn
}

/// Why nobody should use a version any more.
public struct ModuleDefect: Codable, Sendable, Equatable {
    public let reason: String
    public let at: Date
    public let by: String
}

/// What a version of a module asks of the package, the project and the phone that it comes into.
public struct ModuleNeeds: Codable, Sendable, Equatable {
    public var dependencies: [ModuleDependency] = []
    /// Modules that must not be in the same package.
    public var conflicts: [ModuleConflict] = []
    /// `CoreTelephony.framework`, `libz.tbd`; on Android and Harmony what the project has to declare.
    public var systemFrameworks: [String] = []
    public var thirdParty: [ModuleThirdParty] = []
    /// SPDX licence expression, https://spdx.org/licenses/, or `LicenseRef-…`.
    public var licence = "LicenseRef-Proprietary"
    /// `-ObjC`, `-lc++`.
    public var linkerFlags: [String] = []
    /// iOS `12.0`, Android's API level `21`, Harmony's `12`.
    public var minimumOS: String = "1"
    /// The last one that it runs on; null for no end.
    public var maximumOS: OrNull<String> = OrNull(nil)

    public init() {}
}

/// Another module, in one of the versions that fit.
public struct ModuleDependency: Codable, Sendable, Equatable {
    public let module: String
    /// As ``ModuleRange`` reads it; `*` for any.
    public let versions: String

    public init(_ module: String, _ versions: String = "*") {
        self.module = module
        self.versions = versions
    }
}

/// Another module that it does not get on with.
public struct ModuleConflict: Codable, Sendable, Equatable {
    public let module: String
    public let versions: String
    public let reason: ModuleText
}

/// A library of somebody else.
public struct ModuleThirdParty: Codable, Sendable, Equatable {
    public let name: String
    /// Empty when it does not matter.
    public let version: String
    /// SPDX; empty when unknown.
    public let licence: String
    /// Whether it is inside the artifact, or has to be added to the project.
    public let included: Bool
}

/// The file of a version: stored once, whatever names it has.
public struct ModuleArtifact: Codable, Sendable, Equatable {
    public let sha256: BlobID
    /// Bytes.
    public let size: Int
    /// Of all that is in it, unpacked.
    public let unpackedSize: Int
    public let kind: ModuleArtifactKind
    /// Number of files in it.
    public let files: Int
    /// `APCommonUI.bundle`: what has to be added to the project beside the code. Paths in the archive.
    public let resources: [String]
    /// Paths in the archive; empty where a platform knows no headers.
    public let headers: [String]
}

/// What an artifact is, by its contents.
public enum ModuleArtifactKind: String, Codable, CaseIterable, Sendable {
    case framework, xcframework, aar, har

    var platform: Platform {
        switch self {
        case .framework, .xcframework: .ios
        case .aar: .android
        case .har: .harmony
        }
    }
}
