import Foundation
import Hummingbird
import Web

/// The keys that an app's patches are signed with, as a page and as JSON.
struct HotpatchKeyRoutes: Sendable {
    let keys: HotpatchKeys
    let apps: Apps

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/hotpatch-keys", "apps/{app}/hotpatch-keys/{id}")
        try routes.api(.get, list, "The keys that clients may trust: the active ones first. An array, not a list.", needs: .role(.viewer), self.list)
        let menu = Menu.Item.under(.development, "hotpatch.keys.menu")
        let form = try routes.page(list, needs: .role(.viewer), view: "Hotpatch/keys", menu: menu, show)
        let making = "Make a key. It signs at once when it is the first of its algorithm, or with `activate`; otherwise it is only listed."
        try routes.post(list, making, needs: .role(.releaser), form: form, make)
        let files = SmallFileFields(["file"], upTo: HotpatchKeyLimits.file)
        try routes.submit("\(list)/import", needs: .role(.releaser), smallFiles: files, form: form, importFromForm)
        let importing = "Bring a private key: `file`, PEM (PKCS#8, PKCS#1, SEC 1), `password` of an encrypted one, `activate`."
        try routes.upload(.post, "\(list)/import", importing, needs: .role(.releaser), consumes: "multipart/form-data", importFromScript)
        let shown = "What is known of a key; never its private half."
        let page = try routes.get(one, shown, needs: .role(.viewer), view: "Hotpatch/key", details)
        let rotating = "Make a new key in place of an active one, which stays listed."
        try routes.post("\(one)/rotation", rotating, needs: .role(.releaser), form: page, rotate)
        try routes.post("\(one)/activation", "Sign new packages with it.", needs: .role(.releaser), form: page, activate)
        try routes.post("\(one)/retirement", "Clients should not trust it any more.", needs: .role(.admin), form: page, retire)
        try routes.post("\(one)/restoration", "List it again.", needs: .role(.admin), form: page, restore)
        let pem = "The public half as a file."
        try routes.stream("\(one)/public-key.pem", pem, needs: .role(.viewer), produces: "application/x-pem-file", publicKey)
        let signature = "The signature of the private half over that file; with `?by=` of another key of the app."
        try routes.stream("\(one)/public-key.sig", signature, needs: .role(.viewer), produces: "application/octet-stream", self.signature)
        let export = "The private half, sealed with a password of yours (12 characters at least); audited."
        try routes.api(.post, "\(one)/key-export", export, needs: .secrets, self.export)
    }

    // MARK: looking

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Answer<[HotpatchKeyView]> {
        .show(try await keys.list(try app(context).id))
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<HotpatchKeysPage> {
        let app = try app(context)
        return .show(HotpatchKeysPage(try await keys.all(app.id), app, context))
    }

    @Sendable func details(_: Nothing, _ context: Context) async throws -> Reply<HotpatchKeyDetails, HotpatchKeyPage> {
        let (app, id) = try named(context)
        let key = try await keys.stored(id, of: app.id)
        return .show(HotpatchKeyDetails(key)) {
            let signature = key.state == .retired ? [] : try await keys.signature(over: id, by: id, of: app.id)
            return HotpatchKeyPage(key, signature, context)
        }
    }

    @Sendable func publicKey(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = try named(context)
        let key = try await keys.stored(id, of: app.id)
        return Response(bytes: Array(key.publicKey.pem.utf8), type: "application/x-pem-file", downloadName: "\(app.id)-hotpatch-\(id).pem")
    }

    @Sendable func signature(_ request: Request, _ context: Context) async throws -> Response {
        let (app, id) = try named(context)
        let by = request.uri.queryParameters["by"].map(String.init) ?? id
        let signature = try await keys.signature(over: id, by: by, of: app.id)
        return Response(bytes: signature, type: "application/octet-stream", downloadName: "\(app.id)-hotpatch-\(id).pem.sig")
    }

    // MARK: taking

    @Sendable func make(_ input: NewHotpatchKey, _ context: Context) async throws -> Answer<HotpatchKeyDetails> {
        let app = try app(context)
        return created(try await keys.make(input, for: app.id, by: context.actor), "hotpatch.keys.made")
    }

    @Sendable func importFromForm(_ input: HotpatchKeyImport, _ files: [SmallFile], _ context: Context) async throws -> Answer<HotpatchKeyDetails> {
        try await take(input, files, context)
    }

    @Sendable func importFromScript(_ request: Request, _ context: Context) async throws -> Answer<HotpatchKeyDetails> {
        let (input, files) = try await request.input(HotpatchKeyImport.self, with: SmallFileFields(["file"], upTo: HotpatchKeyLimits.file))
        return try await take(input, files, context)
    }

    private func take(_ input: HotpatchKeyImport, _ files: [SmallFile], _ context: Context) async throws -> Answer<HotpatchKeyDetails> {
        let app = try app(context)
        guard let file = files.first else { throw Problem.invalid("file", "web.required") }
        return created(try await keys.take(file.bytes, input, for: app.id, by: context.actor), "hotpatch.keys.imported")
    }

    private func created(_ key: HotpatchStoredKey, _ flash: String) -> Answer<HotpatchKeyDetails> {
        let word = key.state == .active ? "\(flash).active" : "\(flash).listed"
        return Answer<HotpatchKeyDetails>.created(
            HotpatchKeyDetails(key),
            at: "/apps/\(key.app)/hotpatch-keys/\(key.id)",
            flash: word,
            ["id": key.id]
        )
    }

    // MARK: what becomes of it

    @Sendable func rotate(_: Nothing, _ context: Context) async throws -> Answer<HotpatchKeyDetails> {
        let (app, id) = try named(context)
        return created(try await keys.rotate(id, of: app.id, by: context.actor), "hotpatch.keys.made")
    }

    @Sendable func activate(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await keys.activate(id, of: app.id, by: context.actor)
        return done(app, id, "hotpatch.keys.activated")
    }

    @Sendable func retire(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await keys.retire(id, of: app.id, by: context.actor)
        return done(app, id, "hotpatch.keys.retired")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await keys.restore(id, of: app.id, by: context.actor)
        return done(app, id, "hotpatch.keys.restored")
    }

    private func done(_ app: App, _ id: String, _ flash: String) -> Answer<Nothing> {
        .done(at: "/apps/\(app.id)/hotpatch-keys/\(id)", flash: flash, ["id": id])
    }

    struct Export: Codable, Sendable {
        let password: String
    }

    @Sendable func export(_ input: Export, _ context: Context) async throws -> Answer<HotpatchKeyExport> {
        let (app, id) = try named(context)
        return .show(try await keys.export(id, of: app.id, password: input.password, by: context.actor))
    }

    private func app(_ context: Context) throws -> App {
        try apps.app(try context.parameter("app"))
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try app(context), try context.parameter("id"))
    }
}
