import Formats
import Foundation
import Hummingbird
import Web

/// Install links, for those who give them out.
struct InstallLinkRoutes: Sendable {
    let installs: Installs
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/install-links", "apps/{app}/install-links/{code}")
        let list = "Install links that follow the newest build: of the app, and of each platform."
        try routes.api(.get, all, list, needs: .role(.viewer), self.list)
        let page = try routes.get(one, "One install link.", needs: .role(.viewer), view: "Builds/link", show)
        try routes.api(.put, one, "Set password, end and number of downloads of a link.", needs: .role(.operator), edit)
        try routes.submit(one, needs: .role(.operator), form: page, save)
        try routes.post("\(one)/renewal", "Give a link another address; the old one leads nowhere.", needs: .role(.operator), form: page, renew)
        try routes.stream("\(one)/qr.png", "Its address as a QR code.", needs: .role(.viewer), produces: "image/png", png)
        try routes.stream("\(one)/qr.svg", "Its address as a QR code.", needs: .role(.viewer), produces: "image/svg+xml", svg)
    }

    struct ListQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    /// Never more than fit on a page.
    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Answer<Web.List<InstallLinkBody>> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let links = try await installs.links(of: app.id).map { InstallLinkBody($0, context) }
        return .show(place.page(place.cursor == nil ? links : [], total: links.count) { Cursor($0.createdAt, $0.code) })
    }

    struct LinkPage: Codable, Sendable {
        let mayEdit: Bool
        let qr: SafeHTML
        let form: Form

        struct Form: Codable, Sendable {
            let expiresAt: String
            let limit: String
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<InstallLinkBody, LinkPage> {
        let app = try apps.app(try context.parameter("app"))
        let link = try await installs.link(try context.parameter("code"), of: app.id)
        return .show(InstallLinkBody(link, context)) {
            LinkPage(
                mayEdit: Policy.role(.operator).admits(context.viewer, app: app.id),
                qr: try InstallPicture.svg(link.url(context.publicURL)),
                form: .init(
                    expiresAt: context.filled("expiresAt", link.expiresAt?.written(in: app.timeZone) ?? ""),
                    limit: context.filled("limit", link.most.map { "\($0)" } ?? "")
                )
            )
        }
    }

    @Sendable func edit(_ input: InstallSettings, _ context: Context) async throws -> Answer<InstallLinkBody> {
        let app = try apps.app(try context.parameter("app"))
        let code = try context.parameter("code")
        try await installs.edit(code, of: app, input, by: context.actor)
        return .show(InstallLinkBody(try await installs.link(code, of: app.id), context))
    }

    /// In a form a password that is left empty stays as it is.
    struct SettingsForm: Codable, Sendable {
        let password: String?
        /// No password any more.
        let open: Bool
        let expiresAt: String?
        let limit: Int?
    }

    @Sendable func save(_ input: SettingsForm, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        let code = try context.parameter("code")
        let settings = InstallSettings(password: input.open ? "" : input.password, expiresAt: input.expiresAt, limit: input.limit)
        try await installs.edit(code, of: app, settings, by: context.actor)
        return .done(at: "/apps/\(app.id)/install-links/\(code)", flash: "builds.link.saved")
    }

    @Sendable func renew(_: Nothing, _ context: Context) async throws -> Answer<InstallLinkBody> {
        let app = try context.parameter("app")
        let code = try await installs.renew(try context.parameter("code"), of: app, by: context.actor)
        let body = InstallLinkBody(try await installs.link(code, of: app), context)
        return .created(body, at: "/apps/\(app)/install-links/\(code)", flash: "builds.link.renewed")
    }

    // MARK: pictures

    @Sendable func png(_ request: Request, _ context: Context) async throws -> Response {
        let link = try await installs.link(try context.parameter("code"), of: try context.parameter("app"))
        return try InstallPicture.png(link.url(context.publicURL))
    }

    @Sendable func svg(_ request: Request, _ context: Context) async throws -> Response {
        let link = try await installs.link(try context.parameter("code"), of: try context.parameter("app"))
        return try InstallPicture.svgFile(link.url(context.publicURL))
    }
}
