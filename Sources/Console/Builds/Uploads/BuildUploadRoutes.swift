import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Files that come in pieces, from scripts and from the page where builds are uploaded: begun, sent piece by piece from wherever it broke off,
/// and completed.
struct BuildUploadRoutes: Sendable {
    let uploads: BuildUploads
    let assembly: BuildUploadAssembly
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/build-uploads", "apps/{app}/build-uploads/{id}")
        let begin = """
            Begin to bring a package in pieces; the same file, by its SHA-256, goes on where it was. Without a piece for 24 hours it is forgotten.
            """
        try routes.scripted(.post, all, begin, needs: .building, self.begin)
        try routes.scripted(.get, one, "How far an upload is: `offset` is where the next piece begins.", needs: .building, show)
        let piece = "The next piece as the body; where it belongs is in `Upload-Offset` or `Content-Range`. 409 when it is not the next one."
        try routes.scriptedUpload(.patch, one, piece, needs: .building, append)
        try routes.upload(.put, one, piece, needs: .building, append)
        let done = "Make a build of an upload whose last piece has come. 503 with `Retry-After` while the file is being looked into."
        try routes.scripted(.post, "\(one)/completion", done, needs: .building, complete)
        try routes.scripted(.delete, one, "Give an upload up.", needs: .building, abandon)
    }

    @Sendable func begin(_ input: NewBuildUpload, _ context: Context) async throws -> Answer<BuildUpload> {
        let app = try apps.app(try context.parameter("app"))
        if let request = input.request {
            guard let key = try context.buildKey(of: request) else { throw Problem.invalid("Build-Lease", "web.required") }
            guard try await assembly.delivery.agents.request(key).app == app.id else { throw Problem.invalid("request", "web.choice") }
        }
        let (upload, isNew) = try await uploads.begin(input, of: app, by: context.viewer?.id ?? "")
        return isNew ? .created(upload, at: "/apps/\(app.id)/build-uploads/\(upload.id)") : .show(upload)
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<BuildUpload> {
        .show(try await uploads.upload(try context.parameter("id"), of: try context.parameter("app")))
    }

    @Sendable func append(_ request: Request, _ context: Context) async throws -> Answer<BuildUpload> {
        guard let start = BuildUploadPlace.start(of: request.headers) else { throw Problem.invalid("Upload-Offset", "buildUploads.offset.missing") }
        return .show(try await uploads.append(request, at: start, to: try context.parameter("id"), of: try context.parameter("app")))
    }

    @Sendable func complete(_: Nothing, _ context: Context) async throws -> Answer<BuildBody> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        let upload = try await uploads.upload(id, of: app.id)
        let key = try upload.request.value.flatMap { try context.buildKey(of: $0) }
        let build = try await assembly.build(id, of: app.id, key, by: context.actor)
        return .created(BuildBody(build, app, context), at: "/apps/\(app.id)/builds/\(build.id)")
    }

    @Sendable func abandon(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await uploads.abandon(try context.parameter("id"), of: app)
        return .done(at: "/apps/\(app)/builds")
    }
}

/// Where a piece belongs: `Upload-Offset: 8388608` (draft-ietf-httpbis-resumable-upload), or `Content-Range: bytes 8388608-16777215/20000000`
/// (RFC 9110, 14.4).
enum BuildUploadPlace {
    static func start(of headers: HTTPFields) -> Int? {
        if let offset = headers[.uploadOffset] { return natural(offset[...]) }
        guard let range = headers[.contentRange], let found = range.wholeMatch(of: #/bytes (\d{1,18})-\d{1,18}\/(\d{1,18}|\*)/#) else { return nil }
        return natural(found.output.1)
    }

    private static func natural(_ text: Substring) -> Int? {
        text.wholeMatch(of: #/\d{1,18}/#).flatMap { Int($0.output) }
    }
}

extension HTTPField.Name {
    static let uploadOffset = Self("Upload-Offset")!
}
