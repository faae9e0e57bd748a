import Formats
import Foundation
import Web

/// One search over all rooms: each finds what is its own, side by side; only in apps that the viewer sees.
struct Search: Sendable {
    let apps: AppIndex
    /// Of what belongs to apps.
    let finders: [SearchFinder]
    /// Of what only administrators of the console read.
    let adminFinders: [SearchFinder]

    /// What a search asks for.
    struct Ask: Sendable {
        let text: SearchText
        /// nil for all kinds.
        let kind: SearchKind?
        /// nil for all that the viewer sees.
        let app: String?
        /// Whose hits come first among those that are as near.
        let near: String?
        /// Hits of each kind to show.
        let limit: Int
    }

    /// - Parameter pages: found already, by name.
    func results(_ ask: Ask, pages: [SearchHit], for viewer: Viewer) async throws -> SearchResults {
        guard !ask.text.words.isEmpty else { return SearchResults(query: ask.text.whole, total: 0, groups: [], appsLeftOut: 0) }
        let seen = seen(ask, viewer)
        let looked = seen.prefix(SearchBounds.apps)
        let own = pages + found(ask.text, among: seen)
        let others = try await found(ask, in: looked.map(\.id), viewer)
        let shown = others.compactMap { hidden($0, ask.text, viewer) }
        let groups = SearchRanking(ask: ask).groups(own.filter { ask.kind == nil || $0.kind == ask.kind } + shown)
        return SearchResults(
            query: ask.text.whole,
            total: groups.reduce(0) { $0 + $1.count },
            groups: groups,
            appsLeftOut: seen.count - looked.count
        )
    }

    /// The one that is near comes first, archived ones last.
    private func seen(_ ask: Ask, _ viewer: Viewer) -> [App] {
        let all = apps.seen(by: viewer) + apps.seen(by: viewer, archived: true)
        if let app = ask.app { return all.filter { $0.id == app } }
        return all.filter { $0.id == ask.near } + all.filter { $0.id != ask.near }
    }

    private func found(_ text: SearchText, among apps: [App]) -> [SearchHit] {
        apps.filter { app in
            let said = ([app.name, app.englishName, app.id] + app.platforms.flatMap { [$0.appKey, $0.bundleId] }).joined(separator: " ").lowercased()
            return text.words.allSatisfy(said.contains)
        }.prefix(SearchBounds.hits + 1).map { app in
            SearchHit(.app, id: app.id, app: app.id, title: app.name, detail: app.englishName, at: app.createdAt, href: "/apps/\(app.id)")
        }
    }

    private func found(_ ask: Ask, in apps: [String], _ viewer: Viewer) async throws -> [SearchHit] {
        let all = finders + (Policy.role(.admin).admits(viewer, app: nil) ? adminFinders : [])
        let asked = all.filter { ask.kind == nil || $0.kind == ask.kind }
        return try await withThrowingTaskGroup(of: [SearchHit].self) { group in
            for finder in asked { group.addTask { try await finder.find(ask.text, apps, SearchBounds.hits + 1) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Telephone numbers and addresses of mail are hidden as on every page. Lest they be guessed digit by digit, an id that is one is only found
    /// whole, and a text by what is to be read of it.
    private func hidden(_ hit: SearchHit, _ text: SearchText, _ viewer: Viewer) -> SearchHit? {
        guard let app = hit.app.value.flatMap({ apps.app($0) }), !Policy.role(app.personalFrom).admits(viewer, app: app.id) else { return hit }
        let title = PersonalMask.masked(hit.title)
        let isID = hit.kind == .user || hit.kind == .device
        if isID, title != hit.title, hit.id != text.whole { return nil }
        if let searched = hit.searched, !text.isFound(in: PersonalMask.masked(searched)) { return nil }
        return SearchHit(
            hit.kind,
            id: isID ? title : hit.id,
            app: app.id,
            platform: hit.platform.value,
            title: title,
            detail: PersonalMask.masked(hit.detail),
            at: hit.at.value,
            href: hit.href
        )
    }
}
