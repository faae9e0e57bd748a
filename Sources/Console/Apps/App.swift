import Foundation
import Web

/// A mobile app as its team thinks of it: one name, several platforms.
public struct App: Codable, Sendable, Equatable {
    /// The English name in lower case; never changes.
    public let id: String
    public let name: String
    public let englishName: String
    public let createdAt: Date
    public let platforms: [AppPlatform]
    /// IANA name; days of statistics begin in it.
    public let zone: String
    public let archivedAt: Date?
    /// Made by `console seed`, removed by `console seed --remove`.
    public let demo: Bool

    var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }

    public func platform(_ platform: Platform) -> AppPlatform? {
        platforms.first { $0.platform == platform }
    }
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

/// What an operator types to make an app.
public struct NewApp: Codable, Sendable {
    public var name: String
    public var englishName: String
    public var platforms: [Platform]
    /// IANA name; Asia/Shanghai when absent.
    public var zone: String?
    /// Modules of the first package; kept for the module catalogue.
    public var modules: [String]?

    public init(name: String, englishName: String, platforms: [Platform], zone: String? = nil) {
        self.name = name
        self.englishName = englishName
        self.platforms = platforms
        self.zone = zone
    }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong: [Rejection] = []
        wrong += AppRules.name(name)
        if englishName.wholeMatch(of: AppRules.englishName) == nil { wrong.append(Rejection("englishName", "apps.englishName.invalid")) }
        if platforms.isEmpty { wrong.append(Rejection("platforms", "apps.platforms.none")) }
        if Set(platforms).count != platforms.count { wrong.append(Rejection("platforms", "apps.platforms.twice")) }
        if let zone, TimeZone(identifier: zone) == nil { wrong.append(Rejection("zone", "apps.zone.unknown")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What names and addresses of an app may look like.
enum AppRules {
    /// A letter, then letters and digits: it becomes part of AppKeys and file names.
    nonisolated(unsafe) static let englishName = #/[A-Za-z][A-Za-z0-9]{1,39}/#

    static func name(_ name: String) -> [Rejection] {
        if name.allSatisfy(\.isWhitespace) { return [Rejection("name", "web.required")] }
        if name.unicodeScalars.count > 60 { return [Rejection("name", "apps.name.long")] }
        let hidden = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return hidden ? [Rejection("name", "apps.name.control")] : []
    }
}
