import Foundation
import Hummingbird
import Web

/// Repackaging (重新打包) as pages; scripts use ``PackageRoutes``.
struct PackagePageRoutes: Sendable {
    let packages: Packages
    let shipments: PackageShipments
    let apps: Apps

    private var modules: ModuleIndex { packages.modules }

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/packages", "apps/{app}/packages/{id}")
        try routes.page(list, needs: .role(.viewer), view: "Packages/list", menu: .under(.development, "packages.menu", key: "k"), self.list)
        let new = try routes.page("\(list)/new", needs: .role(.operator), view: "Packages/form", self.new)
        try routes.submit("\(list)/new", needs: .role(.operator), form: new, view: "Packages/form", edit)
        try routes.page("\(list)/review", needs: .role(.operator), view: "Packages/review", reviewAddress)
        try routes.submit("\(list)/review", needs: .role(.operator), form: new, view: "Packages/review", review)
        try routes.submit(list, needs: .role(.operator), form: new, create)
        try routes.page(one, needs: .role(.viewer), view: "Packages/package", show)
        let changed = "Server-sent event `changed` whenever the writing of the archive went on."
        try routes.stream("\(one)/live", changed, needs: .role(.viewer), produces: "text/event-stream", live)
        try routes.page("\(one)/difference", needs: .role(.viewer), view: "Packages/compare", compare)
    }

    // MARK: list

    struct Query: Codable, Sendable {
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<Package>, PackageListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await packages.list(app.id, platform: query.platform, place)
        return .show(list) {
            let before = try await packages.before(list.items, of: app.id)
            return PackageListPage(list, before, query.platform, Pager(list, place, context), app, context)
        }
    }

    // MARK: the form

    struct Beginning: Codable, Sendable {
        let platform: Platform?
        /// Id of the package to begin with; `none` for an empty form, absent for the platform's latest.
        let from: String?
        /// Ticked besides.
        let modules: [String]?
        let q: String?
    }

    @Sendable func new(_ query: Beginning, _ context: Context) async throws -> Answer<PackageFormPage> {
        let app = try apps.app(try context.parameter("app"))
        if let sent = try context.submitted(as: PackageFields.self), Platform(rawValue: sent.platform) != nil {
            return .show(try page(sent, from: nil, app, context))
        }
        let platform = try self.platform(query.platform, of: app)
        let from = try await beginning(query.from, platform, app)
        var fields = try await PackageFields(platform: platform, from: from, offer: PackageOffer(modules, platform), packages)
        for module in query.modules ?? [] { fields.tick(module, fields.version(of: module)) }
        fields.q = query.q ?? ""
        return .show(try page(fields, from: from, app, context))
    }

    private func beginning(_ id: String?, _ platform: Platform, _ app: App) async throws -> Package? {
        guard let id = id?.orNil else { return try await packages.latest(app.id, platform) }
        if id == "none" { return nil }
        let package = try await packages.package(id, of: app.id)
        guard package.platform == platform else { throw Problem.invalid("from", "packages.difference.platform") }
        return package
    }

    /// The search, and the way back from the review: the form again as it was filled in.
    @Sendable func edit(_ fields: PackageFields, _ context: Context) async throws -> Answer<PackageFormPage> {
        .show(try page(fields, from: nil, try apps.app(try context.parameter("app")), context))
    }

    private func page(_ fields: PackageFields, from: Package?, _ app: App, _ context: Context) throws -> PackageFormPage {
        let platform = try platform(try fields.choice.platform, of: app)
        return PackageFormPage(fields, PackageOffer(modules, platform), from: from, app, context)
    }

    private func platform(_ asked: Platform?, of app: App) throws -> Platform {
        guard let asked else { return app.platforms.first?.platform ?? .ios }
        guard app.platform(asked) != nil else { throw Problem.notFound }
        return asked
    }

    // MARK: the review

    @Sendable func review(_ fields: PackageFields, _ context: Context) async throws -> Answer<PackageReviewPage> {
        let app = try apps.app(try context.parameter("app"))
        let fields = fields.wayOut.map(fields.taking) ?? fields
        let plan = try await rejected { try await packages.check(try fields.choice, of: app, publicURL: context.publicURL) }
        return .show(PackageReviewPage(fields, plan, app, context))
    }

    /// The address of the review, opened without a form.
    @Sendable func reviewAddress(_ fields: PackageFields, _ context: Context) async throws -> Answer<PackageReviewPage> {
        if fields.modules.isEmpty { return .done(at: "/apps/\(try context.parameter("app"))/packages/new") }
        return try await review(fields, context)
    }

    @Sendable func create(_ fields: PackageFields, _ context: Context) async throws -> Answer<Package> {
        let app = try apps.app(try context.parameter("app"))
        let new = try await rejected {
            try await packages.create(try fields.choice, of: app, publicURL: context.publicURL, after: Int(fields.after), by: context.actor)
        }
        return .created(new, at: "/apps/\(app.id)/packages/\(new.id)", flash: "packages.begun", ["number": "\(new.number)"])
    }

    /// The form has one list of modules, where scripts send each with its place.
    private func rejected<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let problem as Problem {
            throw problem.renamed { $0.hasPrefix("modules.") ? "modules" : $0.hasPrefix("acceptedLicences") ? "accepted" : $0 }
        }
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<PackagePage> {
        let app = try apps.app(try context.parameter("app"))
        let package = try await packages.package(try context.parameter("id"), of: app.id)
        let manifest = try await packages.manifest(package.id, of: app.id).manifest
        let previous = try await packages.before(package)
        return .show(
            PackagePage(
                package,
                manifest,
                previous: previous,
                difference: try await difference(from: previous, to: package, app.id),
                shipments: try await shipments.list(of: package),
                progress: package.state == .ready ? nil : try await progress(package),
                context
            )
        )
    }

    /// Nil when the job was so long ago that it is forgotten.
    private func progress(_ package: Package) async throws -> JobProgress? {
        let page = "/apps/\(package.app)/packages/\(package.id)"
        do {
            return try await packages.jobs.progress(of: package.job, page: page, live: "\(page)/live")
        } catch let problem as Problem where problem.kind == .notFound {
            return nil
        }
    }

    @Sendable func live(_: Request, _ context: Context) async throws -> Response {
        let package = try await packages.package(try context.parameter("id"), of: try context.parameter("app"))
        return EventStream.response(packages.jobs.changes(of: package.job))
    }

    struct Comparison: Codable, Sendable {
        /// Id of the other package; the one before when absent.
        let from: String?
    }

    @Sendable func compare(_ query: Comparison, _ context: Context) async throws -> Answer<PackageComparePage> {
        let app = try apps.app(try context.parameter("app"))
        let package = try await packages.package(try context.parameter("id"), of: app.id)
        let others = try await packages.list(app.id, platform: package.platform, try ListPlace(limit: 100, cursor: nil)).items
        let from: Package?
        if let id = query.from?.orNil {
            from = try await packages.package(id, of: app.id)
            guard from?.platform == package.platform else { throw Problem.invalid("from", "packages.difference.platform") }
        } else {
            from = try await packages.before(package)
        }
        return .show(PackageComparePage(package, from, try await difference(from: from, to: package, app.id), others))
    }

    private func difference(from: Package?, to package: Package, _ app: String) async throws -> PackageDifference? {
        guard let from else { return nil }
        return try await packages.difference(from: from.id, to: package.id, of: app)
    }
}
