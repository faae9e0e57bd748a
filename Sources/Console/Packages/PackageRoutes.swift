import Foundation
import Hummingbird
import Signing
import Storage
import Web

/// Packages as JSON, and their files.
struct PackageRoutes: Sendable {
    let packages: Packages
    let apps: Apps

    func add(to routes: Routes) throws {
        let all = "apps/{app}/packages"
        try routes.api(.get, all, "List the packages of an app, newest first.", needs: .role(.viewer), list)
        try routes.api(.post, all, "Make a package of modules and all they need; a job writes its archive.", needs: .role(.operator), create)
        try routes.api(.post, "apps/{app}/package-plans", "What a choice of modules comes to; stores nothing.", needs: .role(.viewer), check)

        let one = "\(all)/{id}"
        try routes.api(.get, one, "One package.", needs: .role(.viewer), show)
        try routes.api(.get, "\(one)/difference", "What changes for a project that had the package `from`.", needs: .role(.viewer), difference)
        try routes.post("\(one)/cancellation", "Stop the writing of an archive.", needs: .role(.operator), cancel)
        try routes.post("\(one)/retry", "Write an archive again that failed or was cancelled.", needs: .role(.operator), retry)

        try routes.stream("\(one)/download", "Download its archive.", needs: .role(.viewer), produces: "application/zip", download)
        try routes.stream("\(one)/manifest", "Download its BuildConfig.json.", needs: .role(.viewer), produces: "application/json", manifest)
        let bill = "Download its bill of materials, as CycloneDX 1.6."
        try routes.stream("\(one)/bom", bill, needs: .role(.viewer), produces: "application/vnd.cyclonedx+json", self.bill)
        try routes.machine(.get, "schemas/\(PackageSchema.fileName)", schema)
    }

    struct ListQuery: Codable, Sendable {
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Answer<List<Package>> {
        let app = try apps.app(try context.parameter("app"))
        return .show(try await packages.list(app.id, platform: query.platform, try ListPlace(limit: query.limit, cursor: query.cursor)))
    }

    @Sendable func create(_ choice: PackageChoice, _ context: Context) async throws -> Answer<Package> {
        let app = try apps.app(try context.parameter("app"))
        let package = try await packages.create(choice, of: app, publicURL: context.publicURL, by: context.actor)
        return .created(package, at: "/apps/\(app.id)/packages/\(package.id)")
    }

    @Sendable func check(_ choice: PackageChoice, _ context: Context) async throws -> Answer<PackagePlan> {
        let app = try apps.app(try context.parameter("app"))
        return .show(try await packages.check(choice, of: app, publicURL: context.publicURL))
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<Package> {
        .show(try await package(context))
    }

    private func package(_ context: Context) async throws -> Package {
        try await packages.package(try context.parameter("id"), of: try context.parameter("app"))
    }

    struct DifferenceQuery: Codable, Sendable {
        /// The package that the project has.
        let from: String
    }

    @Sendable func difference(_ query: DifferenceQuery, _ context: Context) async throws -> Answer<PackageDifference> {
        .show(try await packages.difference(from: query.from, to: try context.parameter("id"), of: try context.parameter("app")))
    }

    @Sendable func cancel(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await packages.cancel(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/packages/\(id)", flash: "packages.cancelled")
    }

    @Sendable func retry(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await packages.retry(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/packages/\(id)", flash: "packages.retried")
    }

    // MARK: files

    @Sendable func download(_ request: Request, _ context: Context) async throws -> Response {
        let package = try await package(context)
        guard let text = package.sha256.value, let sha256 = BlobID(text), let size = package.size.value else {
            throw Problem(.conflict, "packages.download.\(package.state.rawValue)")
        }
        let name = "\(try apps.platform(package.platform, of: package.app).appKey)-\(package.version).zip"
        let download = FileDownload(blobs: packages.blobs)
        return try await download.response(blob: sha256, size: size, name: name, type: "application/zip", request: request)
    }

    @Sendable func manifest(_ request: Request, _ context: Context) async throws -> Response {
        let bytes = Array(try await packages.manifest(try context.parameter("id"), of: try context.parameter("app")).bytes.utf8)
        return response(bytes, "application/json", request)
    }

    @Sendable func bill(_ request: Request, _ context: Context) async throws -> Response {
        let bytes = try await packages.bill(try context.parameter("id"), of: try context.parameter("app"))
        return response(bytes, "application/vnd.cyclonedx+json; version=1.6", request)
    }

    /// For everybody, and for whatever lies between: it never changes, another form of the manifest has another name.
    @Sendable func schema(_ request: Request, _: Context) async throws -> Response {
        var response = response(packages.schema.bytes, "application/schema+json", request)
        response.headers[.cacheControl] = "public, max-age=86400"
        return response
    }

    private func response(_ bytes: [UInt8], _ type: String, _ request: Request) -> Response {
        let file = ServedFile(size: bytes.count, tag: Hex.encode(Digest.sha256(bytes)), type: type)
        return .file(file, for: request) { Array(bytes[$0]) }
    }
}
