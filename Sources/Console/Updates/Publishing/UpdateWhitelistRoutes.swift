import Foundation
import Hummingbird
import Web

/// The users that a release is for: typed, or as a file.
struct UpdateWhitelistRoutes: Sendable {
    let updates: Updates
    let apps: Apps

    /// - Parameter page: of one release.
    func add(to routes: Routes, page: FormPage) throws {
        let path = "apps/{app}/updates/{id}/whitelist"
        let replacing = "Replace the users that a release is for: one a line, or the first column of a table."
        try routes.upload(.put, path, replacing, needs: .role(.operator), consumes: "text/csv", put)
        try routes.stream(path, "Download the users that a release is for.", needs: .role(.operator), produces: "text/csv", download)
        try routes.submit(path, needs: .role(.operator), form: page, type)
        try routes.submit("\(path)/upload", needs: .role(.operator), file: FormFileField(upTo: Self.limit), form: page, upload)
    }

    /// Bytes: 100,000 users of 128.
    private static let limit = 16 << 20

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Answer<UpdateView> {
        let text = try Self.text(try await request.bytes(upTo: Self.limit), "whitelist")
        let changed = try await set(UpdateRules.users(text), context)
        return .show(try await updates.view(changed, publicURL: context.publicURL))
    }

    struct Typed: Codable, Sendable {
        let whitelist: String
    }

    @Sendable func type(_ input: Typed, _ context: Context) async throws -> Answer<Nothing> {
        done(try await set(UpdateRules.users(input.whitelist), context))
    }

    @Sendable func upload(_: Nothing, _ file: FormFile, _ context: Context) async throws -> Answer<Nothing> {
        var bytes: [UInt8] = []
        while let piece = try await file.next() { bytes += piece.readableBytesView }
        do {
            return done(try await set(UpdateRules.users(try Self.text(bytes, "file")), context))
        } catch let problem as Problem {
            throw problem.renamed { $0 == "whitelist" ? "file" : $0 }
        }
    }

    private static func text(_ bytes: [UInt8], _ field: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Problem.invalid(field, "updates.whitelist.noText")
        }
        return text
    }

    /// Of a release that devices are told of only who may publish changes the users.
    private func set(_ users: [String], _ context: Context) async throws -> Update {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        let mayRelease = Policy.role(.releaser).admits(context.viewer, app: app)
        return try await updates.setUsers(users, of: id, of: app, mayRelease: mayRelease, by: context.actor)
    }

    private func done(_ update: Update) -> Answer<Nothing> {
        .done(at: "/apps/\(update.app)/updates/\(update.id)", flash: "updates.whitelist.saved", ["count": "\(update.named)"])
    }

    @Sendable func download(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        let users = try await updates.users(id, of: app)
        return Response(bytes: UpdateRules.table(users), type: "text/csv; charset=utf-8", downloadName: "whitelist-\(id).csv")
    }
}
