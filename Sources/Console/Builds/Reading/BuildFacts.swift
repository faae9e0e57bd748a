import Foundation
import Storage

/// What a package of an app says about itself.
public struct BuildFacts: Codable, Sendable, Equatable {
    public var kind: BuildKind
    /// Bundle identifier or package name.
    public var identifier: String
    /// As people know it: `CFBundleShortVersionString`, `versionName`.
    public var version: String
    /// Of this build: `CFBundleVersion`, `versionCode`.
    public var buildNumber: String
    public var displayName: String
    /// The oldest system that it installs on: a version of iOS, or a level of Android's or HarmonyOS's interface. Empty when it does not say.
    public var minOS: String
    /// The system that it was made for.
    public var targetOS: String?
    /// What it installs on, such as `iphone`, `ipad`, `phone`, `tablet`; empty when it does not say.
    public var devices: [String] = []
    public var permissions: [BuildPermission] = []
    /// Of its machine code, such as `arm64`, `arm64-v8a`; empty for one without.
    public var architectures: [String] = []
    public var signing = BuildSigning()
    /// The `BuildConfig.json` that it carries with it, unread.
    @BuildBytes public var manifest: [UInt8]?
    /// An ordinary PNG, at most 512 pixels wide and high.
    @BuildBytes public var icon: [UInt8]?
    /// What is odd about it without being wrong.
    public var notes: [BuildNote] = []

    public var platform: Platform { kind.platform }
}

/// How an app is packed. The raw value is the file name's extension.
public enum BuildKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case ipa, apk, hap
    /// What an Android store makes packages of: it is read, but it does not install.
    case aab

    public var platform: Platform {
        switch self {
        case .ipa: .ios
        case .apk, .aab: .android
        case .hap: .harmony
        }
    }
}

/// What an app may ask its user, or the system, for.
public struct BuildPermission: Codable, Sendable, Equatable {
    /// `NSCameraUsageDescription`, `android.permission.CAMERA`.
    public let name: String
    /// The sentence that the user gets to read.
    public var reason: String?
}

/// Something odd: a word of the catalogue below `builds.note.`, and the file within the package that it is about.
public struct BuildNote: Codable, Sendable, Equatable {
    public let word: String
    public let entry: String
}

/// Who signed a package, and for whom.
public struct BuildSigning: Codable, Sendable, Equatable {
    /// Of an apk `v1`, `v2`, `v3`, `v3.1`; empty for one that is not signed and for other kinds.
    public var schemes: [String] = []
    /// Of an apk its signers', the newest scheme's first; of an ipa all that its profile lets sign.
    public var certificates: [BuildCertificate] = []
    /// Of an ipa or a hap.
    public var profile: BuildProfile?
}

/// A certificate, as far as people ask.
public struct BuildCertificate: Codable, Sendable, Equatable {
    /// Of all its bytes, as hex.
    public let sha256: String
    public let subject: String
    public let issuer: String
    public let validFrom: Date
    public let validUntil: Date
}

/// A provisioning profile: where an ipa or a hap may be installed.
public struct BuildProfile: Codable, Sendable, Equatable {
    public let name: String
    public let uuid: String
    public let kind: Kind
    public let teamId: String
    public let teamName: String
    public let createdAt: Date
    public let expiresAt: Date
    /// The identifiers (UDIDs) of those that it may be installed on.
    public let devices: [String]
    /// Whether it may be installed on any, as an enterprise's.
    public let allDevices: Bool
    /// Lists are joined with `, `.
    public let entitlements: [String: String]

    public enum Kind: String, Codable, CaseIterable, Sendable, SQLConvertible {
        case development, adHoc, appStore, enterprise
    }
}

/// Bytes that go through JSON as Base64: as a list of numbers, a picture would take the memory of a hundred.
@propertyWrapper
public struct BuildBytes: Codable, Sendable, Equatable {
    public var wrappedValue: [UInt8]?

    public init(wrappedValue: [UInt8]?) {
        self.wrappedValue = wrappedValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        wrappedValue = container.decodeNil() ? nil : [UInt8](try container.decode(Data.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(Data(wrappedValue)) } else { try container.encodeNil() }
    }
}
