import Foundation
import Web

/// The search, as a page and as JSON.
struct SearchRoutes: Sendable {
    let search: Search
    let apps: AppIndex
    let catalogue: Catalogue
    let menu: Menu

    func add(to routes: Routes) throws {
        try routes.get("search", "Find anything in the apps you see; the best first, in groups.", needs: .signedIn, view: "Search/search", find)
    }

    struct Query: Codable, Sendable {
        /// What to look for, at most 100 characters.
        let q: String?
        let kind: SearchKind?
        /// Look only into this app.
        let app: String?
        /// Hits of this app first.
        let near: String?
        /// Hits of each kind, 1 to 50.
        let limit: Int?
    }

    @Sendable func find(_ query: Query, _ context: Context) async throws -> Reply<SearchResults, SearchPage> {
        guard let viewer = context.viewer else { throw Problem(.unauthorized, "web.unauthorized") }
        let ask = try ask(query)
        let near = (query.app ?? query.near).flatMap { apps.app($0) }.flatMap { viewer.sees($0.id) ? $0 : nil }
        let pages = SearchPages(menu: menu, catalogue: catalogue).find(ask.text, near: near, for: viewer, in: context.reader.language)
        let results = try await search.results(ask, pages: pages, for: viewer)
        return .show(results) { SearchPage(results, query, apps.seen(by: viewer), apps, catalogue[context.reader.language], context) }
    }

    private func ask(_ query: Query) throws -> Search.Ask {
        let text = SearchText(query.q ?? "")
        guard text.whole.unicodeScalars.count <= SearchText.longest else { throw Problem.invalid("q", "search.q.long") }
        let limit = query.limit ?? (query.kind == nil ? Self.few : SearchBounds.hits)
        guard (1...SearchBounds.hits).contains(limit) else { throw Problem.invalid("limit", "search.limit.range") }
        return Search.Ask(text: text, kind: query.kind, app: query.app?.orNil, near: query.near?.orNil, limit: limit)
    }

    /// Hits of a kind beside others.
    private static let few = 6
}
