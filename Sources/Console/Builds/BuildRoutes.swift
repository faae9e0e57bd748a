import Foundation
import Hummingbird
import Storage
import Web

/// Builds for scripts, and the files of both faces.
struct BuildRoutes: Sendable {
    let builds: Builds
    let installs: Installs
    let files: FileIntake
    let apps: Apps
    /// Bytes of a package.
    let largest: Int

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/builds", "apps/{app}/builds/{id}")
        let create = "Bring a package (.ipa, .apk, .hap, .aab) as the field `file`, the form's last; the same file again is the same build."
        try routes.upload(.post, all, create, needs: .building, consumes: "multipart/form-data", bring)
        let put = "Bring a package as the body; `filename` says what it is called. The same file again is the same build."
        try routes.upload(.put, "\(all)/upload", put, needs: .building, self.put)
        try routes.api(.put, "\(one)/notes", "Write what testers should know.", needs: .role(.operator), describe)
        try routes.post("\(one)/retirement", "Take a build back: nobody can install it any more.", needs: .role(.operator), retire)
        try routes.post("\(one)/restoration", "Offer a build again that was taken back.", needs: .role(.operator), restore)
        try routes.api(.delete, one, "Remove a build with its file, its link and its figures.", needs: .role(.operator), delete)
        try routes.api(.get, "\(one)/downloads", "How often a build was taken, day by day.", needs: .role(.viewer), downloads)
        try routes.stream(
            "\(one)/download",
            "Download its file, whole or in parts.",
            needs: .role(.viewer),
            produces: "application/octet-stream",
            take
        )
        try routes.stream("\(one)/icon.png", "Its icon.", needs: .role(.viewer), produces: "image/png", icon)
        try routes.stream("\(one)/qr.png", "Its install address as a QR code.", needs: .role(.viewer), produces: "image/png", png)
        try routes.stream("\(one)/qr.svg", "Its install address as a QR code.", needs: .role(.viewer), produces: "image/svg+xml", svg)
    }

    // MARK: bringing

    @Sendable func bring(_ request: Request, _ context: Context) async throws -> Answer<BuildBody> {
        let app = try apps.app(try context.parameter("app"))
        let (fields, file) = try await request.formWithFile("file", upTo: largest)
        guard let file else { throw Problem.invalid("file", "web.required") }
        return try await taken(try await files.take(file, alsoMD5: true), BuildSource(notes: fields["notes"] ?? ""), app, context)
    }

    private struct PutQuery: Codable {
        /// What the package is called.
        let filename: String?
        let notes: String?
    }

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Answer<BuildBody> {
        let app = try apps.app(try context.parameter("app"))
        let query = try context.query(as: PutQuery.self)
        let name = String((query.filename ?? "").split(separator: "/").last ?? "")
        guard name.isOneLine else { throw Problem.invalid("filename", "builds.fileName.control") }
        let upload = try await files.take(request, upTo: largest, name: name, alsoMD5: true)
        return try await taken(upload, BuildSource(notes: query.notes ?? ""), app, context)
    }

    private func taken(_ upload: FileUpload, _ source: BuildSource, _ app: App, _ context: Context) async throws -> Answer<BuildBody> {
        let taken = try await builds.take(upload, of: app, from: source, by: context.actor)
        let body = BuildBody(taken.build, app, context)
        return taken.isNew ? .created(body, at: "/apps/\(app.id)/builds/\(body.id)") : .show(body)
    }

    // MARK: changing

    struct Notes: Codable, Sendable {
        let notes: String
    }

    @Sendable func describe(_ input: Notes, _ context: Context) async throws -> Answer<BuildBody> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        try await builds.describe(id, of: app.id, notes: input.notes, by: context.actor)
        return .show(BuildBody(try await builds.build(id, of: app.id), app, context))
    }

    @Sendable func retire(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await builds.retire(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/builds/\(id)", flash: "builds.retired")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await builds.restore(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/builds/\(id)", flash: "builds.restored")
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await builds.delete(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/builds", flash: "builds.deleted")
    }

    // MARK: figures

    struct Downloads: Codable, Sendable {
        /// Newest day first; days without a download are absent.
        let items: [InstallCount]
        let total: Int
    }

    @Sendable func downloads(_: Nothing, _ context: Context) async throws -> Answer<Downloads> {
        let build = try await build(context)
        let total = try await installs.totals(build.app, of: [build.id])[build.id] ?? 0
        return .show(Downloads(items: try await installs.days(build, last: 90), total: total))
    }

    // MARK: files

    private func build(_ context: Context) async throws -> Build {
        try await builds.build(try context.parameter("id"), of: try context.parameter("app"))
    }

    @Sendable func take(_ request: Request, _ context: Context) async throws -> Response {
        let build = try await build(context)
        let name = build.fileName.isEmpty ? build.publicName : build.fileName
        let download = FileDownload(blobs: builds.blobs)
        return try await download.response(blob: build.sha256, size: build.size, name: name, type: "application/octet-stream", request: request)
    }

    @Sendable func icon(_ request: Request, _ context: Context) async throws -> Response {
        guard let icon = try await build(context).icon else { throw Problem.notFound }
        let bytes = try await builds.blobs.read(icon)
        return .file(ServedFile(size: bytes.count, tag: icon.text, type: "image/png"), for: request) { Array(bytes[$0]) }
    }

    @Sendable func png(_: Request, _ context: Context) async throws -> Response {
        try InstallPicture.png(try await build(context).installURL(context.publicURL))
    }

    @Sendable func svg(_: Request, _ context: Context) async throws -> Response {
        try InstallPicture.svgFile(try await build(context).installURL(context.publicURL))
    }
}
