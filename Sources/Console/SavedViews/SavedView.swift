import Formats
import Foundation
import Web

/// A page with its filters, under a name.
struct SavedView: Codable, Sendable, Equatable, Identifiable {
    let id: String
    /// Of who keeps it.
    let account: String
    /// E-mail of who keeps it.
    let owner: String
    let name: String
    /// Of the page, e.g. `/apps/demo/logs`.
    let path: String
    /// The filters as they stand in an address, without `?`; never empty.
    let query: String
    /// The app that the page is about; null for pages about none.
    let app: OrNull<String>
    /// Whether everybody who sees the app sees the view.
    let shared: Bool
    let createdAt: Date
    let changedAt: Date

    var href: String { "\(path)?\(query)" }

    /// Whether it names this user or device, be it as one word among others.
    func names(_ value: String) -> Bool { said.contains { $0 == value || $0.split(separator: " ").contains { $0 == value } } }

    /// Whether a telephone number or mail address stands in it.
    var isPersonal: Bool { said.contains { PersonalMask.masked($0) != $0 } }

    /// Its name, and what its address says, piece by piece.
    private var said: [String] { [name] + SavedViewRules.parts(path) + ((try? Form(encoded: query))?.fields.map(\.value) ?? []) }
}

/// What it takes to save one.
struct NewSavedView: Codable, Sendable {
    let name: String
    let path: String
    let query: String
    let shared: Bool?
}

/// What may be changed of one.
struct SavedViewDetails: Codable, Sendable {
    let name: String
    let shared: Bool?
}

/// How many there may be, and what they may look like.
enum SavedViewRules {
    /// Of one account.
    static let most = 100
    /// Bytes of an address' two parts: with the rest less than what ``ReturnPath`` takes.
    static let longestPath = 300
    static let longestQuery = 1_500

    static func name(_ name: String) -> [Rejection] {
        let isGood = (1...60).contains(name.unicodeScalars.count) && name.isOneLine
        return isGood ? [] : [Rejection("name", "savedViews.name.invalid")]
    }

    /// The path of a page of this console, or nil: also where a browser would go somewhere else than the path says, up by `..` to another app.
    static func path(_ path: String) -> String? {
        guard path.utf8.count <= longestPath, let path = ReturnPath.checked(path), !path.contains(where: { "?#".contains($0) }) else { return nil }
        return path.hasPrefix("/api/") || parts(path).contains(where: { [".", ".."].contains($0) }) ? nil : path
    }

    /// Of a path, as they are meant.
    static func parts(_ path: String) -> [String] {
        path.split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
    }

    /// The filters of a page: what is empty says nothing, and a place in a list is no filter.
    /// - Returns: nil when nothing is left, or too much.
    static func query(_ text: String) -> String? {
        guard let form = try? Form(encoded: text) else { return nil }
        let query = filters(form).encoded
        return query.isEmpty || query.utf8.count > longestQuery ? nil : query
    }

    static func filters(_ query: Form) -> Form {
        query.setting("cursor", nil).setting("near", nil)
    }

    /// The app that a path is about, by the second part of `/apps/{app}/…`; none of `/apps/new`.
    static func app(of path: String) -> String? {
        let parts = parts(path)
        return parts.count > 1 && parts[0] == "apps" && parts != ["apps", "new"] ? parts[1] : nil
    }
}
