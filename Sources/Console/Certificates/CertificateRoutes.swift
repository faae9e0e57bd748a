import Foundation
import Hummingbird
import Web

/// Certificates of one purpose, as pages and as JSON.
struct CertificateRoutes: Sendable {
    let purpose: CertificatePurpose
    let certificates: Certificates
    let apps: Apps

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/\(purpose.path)", "apps/{app}/\(purpose.path)/{id}")
        let menu = purpose == .build ? Menu.Item.under(.development, "certificates.menu.build") : .under(.cloud, "certificates.menu.push")
        let all = "List the \(purpose.rawValue) certificates, newest first."
        try routes.get(list, all, needs: .role(.viewer), view: "Certificates/list", menu: menu, self.list)
        let new = try routes.page("\(list)/new", needs: .role(.releaser), view: "Certificates/new", new)
        try routes.submit(list, needs: .role(.releaser), smallFiles: files, form: new, addFromForm)
        try routes.upload(.post, list, summary, needs: .role(.releaser), consumes: "multipart/form-data", addFromScript)
        let shown = "What is known of a certificate; never its key."
        let page = try routes.get(one, shown, needs: .role(.viewer), view: "Certificates/certificate", show)
        let details = purpose == .push ? "Change the alias, and where its pushes go." : "Change the alias."
        try routes.post("\(one)/details", details, needs: .role(.releaser), form: page, edit)
        let removal = try routes.page("\(one)/removal", needs: .role(.releaser), view: "Certificates/removal", show)
        try routes.post("\(one)/retirement", "Take a certificate out of use; it keeps its key.", needs: .role(.releaser), form: removal, retire)
        try routes.post("\(one)/restoration", "Take it into use again.", needs: .role(.releaser), form: page, restore)
        try routes.submit("\(one)/deletion", needs: .role(.admin), form: removal, delete)
        try routes.api(.delete, one, "Delete a certificate with its key: nothing brings it back.", needs: .role(.admin), delete)
        try routes.api(.post, "\(one)/key-export", "The files and their password; audited.", needs: .secrets, export)
    }

    private var files: SmallFileFields {
        SmallFileFields(purpose == .build ? ["file", "profile"] : ["file"], upTo: CertificateLimits.file)
    }

    private var summary: String {
        switch purpose {
        case .build:
            "Bring what an app is signed with: `file`, a `.p12` or a zip of it and its provisioning profile; `profile`; `password`; `platform`, `alias`."
        case .push:
            """
            Bring what opens Apple's push service: `file`, a `.p12` with `password` or a `.p8` with `keyId`, `teamId` and `topic`; `alias`, \
            `environment`, and `endpoint` (or `host` and `port`) for another server than Apple's, for which `trustedRoot` (PEM) vouches.
            """
        }
    }

    // MARK: looking

    struct ListQuery: Codable, Sendable {
        let platform: Platform?
        let state: CertificateState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<CertificateView>, CertificateListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = CertificateFilter(purpose: purpose, platform: query.platform, state: query.state)
        let list = try await certificates.list(of: app.id, filter, place).map { CertificateView($0, now: context.reader.now) }
        return .show(list) { CertificateListPage(list, filter, place, app, context) }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<CertificateView, CertificatePage> {
        let (app, id) = try named(context)
        let view = CertificateView(try await certificates.certificate(id, of: app.id, for: purpose), now: context.reader.now)
        return .show(view) { [purpose] in CertificatePage(view, purpose, context) }
    }

    // MARK: taking

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<CertificateForm> {
        .show(CertificateForm(try apps.app(try context.parameter("app")), purpose, context))
    }

    @Sendable func addFromForm(_ input: NewCertificate, _ files: [SmallFile], _ context: Context) async throws -> Answer<CertificateView> {
        try await add(input, files, context)
    }

    @Sendable func addFromScript(_ request: Request, _ context: Context) async throws -> Answer<CertificateView> {
        let (input, files) = try await request.input(NewCertificate.self, with: files)
        return try await add(input, files, context)
    }

    private func add(_ input: NewCertificate, _ files: [SmallFile], _ context: Context) async throws -> Answer<CertificateView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await certificates.add(files, input, for: purpose, to: app, by: context.actor)
        let path = "/apps/\(app.id)/\(purpose.path)/\(made.id)"
        return .created(CertificateView(made, now: context.reader.now), at: path, flash: "certificates.added", ["alias": made.alias])
    }

    // MARK: what becomes of it

    @Sendable func edit(_ input: CertificateDetails, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await certificates.edit(id, of: app.id, for: purpose, input, by: context.actor)
        return .done(at: "/apps/\(app.id)/\(purpose.path)/\(id)", flash: "certificates.saved")
    }

    @Sendable func retire(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await move(to: .retired, context)
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await move(to: .current, context)
    }

    private func move(to state: CertificateState, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await certificates.move(id, of: app.id, for: purpose, to: state, by: context.actor)
        return .done(at: "/apps/\(app.id)/\(purpose.path)/\(id)", flash: "certificates.moved.\(state.rawValue)")
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await certificates.delete(id, of: app.id, for: purpose, by: context.actor)
        return .done(at: "/apps/\(app.id)/\(purpose.path)", flash: "certificates.deleted")
    }

    @Sendable func export(_: Nothing, _ context: Context) async throws -> Answer<CertificateExport> {
        let (app, id) = try named(context)
        return .show(try await certificates.unlock(id, of: app.id, for: purpose, by: context.actor))
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }
}
