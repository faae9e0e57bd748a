import Foundation
import Hummingbird
import Web

/// Files of users and devices as targets, as pages and as JSON.
struct PushListRoutes: Sendable {
    let lists: PushLists
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/push-lists", "apps/{app}/push-lists/{id}")
        let listing = "List the files of users and devices that messages can be for, newest first."
        let page = try routes.get(all, listing, needs: .role(.viewer), view: "PushDevices/lists", list)
        let uploading = "Add a list: a table with commas, users or devices first, placeholders behind; `name` and `kind` are in the query."
        try routes.upload(.post, all, uploading, needs: .role(.operator), consumes: "text/csv", upload)
        try routes.submit(all, needs: .role(.operator), smallFiles: SmallFileFields(["file"], upTo: PushListLimits.file), form: page, save)
        try routes.get(one, "A list, with the first of its lines.", needs: .role(.viewer), view: "PushDevices/targetList", show)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "PushDevices/listRemoval", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, remove)
        try routes.api(.delete, one, "Remove a list that no message waits for.", needs: .role(.operator), remove)
    }

    struct ListPage: Codable, Sendable {
        let mayEdit: Bool
        let name: String
        let kinds: [Kind]

        struct Kind: Codable, Sendable {
            let kind: PushListKind
            let chosen: Bool
        }
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<PushList>, ListPage> {
        let app = try apps.app(try context.parameter("app")).id
        let lists = try await lists.all(of: app)
        return .show(List(items: lists, next: nil, total: lists.count)) {
            let kinds = PushListKind.allCases.map { ListPage.Kind(kind: $0, chosen: $0.rawValue == context.filled("kind", "users")) }
            return ListPage(mayEdit: context.mayOperate(app), name: context.filled("name"), kinds: kinds)
        }
    }

    // MARK: adding

    struct Naming: Codable, Sendable {
        /// For people: 1 to 80 characters.
        let name: String?
        /// Users when absent.
        let kind: PushListKind?
    }

    @Sendable func upload(_ request: Request, _ context: Context) async throws -> Answer<PushList> {
        let naming = try context.query(as: Naming.self)
        let bytes = try await request.bytes(upTo: PushListLimits.file)
        return try await add(naming, bytes, context)
    }

    @Sendable func save(_ naming: Naming, _ files: [SmallFile], _ context: Context) async throws -> Answer<PushList> {
        guard let file = files.first else { throw Problem.invalid("file", "web.required") }
        let named = naming.name?.trimmingCharacters(in: .whitespaces).orNil ?? String(file.name.prefix(PushListLimits.name))
        return try await add(Naming(name: named, kind: naming.kind), file.bytes, context)
    }

    private func add(_ naming: Naming, _ bytes: [UInt8], _ context: Context) async throws -> Answer<PushList> {
        let app = try apps.app(try context.parameter("app")).id
        let list = try await lists.upload(naming.name ?? "", naming.kind ?? .users, bytes, to: app, by: context.actor)
        return .created(list, at: "/apps/\(app)/push-lists/\(list.id)", flash: "pushDevices.list.added", ["count": "\(list.entries)"])
    }

    // MARK: one of them

    struct Detail: Codable, Sendable {
        let list: PushList
        /// The first of its lines, by name.
        let sample: [PushListEntry]
    }

    struct Page: Codable, Sendable {
        let rows: [Row]
        let mayEdit: Bool
        /// Whether names are linked to their pages.
        let namesPeople: Bool

        /// A line as a row of cells.
        struct Row: Codable, Sendable {
            let name: String
            let texts: [String]
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<Detail, Page> {
        let (app, id) = try named(context)
        let (list, lines) = try await lists.list(id, of: app.id)
        let sample = context.isMasked(app) ? lines.map { $0.masked() } : lines
        return .show(Detail(list: list, sample: sample)) {
            let rows = sample.map { entry in Page.Row(name: entry.name, texts: list.columns.map { entry.parameters[$0] ?? "" }) }
            return Page(rows: rows, mayEdit: context.mayOperate(app.id), namesPeople: !context.isMasked(app))
        }
    }

    struct RemovalPage: Codable, Sendable {
        let list: PushList
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<RemovalPage> {
        let (app, id) = try named(context)
        return .show(RemovalPage(list: try await lists.list(id, of: app.id).list))
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await lists.delete(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-lists", flash: "pushDevices.list.removed")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }
}
