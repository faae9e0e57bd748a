import Foundation
import Web

/// What it takes to make a release or to change its draft, as scripts and forms write it.
struct UpdateInput: Codable, Sendable {
    var platform: Platform
    /// Absent for the build's.
    var version: String?
    /// Id of a build; absent for the newest of the version, if there is one.
    var build: String?
    /// Absent for the build's install page.
    var downloadURL: String?
    var message: String
    var upgradeType: UpdateType?
    /// Default 3.
    var remindIntervalDays: Int?
    var mode: UpdateMode?
    /// 0 to 100 in steps of 0.01, of the mode `percentage`.
    var percentage: Double?
    /// Users by id, at most 100,000, of the mode `whitelist`; absent to leave those there are.
    var whitelist: [String]?
    /// Of the mode `timeWindow`: RFC 3339, or `2026-11-30 18:00` in the asker's zone, or a day to include it.
    var endsAt: String?
    /// Devices that a time window has room for; absent for any number.
    var limit: Int?
    var rules: [UpdateRule]?
    /// The networks on which devices are told, e.g. `WIFI`; absent for all.
    var netTypes: [String]?
    var forceBelow: String?
    /// The one that was looked at: a change made since is not overwritten but told of. Absent to overwrite whatever is there.
    var revision: Int?
}

/// What may be written in a release.
enum UpdateRules {
    static let longestVersion = 64
    static let longestMessage = 2_000
    static let longestURL = 2_000
    static let intervals = 1...365
    static let usualInterval = 3
    static let mostUsers = 100_000
    static let mostNetworks = 10
    /// Bytes of an input with a whitelist in it.
    static let bodyLimit = 16 << 20

    static func isVersion(_ text: String) -> Bool {
        text.utf8.count <= longestVersion && text.isOneLine && RolloutVersion(text).isKnown
    }

    /// `https://…`, `http://…` and what opens stores and installers, such as `itms-services://…` and `market://…`; nothing that a browser would run.
    static func isURL(_ text: String) -> Bool {
        guard text.utf8.count <= longestURL, text.isOneLine, !text.contains(" "), let url = URL(string: text) else { return false }
        guard let scheme = url.scheme?.lowercased(), !["javascript", "data", "vbscript", "file", "blob", "about"].contains(scheme) else {
            return false
        }
        return text.dropFirst(scheme.count).hasPrefix("://") && url.host?.isEmpty == false || scheme == "itms-services"
    }

    /// One line, and nothing that tables put between their cells.
    static func isUser(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count) && text.isOneLine && !text.contains { ",;\t，；\"".contains($0) }
    }

    /// Users of a file or a text: one a line, of a table its first column. A first line that names the column is passed over.
    static func users(_ text: String) -> [String] {
        var users = text.split(whereSeparator: { $0.isNewline }).map { line in
            let cell = line.prefix { !",;\t，；".contains($0) }.trimmingCharacters(in: .whitespaces.union(CharacterSet(charactersIn: "\"\u{FEFF}")))
            return cell.hasPrefix("'") && isFormula(cell.dropFirst()) ? String(cell.dropFirst()) : cell
        }
        if let first = users.first, RolloutHeadings.nameUsers(first) { users.removeFirst() }
        return users.filter { !$0.isEmpty }
    }

    /// The file that ``users(_:)`` reads. What a spreadsheet would run as a formula has an apostrophe in front.
    static func table(_ users: RolloutUsers) -> [UInt8] {
        users.ids.reduce(into: Array("userId\n".utf8)) { $0 += Array("\(isFormula($1[...]) ? "'" : "")\($1)\n".utf8) }
    }

    /// As of cells in `Web.CSV`; a number with its sign is none.
    private static func isFormula(_ cell: Substring) -> Bool {
        guard let first = cell.unicodeScalars.first else { return false }
        return "=+-@＝＋－＠".unicodeScalars.contains(first) && Double(cell) == nil
    }

    /// - Throws: `invalid` on `whitelist`.
    static func whitelist(_ users: [String]) throws -> RolloutUsers {
        if let bad = users.first(where: { !isUser($0) }) {
            throw Problem.invalid("whitelist", "updates.whitelist.user", ["user": String(bad.prefix(40))])
        }
        let list = RolloutUsers(users)
        guard list.count <= mostUsers else { throw Problem.invalid("whitelist", "updates.whitelist.many", ["limit": "100,000"]) }
        return list
    }
}
