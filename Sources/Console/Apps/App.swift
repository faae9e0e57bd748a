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
    /// Who reads telephone numbers and mail addresses in what devices sent: this role and those above it.
    public var personalFrom = Role.operator

    var timeZone: TimeZone { TimeZone(identifier: zone) ?? .gmt }

    /// The day of a time in the app's zone, counted from 1970-01-01.
    func day(of time: Date) -> Int {
        Int(((time.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: time))) / 86_400).rounded(.down))
    }

    /// - Returns: nil when the app is not made for it.
    public func platform(_ platform: Platform) -> AppPlatform? {
        platforms.first { $0.platform == platform }
    }
}

/// What an operator types to make an app.
public struct NewApp: Codable, Sendable {
    public var name: String
    public var englishName: String
    public var platforms: [Platform]
    /// IANA name; Asia/Shanghai when absent.
    public var zone: String?
    /// That it begins with: a package of them is made for each platform that has them.
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
        wrong += AppRules.name(AppRules.stored(name))
        if englishName.wholeMatch(of: AppRules.englishName) == nil { wrong.append(Rejection("englishName", "apps.englishName.invalid")) }
        if platforms.isEmpty { wrong.append(Rejection("platforms", "apps.platforms.none")) }
        if Set(platforms).count != platforms.count { wrong.append(Rejection("platforms", "apps.platforms.twice")) }
        if let zone, TimeZone(identifier: zone) == nil { wrong.append(Rejection("zone", "apps.zone.unknown")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What may be changed of an app.
public struct AppDetails: Codable, Sendable {
    public let name: String
    /// IANA name.
    public let zone: String

    func check() throws {
        var wrong = AppRules.name(AppRules.stored(name))
        if TimeZone(identifier: zone) == nil { wrong.append(Rejection("zone", "apps.zone.unknown")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// What names and addresses of an app may look like.
enum AppRules {
    /// A letter, then letters and digits: it becomes part of AppKeys and file names.
    nonisolated(unsafe) static let englishName = #/[A-Za-z][A-Za-z0-9]{1,39}/#

    /// - Parameter name: as it will be stored.
    static func name(_ name: String) -> [Rejection] {
        if name.isEmpty { return [Rejection("name", "web.required")] }
        if name.unicodeScalars.count > 60 { return [Rejection("name", "apps.name.long")] }
        return name.isOneLine ? [] : [Rejection("name", "apps.name.control")]
    }

    static func stored(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
