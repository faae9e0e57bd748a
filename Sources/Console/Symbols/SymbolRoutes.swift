import Foundation
import Hummingbird
import Storage
import Web

/// Symbols for scripts, and for the script of the page where they are uploaded.
struct SymbolRoutes: Sendable {
    let symbols: Symbols
    let lookup: SymbolLookup
    let files: FileIntake
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/symbols", "apps/{app}/symbols/{id}")
        let create = """
            Bring symbols as the field `file`, the form's last: dSYMs as a zip or tgz, a library with symbols, or a `mapping.txt`; `version` is the app's. \
            The same file again is the same symbols.
            """
        try routes.upload(.post, all, create, needs: .building, consumes: "multipart/form-data", bring)
        let put = "Bring symbols as the body; `filename` says what they are called, `version` is the app's. The same file again is the same symbols."
        try routes.scriptedUpload(.put, "\(all)/upload", put, needs: .building, self.put)
        let missing = "What reports name and nobody brought, what most reports wait for first."
        try routes.api(.get, "\(all)/missing", missing, needs: .role(.viewer), self.missing)
        let object = "Download the symbols of one program, or a mapping, whole or in parts."
        try routes.stream(
            "\(one)/objects/{object}/download",
            object,
            needs: .role(.viewer),
            produces: "application/octet-stream",
            download
        )
        try routes.api(.delete, one, "Remove symbols. Reports that were read by them stay as they are.", needs: .role(.operator), delete)
    }

    // MARK: bringing

    @Sendable func bring(_ request: Request, _ context: Context) async throws -> Answer<SymbolBody> {
        let app = try apps.app(try context.parameter("app"))
        let (fields, file) = try await request.formWithFile("file", upTo: SymbolLimits.file)
        guard let file else { throw Problem.invalid("file", "web.required") }
        return try await taken(try await files.take(file), fields["version"] ?? "", app, context)
    }

    private struct PutQuery: Codable {
        /// What the file is called.
        let filename: String?
        let version: String?
    }

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Answer<SymbolBody> {
        let app = try apps.app(try context.parameter("app"))
        let query = try context.query(as: PutQuery.self)
        let name = String((query.filename ?? "").split(separator: "/").last ?? "")
        guard name.isOneLine else { throw Problem.invalid("filename", "symbols.fileName.control") }
        try Symbols.check(version: query.version ?? "")
        let upload = try await files.take(request, upTo: SymbolLimits.file, name: name)
        return try await taken(upload, query.version ?? "", app, context)
    }

    private func taken(_ upload: FileUpload, _ version: String, _ app: App, _ context: Context) async throws -> Answer<SymbolBody> {
        let taken = try await symbols.take(upload, of: app, version: version, by: context.actor)
        let body = SymbolBody(taken.upload)
        return taken.isNew ? .created(body, at: "/apps/\(app.id)/symbols/\(body.id)") : .show(body)
    }

    // MARK: looking

    struct MissingQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    @Sendable func missing(_ query: MissingQuery, _ context: Context) async throws -> Answer<List<SymbolMissingBody>> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        return .show(try await symbols.missing(app.id, place))
    }

    @Sendable func download(_ request: Request, _ context: Context) async throws -> Response {
        let upload = try await symbols.upload(try context.parameter("id"), of: try context.parameter("app"))
        let id = try context.parameter("object")
        guard let object = upload.objects.first(where: { $0.id == id }) else { throw Problem.notFound }
        let download = FileDownload(blobs: symbols.blobs)
        return try await download.response(
            blob: object.sha256,
            size: object.size,
            name: object.name.isEmpty ? object.spokenId : object.name,
            type: "application/octet-stream",
            request: request
        )
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await symbols.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/symbols", flash: "symbols.deleted")
    }
}
