import Foundation
import Hummingbird
import Web

/// Files of versions: brought before the version is published, and taken by whoever builds with it.
struct ModuleArtifactRoutes: Sendable {
    let modules: Modules
    let files: FileIntake
    let download: FileDownload

    /// Bytes of a file. The largest frameworks of the trade (maps, video calls) have some hundreds of MB.
    static let limit = 4 << 30

    func add(to routes: Routes) throws {
        let put =
            "Bring the file of a version to come: a zip of a framework or xcframework, an AAR or a HAR. The same file again is the same artifact."
        try routes.upload(.put, "module-artifacts", put, needs: .role(.releaser), self.put)
        let known = "What was found in a file that was brought; it is kept for a day until a version names it."
        try routes.api(.get, "module-artifacts/{sha256}", known, needs: .signedIn, show)
        let page = try routes.page("modules/{name}/upload", needs: .role(.releaser), view: "Modules/upload", choose)
        let field = FormFileField("file", upTo: Self.limit)
        try routes.submit("modules/{name}/upload", needs: .role(.releaser), file: field, form: page, bring)
        let artifact = "The file of a version, whole or in parts."
        let path = "modules/{name}/versions/{platform}/{version}/artifact"
        try routes.stream(path, artifact, needs: .signedIn, produces: "application/octet-stream", take)
    }

    private struct PutQuery: Codable {
        /// What its owner calls it.
        let filename: String?
    }

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Answer<ModuleArtifact> {
        let name = try context.query(as: PutQuery.self).filename ?? ""
        let upload = try await files.take(request, upTo: Self.limit, name: name)
        let artifact = try await modules.take(upload, by: context.actor)
        return .created(artifact, at: "/module-artifacts/\(artifact.sha256)")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<ModuleArtifact> {
        guard let artifact = try await modules.artifact(try context.parameter("sha256")) else { throw Problem.notFound }
        return .show(artifact)
    }

    struct UploadPage: Codable, Sendable {
        let name: String
    }

    @Sendable func choose(_: Nothing, _ context: Context) async throws -> Answer<UploadPage> {
        .show(UploadPage(name: try modules.module(try context.parameter("name")).name))
    }

    /// The version is described on the next page: what is wrong there does not cost the upload.
    @Sendable func bring(_: Nothing, _ file: FormFile, _ context: Context) async throws -> Answer<Nothing> {
        let name = try modules.module(try context.parameter("name")).name
        let artifact = try await modules.take(try await files.take(file), by: context.actor)
        return .done(at: "/modules/\(name)/versions/new?artifact=\(artifact.sha256)")
    }

    @Sendable func take(_ request: Request, _ context: Context) async throws -> Response {
        let version = try modules.version(try ModulePlace(context))
        let artifact = version.artifact
        // Zip, AAR and HAR come from one route, whose document names one type.
        let type = "application/octet-stream"
        return try await download.response(blob: artifact.sha256, size: artifact.size, name: version.fileName, type: type, request: request)
    }
}
