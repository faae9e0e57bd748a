import Foundation
import Web

/// What may be changed of an app.
public struct AppDetails: Codable, Sendable {
    public let name: String
    /// IANA name.
    public let zone: String

    func check() throws {
        var wrong = AppRules.name(name)
        if TimeZone(identifier: zone) == nil { wrong.append(Rejection("zone", "apps.zone.unknown")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What may be changed of a platform.
public struct PlatformDetails: Codable, Sendable {
    /// Bundle identifier or package name; empty when not known yet.
    public let bundleId: String
    /// `git`, `svn`, or empty.
    public let repositoryType: String
    public let repositoryAddress: String

    init(_ platform: AppPlatform) {
        bundleId = platform.bundleId
        repositoryType = platform.repositoryType
        repositoryAddress = platform.repositoryAddress
    }

    func check() throws {
        var wrong: [Rejection] = []
        if bundleId.wholeMatch(of: #/([A-Za-z0-9_.\-]{1,155})?/#) == nil { wrong.append(Rejection("bundleId", "apps.bundleId.invalid")) }
        if !["", "git", "svn"].contains(repositoryType) { wrong.append(Rejection("repositoryType", "web.choice")) }
        if !Self.isAddress(repositoryAddress) { wrong.append(Rejection("repositoryAddress", "apps.repository.invalid")) }
        if repositoryType.isEmpty != repositoryAddress.isEmpty { wrong.append(Rejection("repositoryAddress", "apps.repository.half")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// A URL without a password in it, or the `user@host:path` of git; at most 500 bytes.
    private static func isAddress(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let isURL = text.wholeMatch(of: #/(https?|ssh|git|svn|svn\+ssh)://[^\s:@]+(@[^\s:@]+)?(:[0-9]+)?(/[^\s@]*)?/#) != nil
        return text.utf8.count <= 500 && (isURL || text.wholeMatch(of: #/[A-Za-z0-9_.\-]+@[A-Za-z0-9_.\-]+:[^\s]+/#) != nil)
    }

    var audited: [String: String] {
        ["bundleId": bundleId, "repositoryType": repositoryType, "repositoryAddress": repositoryAddress]
    }
}
