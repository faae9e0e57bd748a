import Foundation
import Signing

/// All that an archive is made from, beside the modules' own files: the same contents always give the same bytes.
struct PackageContents: Sendable {
    /// With its version.
    let manifest: PackageManifest
    let extras: PackageExtras
    /// SHA-256 of everything that goes in, 64 hex digits. The modules' files are in it by their own hashes.
    let digest: String

    /// Rises when the same contents would be written in another way.
    static let generator = "1"

    /// - Parameter manifest: its version is put in here.
    init(_ manifest: PackageManifest, _ extras: PackageExtras) throws {
        digest = Hex.encode(
            Digest.sha256(try PackageJSON.bytes(Everything(generator: Self.generator, manifest: manifest.versioned(""), extras: extras)))
        )
        self.manifest = manifest.versioned("\(Self.prefix(manifest.baseline))-\(digest.prefix(8))")
        self.extras = extras
    }

    private struct Everything: Encodable {
        let generator: String
        let manifest: PackageManifest
        let extras: PackageExtras
    }

    /// The version becomes part of file names.
    private static func prefix(_ baseline: String?) -> String {
        guard let baseline else { return "custom" }
        return String(baseline.unicodeScalars.map { isFileName($0) ? Character($0) : "_" })
    }

    private static func isFileName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || ".-_".unicodeScalars.contains(scalar))
    }

    /// The archive's one folder.
    var root: String { "\(manifest.app.appKey)-\(manifest.packageVersion)" }
}

/// What is written beside the manifest and was true when the package was asked for; the package's job carries it.
struct PackageExtras: Codable, Sendable, Equatable {
    /// Where the console is reached.
    let console: String
    /// The app's configuration. It names addresses and ids, no secret.
    let config: [PackageFile]
    /// By module: for the README.
    let words: [String: PackageWords]
}

/// A text of an archive.
struct PackageFile: Codable, Sendable, Equatable {
    let name: String
    let text: String
}

/// What a module is called, and what is new in its version.
struct PackageWords: Codable, Sendable, Equatable {
    let title: ModuleText
    let notes: ModuleText
}

/// JSON that is the same for the same value.
enum PackageJSON {
    static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }
}

extension PackageExtras {
    init(_ config: AppConfig, _ modules: [ModuleIncluded], title: (String) -> ModuleText?) throws {
        var files = [PackageFile(name: config.fileName, text: String(decoding: try config.file(), as: UTF8.self))]
        if config.platform.platform == .ios {
            files.append(PackageFile(name: "GatewayConfig.plist", text: String(decoding: try config.gatewayPlist(), as: UTF8.self)))
        }
        console = config.publicURL
        self.config = files
        let words = modules.map { included in
            let name = included.version.module
            return (name, PackageWords(title: title(name) ?? ModuleText(zh: name, en: name), notes: included.version.notes))
        }
        self.words = Dictionary(uniqueKeysWithValues: words)
    }
}
