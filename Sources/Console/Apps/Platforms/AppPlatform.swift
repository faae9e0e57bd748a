import Foundation
import Storage
import Web

/// What an app runs on. The raw value is the word of the API; the suffix of AppKeys is its upper case.
public enum Platform: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case ios, android, harmony
}

/// One platform of an app: its key, its environment, and where its source is.
public struct AppPlatform: Codable, Sendable, Equatable {
    public let platform: Platform
    public let appKey: String
    public let workspaceId: String
    public let logProductId: String
    public let bundleId: String
    public let repositoryType: String
    public let repositoryAddress: String
    /// Until when the secret before the last rotation is still accepted.
    public let oldSecretUntil: Date?
}

/// What may be changed of a platform.
public struct AppPlatformDetails: Codable, Sendable {
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

    /// Every field that is wrong.
    var rejections: [Rejection] {
        var wrong: [Rejection] = []
        if bundleId.wholeMatch(of: #/([A-Za-z0-9_.\-]{1,155})?/#) == nil { wrong.append(Rejection("bundleId", "apps.bundleId.invalid")) }
        if !["", "git", "svn"].contains(repositoryType) { wrong.append(Rejection("repositoryType", "web.choice")) }
        if !Self.isAddress(repositoryAddress) { wrong.append(Rejection("repositoryAddress", "apps.repository.invalid")) }
        if repositoryType.isEmpty != repositoryAddress.isEmpty { wrong.append(Rejection("repositoryAddress", "apps.repository.half")) }
        return wrong
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
