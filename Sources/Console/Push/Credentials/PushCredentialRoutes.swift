import Web

/// Credentials of push channels other than Apple's, as pages and as JSON. They send in the app's name, so administrators keep them.
struct PushCredentialRoutes: Sendable {
    let credentials: PushCredentials
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/push-credentials", "apps/{app}/push-credentials/{id}")
        let listed = "List the credentials of push channels, those in use first; their secrets are not in it."
        let menu = Menu.Item.under(.cloud, "pushCredentials.menu")
        try routes.get(all, listed, needs: .role(.viewer), view: "PushCredentials/list", menu: menu, list)
        let new = try routes.page("\(all)/new", needs: .role(.admin), view: "PushCredentials/new", new)
        let files = SmallFileFields(["serviceAccount"], upTo: PushCredentialDraft.fileLimit)
        try routes.submit(all, needs: .role(.admin), smallFiles: files, form: new, addFromForm)
        let added = """
            Take a credential into use: `channel`; `serviceAccount` (fcm: the file's JSON), or `secret` with `appId` (huawei), `packageName` \
            (xiaomi), `appKey` (oppo), `appId` and `appKey` (vivo); `alias`, `endpoint`, `trustedRoot`. The one before of its channel is retired.
            """
        try routes.api(.post, all, added, needs: .role(.admin), addFromScript)
        let page = try routes.get(
            one,
            "What is known of a credential; never its secret.",
            needs: .role(.viewer),
            view: "PushCredentials/credential",
            show
        )
        let tried = "Ask the service for an access token with it, and say what came of it; nothing is sent to any device."
        try routes.post("\(one)/trial", tried, needs: .role(.operator), form: page, trial)
        let removal = try routes.page("\(one)/removal", needs: .role(.admin), view: "PushCredentials/removal", show)
        try routes.post("\(one)/retirement", "Take a credential out of use; it keeps its secret.", needs: .role(.admin), form: removal, retire)
        let restored = "Take it into use again; the one in use of its channel is retired."
        try routes.post("\(one)/restoration", restored, needs: .role(.admin), form: page, restore)
        try routes.submit("\(one)/deletion", needs: .role(.admin), form: removal, delete)
        try routes.api(.delete, one, "Delete a credential with its secret: nothing brings it back.", needs: .role(.admin), delete)
    }

    // MARK: looking

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<PushCredentialView>, PushCredentialListPage> {
        let app = try apps.app(try context.parameter("app"))
        let views = try await credentials.all(of: app.id).map { PushCredentialView($0) }
        return .show(List(items: views, next: nil, total: views.count)) { PushCredentialListPage(views, app, context) }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<PushCredentialView, PushCredentialPage> {
        let (app, id) = try named(context)
        let view = PushCredentialView(try await credentials.credential(id, of: app.id))
        return .show(view) { PushCredentialPage(view, app, context) }
    }

    // MARK: adding

    struct NewQuery: Codable, Sendable {
        let channel: PushChannel?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<PushNewCredentialPage> {
        _ = try apps.app(try context.parameter("app"))
        let channel = query.channel ?? context.submitted?["channel"].flatMap { PushChannel(rawValue: $0) }
        return .show(PushNewCredentialPage(channel == .apns ? nil : channel, context))
    }

    @Sendable func addFromForm(_ input: PushCredentialDraft, _ files: [SmallFile], _ context: Context) async throws -> Answer<PushCredentialView> {
        var draft = input
        if let file = files.first { draft.serviceAccount = String(decoding: file.bytes, as: UTF8.self) }
        return try await add(draft, context)
    }

    @Sendable func addFromScript(_ input: PushCredentialDraft, _ context: Context) async throws -> Answer<PushCredentialView> {
        try await add(input, context)
    }

    private func add(_ draft: PushCredentialDraft, _ context: Context) async throws -> Answer<PushCredentialView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await credentials.add(draft, to: app.id, by: context.actor)
        let path = "/apps/\(app.id)/push-credentials/\(made.id)"
        return .created(PushCredentialView(made), at: path, flash: "pushCredentials.added", ["alias": made.alias])
    }

    // MARK: what becomes of it

    @Sendable func trial(_: Nothing, _ context: Context) async throws -> Answer<PushTrial> {
        let (app, id) = try named(context)
        let trial = try await credentials.tryAccess(id, of: app.id, by: context.actor)
        let flash = trial.works ? (trial.isChecked ? "pushCredentials.works" : "pushCredentials.unchecked") : "pushCredentials.fails"
        return .created(trial, at: "/apps/\(app.id)/push-credentials/\(id)", flash: flash, ["reason": trial.reason.value ?? ""])
    }

    @Sendable func retire(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await move(to: .retired, context)
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await move(to: .current, context)
    }

    private func move(to state: CertificateState, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await credentials.move(id, of: app.id, to: state, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-credentials/\(id)", flash: "pushCredentials.moved.\(state.rawValue)")
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await credentials.delete(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/push-credentials", flash: "pushCredentials.deleted")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }
}
