import Foundation
import Hummingbird
import Storage
import Web

/// Where devices download packages. Nobody needs to be known: a package is encrypted, and its digest is its key.
struct HotpatchDownloadRoutes: Sendable {
    let hotpatches: Hotpatches

    func add(to routes: Routes) throws {
        try routes.machine(.get, "hotpatches/{app}/{sha256}", package)
    }

    /// Whole or in parts; it never changes, so whatever lies between may keep it. One that was withdrawn is not found any more.
    @Sendable func package(_ request: Request, _ context: Context) async throws -> Response {
        let app = try context.parameter("app")
        guard let blob = BlobID(try context.parameter("sha256")) else { throw Problem.notFound }
        guard let size = try await hotpatches.database.read({ try $0.offeredHotpatchPackage(app, blob) }) else { throw Problem.notFound }
        // Said now, because later the answer could only break off.
        guard try await hotpatches.blobs.size(blob) == size else { throw BlobError.missing(blob) }
        let file = ServedFile(size: size, tag: blob.text, type: "application/octet-stream")
        var response = Response.file(file, for: request) { [blobs = hotpatches.blobs] in try await blobs.read(blob, $0) }
        response.headers[.cacheControl] = "public, max-age=31536000, immutable"
        return response
    }
}
