import Foundation
import Web

/// What the page shows beside the results: the form as it was sent, and each hit prepared for its line.
struct SearchPage: Codable, Sendable {
    let q: String
    let near: String
    /// Whether anything was asked for.
    let asked: Bool
    /// Whether there are apps that were not looked into.
    let cut: Bool
    let kinds: [Kind]
    let apps: [AppChoice]
    let found: [Found]

    struct Kind: Codable, Sendable {
        let kind: SearchKind
        let chosen: Bool
    }

    struct Found: Codable, Sendable {
        let kind: SearchKind
        let count: Int
        let more: Bool
        let hits: [Hit]
        /// All of the kind; nil when all are shown.
        let all: String?
    }

    struct Hit: Codable, Sendable {
        let title: String
        let detail: String
        let platform: Platform?
        /// Empty for what belongs to no app.
        let appName: String
        let at: Date?
        let href: String
    }

    init(_ results: SearchResults, _ query: SearchRoutes.Query, _ seen: [App], _ index: AppIndex, _ words: Catalogue.Words, _ context: Context) {
        q = context.filled("q", query.q ?? "")
        near = query.near ?? ""
        asked = !results.query.isEmpty
        cut = results.appsLeftOut > 0
        kinds = SearchKind.allCases.map { Kind(kind: $0, chosen: $0 == query.kind) }
        apps = AppChoice.all(seen, chosen: query.app ?? "")
        found = results.groups.map { group in
            let isCut = group.items.count < group.count && query.kind == nil
            return Found(
                kind: group.kind,
                count: group.count,
                more: group.more,
                hits: group.items.map { Hit($0, index, words) },
                all: isCut ? context.link(context.query.setting("kind", group.kind.rawValue).setting("limit", nil)) : nil
            )
        }
    }
}

extension SearchPage.Hit {
    fileprivate init(_ hit: SearchHit, _ index: AppIndex, _ words: Catalogue.Words) {
        self.init(
            title: Self.title(hit, words),
            detail: Self.detail(hit, words),
            platform: hit.platform.value,
            appName: hit.kind == .app ? "" : hit.app.value.map { index.app($0)?.name ?? $0 } ?? "",
            at: hit.at.value,
            href: hit.href
        )
    }

    private static func title(_ hit: SearchHit, _ words: Catalogue.Words) -> String {
        let title = hit.title.isEmpty ? hit.id : hit.title
        return hit.kind == .audit ? Platform.naming(title, words) : title
    }

    /// In words where it is one of the data.
    private static func detail(_ hit: SearchHit, _ words: Catalogue.Words) -> String {
        switch hit.kind {
        case .audit: words["label.action.\(hit.detail.replacing(".", with: "_"))"]
        case .badge: words["label.badgeStyle.\(hit.detail)"]
        default: hit.detail
        }
    }
}
