import Foundation
import Web

/// Which versions of an app came out with which modules, as pages and as JSON.
struct ShipmentRoutes: Sendable {
    let shipments: PackageShipments
    let packages: Packages
    let statistics: Statistics
    let intake: FileIntake
    let manifests: ManifestInArchive
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/shipments"
        let page = try routes.get(
            path,
            "Versions that were shipped, newest first, with the package each was built with.",
            needs: .role(.viewer),
            view: "Packages/shipments",
            menu: .under(.development, "packages.shipments.menu"),
            list
        )
        try routes.api(.post, path, "Tell what a build was made with, by its BuildConfig.json or by a package.", needs: .role(.operator), record)
        try routes.submit(path, needs: .role(.operator), form: page, choose)
        try routes.submit("\(path)/upload", needs: .role(.operator), file: FormFileField(upTo: Self.largestApp), form: page, upload)
        try routes.api(.get, "\(path)/{platform}/{version}", "What one build was made with.", needs: .role(.viewer), show)
    }

    // MARK: looking

    struct Query: Codable, Sendable {
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<Shipment>, ShipmentPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await shipments.list(app.id, query.platform, place)
        return .show(list) {
            ShipmentPage(
                list,
                try await figures(of: list.items, app, context),
                packages: try await packages.list(app.id, platform: nil, try ListPlace(limit: 100, cursor: nil)).items,
                query.platform,
                Pager(list, place, context),
                app,
                context
            )
        }
    }

    private func figures(of list: [Shipment], _ app: App, _ context: Context) async throws -> [Platform: [String: ShipmentFigures]] {
        var figures: [Platform: [String: ShipmentFigures]] = [:]
        for platform in Set(list.map(\.platform)) { figures[platform] = try await statistics.lately(app, platform, now: context.reader.now) }
        return figures
    }

    struct Build: Codable, Sendable {
        /// Of the version; absent for the one without.
        let build: String?
    }

    @Sendable func show(_ query: Build, _ context: Context) async throws -> Answer<Shipment> {
        guard let platform = Platform(rawValue: try context.parameter("platform")) else { throw Problem.notFound }
        let (app, version) = (try context.parameter("app"), try context.parameter("version"))
        return .show(try await shipments.shipment(app, platform, version, query.build ?? ""))
    }

    // MARK: telling

    struct Recording: Codable, Sendable {
        let platform: Platform
        /// Of the app, as its devices report it.
        let version: String
        let build: String?
        /// The document that the build holds.
        let buildConfig: JSONValue?
        /// Instead of it: the id of the package that the build was made with.
        let package: String?
    }

    @Sendable func record(_ input: Recording, _ context: Context) async throws -> Answer<Shipment> {
        let app = try apps.app(try context.parameter("app"))
        let manifest = try await manifest(input.buildConfig, input.package, app)
        let new = NewShipment(platform: input.platform, version: input.version, build: input.build ?? "", manifest: manifest)
        let (shipment, isNew) = try await shipments.record(new, of: app, by: context.actor)
        return isNew ? .created(shipment, at: path(of: shipment)) : .show(shipment)
    }

    private func manifest(_ document: JSONValue?, _ package: String?, _ app: App) async throws -> [UInt8] {
        if let document { return Array(document.text().utf8) }
        guard let package = package?.orNil else { throw Problem.invalid("buildConfig", "web.required") }
        return Array(try await packages.manifest(package, of: app.id).bytes.utf8)
    }

    /// A version or build may hold anything that stands on one line.
    private func path(of shipment: Shipment) -> String {
        let build = shipment.build.isEmpty ? "" : "?\(Form([("build", shipment.build)]).encoded)"
        return "/apps/\(shipment.app)/shipments/\(shipment.platform.rawValue)/\(PercentEncoding.encode(shipment.version))\(build)"
    }

    struct Choosing: Codable, Sendable {
        /// Id of a package of the app.
        let package: String
        let version: String
        let build: String
    }

    @Sendable func choose(_ input: Choosing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        guard input.package.orNil != nil else { throw Problem.invalid("package", "web.required") }
        let package = try await chosen(input.package, app)
        let manifest = Array(try await packages.manifest(package.id, of: app.id).bytes.utf8)
        let new = NewShipment(platform: package.platform, version: input.version.trimmed, build: input.build.trimmed, manifest: manifest)
        return try await recorded(new, app, context)
    }

    private func chosen(_ id: String, _ app: App) async throws -> Package {
        do {
            return try await packages.package(id, of: app.id)
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem.invalid("package", "web.choice")
        }
    }

    private func recorded(_ new: NewShipment, _ app: App, _ context: Context) async throws -> Answer<Nothing> {
        let (shipment, isNew) = try await shipments.record(new, of: app, by: context.actor)
        return .done(
            at: "/apps/\(app.id)/shipments",
            flash: isNew ? "packages.shipments.recorded" : "packages.shipments.replaced",
            ["version": shipment.version]
        )
    }

    // MARK: reading it from the app

    /// Bytes; stores take no larger ones.
    private static let largestApp = 4 << 30

    struct Uploading: Codable, Sendable {
        let uploadVersion: String
        let uploadBuild: String
    }

    /// The file is only looked into, and goes again.
    @Sendable func upload(_ input: Uploading, _ file: FormFile, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        let taken = try await intake.take(file)
        let manifest = try await manifests.find(taken.path)
        do {
            let platform = try packages.readManifest(manifest).platform
            let new = NewShipment(platform: platform, version: input.uploadVersion.trimmed, build: input.uploadBuild.trimmed, manifest: manifest)
            return try await recorded(new, app, context)
        } catch let problem as Problem {
            throw problem.renamed { ["buildConfig": "file", "version": "uploadVersion", "build": "uploadBuild"][$0] ?? $0 }
        }
    }
}

extension String {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
