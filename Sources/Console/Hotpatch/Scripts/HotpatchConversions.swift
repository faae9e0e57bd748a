import Foundation
import Signing
import Storage
import Web

/// Makes a signed package of a script without a release: what the tool Lua2Js did. Nothing is kept but the entry in the log of changes.
struct HotpatchConversions: Sendable {
    let keys: HotpatchKeys
    let scripts: HotpatchScripts
    let apps: Apps

    /// - Throws: `invalid` beside the field that is to blame, also for a script that its parser does not take.
    func convert(_ script: SmallFile, _ input: HotpatchConversionInput, for app: App, by actor: Actor) async throws -> HotpatchConversion {
        _ = try HotpatchScript.read(script.bytes)
        guard let language = input.language ?? HotpatchLanguage(fileName: script.name) else {
            throw Problem.invalid("language", "hotpatch.scripts.language")
        }
        let check = await scripts.check(script.bytes, language)
        if case .wrong(let line, let message) = check {
            let key = line == nil ? "hotpatch.scripts.wrong" : "hotpatch.scripts.wrongAt"
            throw Problem.invalid("script", key, ["line": "\(line ?? 0)", "message": message])
        }
        let key = try await signingKey(input, app)
        let package = try pack(script.bytes, language, input, key, secret(input, app))
        try await record(package, input, key, app, by: actor)
        return HotpatchConversion(package, script, language, input.format, key, HotpatchScriptCheckView(check))
    }

    private func signingKey(_ input: HotpatchConversionInput, _ app: App) async throws -> HotpatchSigningKey {
        guard let id = input.key?.orNil else { return try await keys.signingKey(of: app.id, for: input.format) }
        do {
            return try await keys.signingKey(id, of: app.id)
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem.invalid("key", "hotpatch.keys.unknown")
        }
    }

    private func secret(_ input: HotpatchConversionInput, _ app: App) throws -> String {
        let platform = input.platform ?? app.platforms.first?.platform ?? .ios
        guard let key = app.platform(platform)?.appKey, let signer = apps.index.signer(appKey: key) else {
            throw Problem.invalid("platform", "hotpatch.scripts.platform")
        }
        return signer.secret
    }

    private func pack(
        _ script: [UInt8],
        _ language: HotpatchLanguage,
        _ input: HotpatchConversionInput,
        _ key: HotpatchSigningKey,
        _ secret: String
    ) throws -> HotpatchPackage {
        do throws(HotpatchPackageFault) {
            let release = input.release?.orNil ?? Random.hex(8)
            let nonce = Random.bytes(HotpatchPackageLimits.nonce)
            return try .pack(script, language, format: input.format, release: release, key: key, appSecret: secret, nonce: nonce)
        } catch {
            let field = error == .otherAlgorithm ? "key" : error == .release ? "release" : "script"
            throw Problem.invalid(field, "hotpatch.scripts.fault.\(error.rawValue)")
        }
    }

    /// A signed package runs on devices: that one was made is written down, and what is in it by its digest.
    private func record(
        _ package: HotpatchPackage,
        _ input: HotpatchConversionInput,
        _ key: HotpatchSigningKey,
        _ app: App,
        by actor: Actor
    ) async throws {
        let said = ["sha256": package.sha256, "format": "\(input.format.rawValue)", "size": "\(package.bytes.count)"]
        try await keys.database.write { [audit = keys.audit] connection in
            try audit.record(connection, by: actor, "hotpatchKey.convert", app: app.id, object: key.id, after: said)
        }
    }
}

/// What comes beside the script.
struct HotpatchConversionInput: Codable, Sendable {
    /// By the file's name when absent.
    var language: HotpatchLanguage?
    /// 2 when absent.
    var format: HotpatchFormat = .sealed
    /// Whose AppSecret it is encrypted under; the app's first when absent.
    var platform: Platform?
    /// Id of a key; the active one when absent.
    var key: String?
    /// The release's id inside a package of format 2; a new one when absent.
    var release: String?

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        language = try container.decodeIfPresent(HotpatchLanguage.self, forKey: .language)
        platform = try container.decodeIfPresent(Platform.self, forKey: .platform)
        key = try container.decodeIfPresent(String.self, forKey: .key)
        release = try container.decodeIfPresent(String.self, forKey: .release)
        let number = try container.decodeIfPresent(Int.self, forKey: .format) ?? HotpatchFormat.sealed.rawValue
        guard let format = HotpatchFormat(rawValue: number) else { throw Problem.invalid("format", "hotpatch.scripts.format") }
        self.format = format
    }
}

/// A package as it was made.
struct HotpatchConversion: Codable, Sendable {
    let fileName: String
    let format: Int
    let language: HotpatchLanguage
    let keyId: String
    let algorithm: HotpatchAlgorithm
    /// Of the package, in bytes.
    let size: Int
    /// Of the package, in hexadecimal digits.
    let sha256: String
    /// Base64.
    let signature: String
    /// The package in base64.
    let package: String
    let check: HotpatchScriptCheckView

    init(
        _ package: HotpatchPackage,
        _ script: SmallFile,
        _ language: HotpatchLanguage,
        _ format: HotpatchFormat,
        _ key: HotpatchSigningKey,
        _ check: HotpatchScriptCheckView
    ) {
        fileName = Self.name(script.name, format)
        self.format = format.rawValue
        self.language = language
        keyId = key.id
        algorithm = key.algorithm
        size = package.bytes.count
        sha256 = package.sha256
        signature = package.signature
        self.package = Data(package.bytes).base64EncodedString()
        self.check = check
    }

    /// In ASCII. Format 1 is called `….js`, as the documents do.
    private static func name(_ script: String, _ format: HotpatchFormat) -> String {
        let stem = script.split(separator: ".").dropLast().joined(separator: ".")
        let plain = stem.unicodeScalars.map {
            $0.isASCII && ($0.properties.isAlphabetic || "0123456789._-".unicodeScalars.contains($0)) ? Character($0) : "_"
        }
        let short = String(plain.prefix(60))
        return "\(short.isEmpty ? "script" : short).\(format == .documented ? "js" : "hotpatch")"
    }
}
