import Foundation
import Hummingbird
import Storage
import Web

/// The files beside a report. What an SDK sent is never shown as a page of ours: bytes, to be saved.
struct SentryAttachmentRoutes: Sendable {
    let attachments: SentryAttachments
    let apps: Apps

    func add(to routes: Routes) throws {
        let all = "apps/{app}/crash-reports/{id}/attachments"
        try routes.api(.get, all, "List the files that came with a report.", needs: .role(.viewer), list)
        let download = "Download a file that came with a report, whole or in parts; only for who may see what is personal."
        try routes.stream("\(all)/{name}", download, needs: .role(.viewer), produces: "application/octet-stream", self.download)
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Answer<List<SentryAttachmentBody>> {
        let (app, crash) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        let items = try await attachments.list(crash, of: app).map { SentryAttachmentBody($0, of: app) }
        return .show(List(items: items, next: nil, total: items.count))
    }

    @Sendable func download(_ request: Request, _ context: Context) async throws -> Response {
        let app = try apps.app(try context.parameter("app"))
        // Nobody can mask what is in a file.
        if context.isMasked(app) { throw Problem(.forbidden, "sentry.attachment.masked") }
        let file = try await attachments.find(try context.parameter("name"), try context.parameter("id"), of: app.id)
        return try await FileDownload(blobs: attachments.blobs).response(
            blob: file.sha256,
            size: file.size,
            name: file.name,
            type: "application/octet-stream",
            request: request
        )
    }
}

/// As the API and the report's page show it.
struct SentryAttachmentBody: Codable, Sendable {
    let name: String
    let kind: String
    let size: Int
    let createdAt: Date
    /// Where to download it; below `/api/v1` too.
    let href: String

    init(_ file: SentryAttachment, of app: String) {
        (name, kind, size, createdAt) = (file.name, file.kind, file.size, file.createdAt)
        href = "/apps/\(app)/crash-reports/\(file.crash)/attachments/\(PercentEncoding.encode(file.name))"
    }
}
