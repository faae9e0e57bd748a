/// A version of a module that can be downloaded. Names come from a console and become names of files, so they are checked here, once.
struct SDKRelease: Sendable {
    let module: String
    let version: String
    let artifact: SDKArtifactKind
    let file: RemoteFileFacts
    let path: RemotePath

    /// - Throws: ``SDKError/catalogue(_:)`` for what no console gives.
    init(_ module: String, _ version: String, _ platform: SDKPlatform, sha256: String, size: Int, kind: String, download: String?) throws {
        guard module.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_\-]{1,63}/#) != nil else { throw SDKError.catalogue("a module's name") }
        guard version.wholeMatch(of: #/[0-9A-Za-z][0-9A-Za-z.+\-]{0,99}/#) != nil else { throw SDKError.catalogue("the version of \(module)") }
        guard sha256.wholeMatch(of: #/[0-9a-f]{64}/#) != nil else { throw SDKError.catalogue("the SHA-256 of \(module) \(version)") }
        guard (1...(16 << 30)).contains(size) else { throw SDKError.catalogue("the size of \(module) \(version)") }
        guard let artifact = SDKArtifactKind(rawValue: kind) else { throw SDKError.catalogue("the kind of \(module) \(version)") }
        guard let path = download.map(RemotePath.init(given:)) ?? Self.path(module, version, platform) else {
            throw SDKError.catalogue("the address of \(module) \(version)")
        }
        self.module = module
        self.version = version
        self.artifact = artifact
        self.path = path
        file = RemoteFileFacts(name: "\(module) \(version)", size: size, sha256: sha256)
    }

    private static func path(_ module: String, _ version: String, _ platform: SDKPlatform) -> RemotePath? {
        RemotePath(["modules", module, "versions", platform.rawValue, version, "artifact"])
    }

    /// What the documents call it: `MPHttpClient.framework`.
    var title: String { "\(module).\(artifact.rawValue)" }
}

/// What a module's file is; also how the name of what is made of it ends.
enum SDKArtifactKind: String, Codable, Sendable {
    case framework, xcframework, aar, har

    /// Those of Apple's tools come in a zip archive; the others are used as they are.
    var isUnpacked: Bool { self == .framework || self == .xcframework }
}

/// A version that is to be here.
struct SDKOrder: Sendable {
    let release: SDKRelease
    let remark: SDKRemark?
}
