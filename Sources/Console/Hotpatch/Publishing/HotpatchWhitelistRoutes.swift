import Foundation
import Hummingbird
import Web

/// The users who get a patch whatever rules and percentage say: typed, or as a file.
struct HotpatchWhitelistRoutes: Sendable {
    let hotpatches: Hotpatches

    /// - Parameter page: of one release.
    func add(to routes: Routes, page: FormPage) throws {
        let path = "apps/{app}/hotpatches/{id}/whitelist"
        let replacing = "Replace the users who get a patch by name: one a line, or the first column of a table."
        try routes.upload(.put, path, replacing, needs: .role(.operator), consumes: "text/csv", put)
        let downloading = "Download the users who get a patch by name."
        try routes.stream(path, downloading, needs: .role(.operator), produces: "text/csv", download)
        try routes.submit(path, needs: .role(.operator), smallFiles: SmallFileFields(["file"], upTo: Self.limit), form: page, save)
    }

    /// Bytes: 100,000 users of 128.
    private static let limit = 16 << 20

    @Sendable func put(_ request: Request, _ context: Context) async throws -> Answer<HotpatchView> {
        let users = UpdateRules.users(try Self.text(try await request.bytes(upTo: Self.limit), "whitelist"))
        return .show(try await hotpatches.view(try await set(users, context)))
    }

    struct Typed: Codable, Sendable {
        let whitelist: String
        /// That nobody is to be named any more.
        let clear: Bool?
    }

    /// A file counts before what was typed. The form comes empty, whoever is named: only what says so makes the list empty.
    @Sendable func save(_ input: Typed, _ files: [SmallFile], _ context: Context) async throws -> Answer<Nothing> {
        let text = try files.first.map { try Self.text($0.bytes, "file") } ?? input.whitelist
        let users = UpdateRules.users(text)
        if users.isEmpty, input.clear != true { throw Problem.invalid("whitelist", "hotpatch.whitelist.empty") }
        let hotpatch = try await set(users, context)
        let path = "/apps/\(hotpatch.app)/hotpatches/\(hotpatch.id)"
        return .done(at: path, flash: "hotpatch.whitelist.saved", ["count": "\(hotpatch.named)"])
    }

    private static func text(_ bytes: [UInt8], _ field: String) throws -> String {
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
            throw Problem.invalid(field, "updates.whitelist.noText")
        }
        return text
    }

    /// Of a release that devices get only who may publish changes the users.
    private func set(_ users: [String], _ context: Context) async throws -> Hotpatch {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        let mayRelease = Policy.role(.releaser).admits(context.viewer, app: app)
        return try await hotpatches.setUsers(users, of: id, of: app, mayRelease: mayRelease, by: context.actor)
    }

    @Sendable func download(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        let users = try await hotpatches.users(id, of: app)
        return Response(bytes: UpdateRules.table(users), type: "text/csv; charset=utf-8", downloadName: "whitelist-\(id).csv")
    }
}
