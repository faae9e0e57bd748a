import Foundation
import Web

/// Symbols as pages; the list and a file are JSON too.
struct SymbolPageRoutes: Sendable {
    let symbols: Symbols
    let lookup: SymbolLookup
    let files: FileIntake
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/symbols", "apps/{app}/symbols/{id}")
        try routes.get(
            all,
            "Symbols of an app, newest first.",
            needs: .role(.viewer),
            view: "Symbols/list",
            menu: .under(.governance, "symbols.menu", key: "y"),
            list
        )
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Symbols/new", self.new)
        try routes.submit(all, needs: .role(.operator), file: FormFileField(upTo: SymbolLimits.file), form: new, bring)
        try routes.get(one, "One file of symbols with all that is in it.", needs: .role(.viewer), view: "Symbols/file", show)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Symbols/removal", show)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, remove)
    }

    // MARK: list

    struct Query: Codable, Sendable {
        let kind: SymbolKind?
        /// Part of a name, an id or a version.
        let q: String?
        let limit: Int?
        let cursor: String?
    }

    /// Missing ones that the page shows.
    private static let shown = 20

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<SymbolBody>, SymbolListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = SymbolFilter(kind: query.kind, text: String((query.q ?? "").prefix(100)))
        let list = try await symbols.list(app.id, filter, place)
        return .show(list) {
            let missing = try await symbols.missing(app.id, try ListPlace(limit: Self.shown, cursor: nil))
            return SymbolListPage(list, missing, filter, lookup.state, Pager(list, place, context), app, context)
        }
    }

    // MARK: bringing

    struct NewPage: Codable, Sendable {
        let version: String
        /// Bytes.
        let largest: Int
        let absent: Bool
        let snippets: SnippetSet
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<NewPage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(
            NewPage(
                version: context.filled("version"),
                largest: SymbolLimits.file,
                absent: !lookup.state.isReady,
                snippets: SnippetSet(.symbols, of: app, at: context.publicURL)
            )
        )
    }

    struct Upload: Codable, Sendable {
        let version: String
    }

    @Sendable func bring(_ input: Upload, _ file: FormFile, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        try Symbols.check(version: input.version)
        let taken = try await symbols.take(try await files.take(file), of: app, version: input.version, by: context.actor)
        let flash = taken.isNew ? "symbols.taken" : "symbols.known"
        return .done(at: "/apps/\(app.id)/symbols/\(taken.upload.id)", flash: flash, ["name": taken.upload.spokenName])
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<SymbolBody, SymbolFilePage> {
        let upload = try await symbols.upload(try context.parameter("id"), of: try context.parameter("app"))
        return .show(SymbolBody(upload)) { SymbolFilePage(upload, lookup.state, context) }
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await symbols.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/symbols", flash: "symbols.deleted")
    }
}
