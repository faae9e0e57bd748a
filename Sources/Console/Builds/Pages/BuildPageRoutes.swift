import Foundation
import Hummingbird
import Web

/// Builds as pages; the list and a build are JSON too.
struct BuildPageRoutes: Sendable {
    let builds: Builds
    let installs: Installs
    let files: FileIntake
    let apps: Apps
    /// Bytes of a package.
    let largest: Int

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/builds", "apps/{app}/builds/{id}")
        try routes.get(
            all,
            "Builds of an app, newest first.",
            needs: .role(.viewer),
            view: "Builds/list",
            menu: .under(.development, "builds.menu", key: "i"),
            list
        )
        let new = try routes.page("\(all)/new", needs: .role(.operator), view: "Builds/new", self.new)
        try routes.submit(all, needs: .role(.operator), file: FormFileField(upTo: largest), form: new, bring)
        let page = try routes.get(one, "One build with all that its package says.", needs: .role(.viewer), view: "Builds/build", show)
        try routes.submit("\(one)/notes", needs: .role(.operator), form: page, describe)
        let removal = try routes.page("\(one)/removal", needs: .role(.operator), view: "Builds/removal", review)
        try routes.submit("\(one)/removal", needs: .role(.operator), form: removal, remove)
    }

    // MARK: list

    struct Query: Codable, Sendable {
        let platform: Platform?
        let state: BuildState?
        let version: String?
        /// Part of the version, the build number, the identifier, the name or the notes.
        let q: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<BuildBody>, BuildListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = BuildFilter(platform: query.platform, state: query.state, version: query.version?.orNil, text: query.q ?? "")
        let list = try await builds.list(app.id, filter, place) { BuildBody($0, app, context) }
        return .show(list) {
            BuildListPage(
                list,
                filter,
                links: try await installs.links(of: app.id),
                downloads: try await installs.totals(app.id, of: list.items.map(\.id)),
                Pager(list, place, context),
                app,
                context
            )
        }
    }

    // MARK: bringing

    struct NewPage: Codable, Sendable {
        let notes: String
        /// Bytes.
        let largest: Int
        let platforms: [AppPlatformChoice]
        let snippets: SnippetSet
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<NewPage> {
        let app = try apps.app(try context.parameter("app"))
        return .show(
            NewPage(
                notes: context.filled("notes"),
                largest: largest,
                platforms: AppPlatformChoice.all(of: app, chosen: nil),
                snippets: SnippetSet(.builds, of: app, at: context.publicURL)
            )
        )
    }

    struct Upload: Codable, Sendable {
        let notes: String
    }

    @Sendable func bring(_ input: Upload, _ file: FormFile, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        let upload = try await files.take(file, alsoMD5: true)
        let taken = try await builds.take(upload, of: app, from: BuildSource(notes: input.notes), by: context.actor)
        let flash = taken.isNew ? "builds.taken" : "builds.known"
        return .done(at: "/apps/\(app.id)/builds/\(taken.build.id)", flash: flash, ["version": taken.build.spokenVersion])
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<BuildBody, BuildPage> {
        let app = try apps.app(try context.parameter("app"))
        let build = try await builds.build(try context.parameter("id"), of: app.id)
        return .show(BuildBody(build, app, context)) {
            let total = try await installs.totals(app.id, of: [build.id])[build.id] ?? 0
            let link = try await installs.link(build.installCode, of: app.id)
            return try BuildPage(build, link, try await installs.days(build, last: 30), total: total, context)
        }
    }

    @Sendable func describe(_ input: BuildRoutes.Notes, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await builds.describe(id, of: app, notes: input.notes, by: context.actor)
        return .done(at: "/apps/\(app)/builds/\(id)", flash: "builds.described")
    }

    // MARK: removal

    struct RemovalPage: Codable, Sendable {
        let build: BuildBody
        let spokenVersion: String
        let downloads: Int
        let confirm: String
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<RemovalPage> {
        let app = try apps.app(try context.parameter("app"))
        let build = try await builds.build(try context.parameter("id"), of: app.id)
        return .show(
            RemovalPage(
                build: BuildBody(build, app, context),
                spokenVersion: build.spokenVersion,
                downloads: try await installs.totals(app.id, of: [build.id])[build.id] ?? 0,
                confirm: context.filled("confirm")
            )
        )
    }

    struct Removal: Codable, Sendable {
        /// The version, typed by the person who removes.
        let confirm: String
    }

    @Sendable func remove(_ input: Removal, _ context: Context) async throws -> Answer<Nothing> {
        let build = try await builds.build(try context.parameter("id"), of: try context.parameter("app"))
        guard input.confirm == build.version else { throw Problem.invalid("confirm", "builds.removal.mismatch", ["version": build.version]) }
        try await builds.delete(build.id, of: build.app, by: context.actor)
        return .done(at: "/apps/\(build.app)/builds", flash: "builds.deleted")
    }
}
