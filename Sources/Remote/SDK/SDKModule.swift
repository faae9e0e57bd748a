/// A module as `GET /api/v1/modules?platform=` lists it: the newest version on the platform that may be taken. Unknown fields are passed over.
struct SDKModule: Decodable, Sendable {
    let name: String
    /// Nil where nothing can be downloaded.
    let version: String?
    let sha256: String?
    let size: Int?
    let kind: String?
    let download: String?
    let platforms: [Place]?

    struct Place: Decodable, Sendable {
        let platform: String
        let state: String?
        let bad: Bool?
    }

    func order(_ platform: SDKPlatform) throws -> SDKOrder? {
        guard let version, let sha256, let size, let kind else { return nil }
        let release = try SDKRelease(name, version, platform, sha256: sha256, size: size, kind: kind, download: download)
        return SDKOrder(release: release, remark: remark(platform))
    }

    /// What somebody has to know who takes that version; the list says no reasons.
    func remark(_ platform: SDKPlatform) -> SDKRemark? {
        guard let place = platforms?.first(where: { $0.platform == platform.rawValue }) else { return nil }
        return SDKRemark(state: place.state, replacement: nil, reason: nil, bad: place.bad == true ? SDKDefect(reason: "") : nil)
    }

    /// Whether what is here is its newest version; two versions may have the same file.
    func isLike(_ entry: SDKEntry) -> Bool {
        entry.version == version && entry.sha256 == sha256
    }

    /// Whether anybody should take it who did not ask for it: otherwise no version is left that may be taken, and this is the newest of all.
    func isOffered(_ platform: SDKPlatform) -> Bool {
        remark(platform).map { $0.kind == .deprecated } ?? true
    }
}

/// A module as `GET /api/v1/modules/{name}` shows it, with all its versions on all platforms.
struct SDKModuleDocument: Decodable, Sendable {
    let name: String
    let description: SDKText
    let versions: [SDKVersion]
}

/// One version of a module on one platform.
struct SDKVersion: Decodable, Sendable {
    let platform: String
    let version: String
    let notes: SDKText?
    let needs: Needs?
    let artifact: Artifact?
    let download: String?
    let state: String?
    let replacement: String?
    let reason: String?
    let bad: SDKDefect?

    struct Needs: Decodable, Sendable {
        let dependencies: [Dependency]?
        let thirdParty: [ThirdParty]?
    }

    struct Dependency: Codable, Sendable {
        let module: String
        let versions: String?
    }

    struct ThirdParty: Decodable, Sendable {
        let name: String
    }

    struct Artifact: Decodable, Sendable {
        let sha256: String
        let size: Int
        let kind: String
    }

    func order(of module: String, _ platform: SDKPlatform) throws -> SDKOrder? {
        guard let file = artifact else { return nil }
        let release = try SDKRelease(module, version, platform, sha256: file.sha256, size: file.size, kind: file.kind, download: download)
        return SDKOrder(release: release, remark: remark)
    }

    var remark: SDKRemark? {
        SDKRemark(state: state, replacement: replacement, reason: reason, bad: bad)
    }
}

/// A sentence in both languages of the console.
struct SDKText: Codable, Sendable {
    let zh: String
    let en: String

    /// What there is, Chinese first; each paragraph as a line of its own.
    var lines: [String] {
        [zh, en].flatMap { RemoteText.clean($0, keepingLines: true).split(separator: "\n").map(String.init) }
    }
}

struct SDKDefect: Decodable, Sendable {
    let reason: String
}

/// What modules are for.
public enum SDKPlatform: String, Codable, Sendable {
    case ios, android, harmony
}
