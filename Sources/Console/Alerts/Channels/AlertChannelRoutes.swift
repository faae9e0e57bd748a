import Web

/// Channels, as pages and as JSON. They send what is known of an app out of the house, so administrators make them.
struct AlertChannelRoutes: Sendable {
    let alerts: Alerts
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/alert-channels", "apps/{app}/alert-channels/{id}")
        try routes.get(all, "List the channels; their secrets are not in it.", needs: .role(.viewer), view: "Alerts/channels", list)
        let new = try routes.page("\(all)/new", needs: .role(.admin), view: "Alerts/newChannel", new)
        let made = "Add a channel. A webhook's secret is shown this once."
        try routes.post(all, made, needs: .role(.admin), form: new, view: "Alerts/channelMade", add)
        let page = try routes.get(one, "A channel.", needs: .role(.viewer), view: "Alerts/channel", show)
        try routes.api(.put, one, "Change a channel; its kind stays, and what is left empty.", needs: .role(.admin), put)
        try routes.submit(one, needs: .role(.admin), form: page, save)
        try routes.post("\(one)/test", "Send a test message now, and say what came of it.", needs: .role(.operator), form: page, test)
        try routes.post("\(one)/pause", "Turn a channel off; what waits for it is given up.", needs: .role(.admin), form: page, pause)
        try routes.post("\(one)/resume", "Turn a channel on again.", needs: .role(.admin), form: page, resume)
        let rotation = try routes.page("\(one)/secret-rotation", needs: .role(.admin), view: "Alerts/secretRotation", reviewRotation)
        let rotated = "Give a webhook a new secret, shown this once; the one before signs too for `keepHours`."
        try routes.post("\(one)/secret-rotation", rotated, needs: .role(.admin), form: rotation, view: "Alerts/channelMade", rotate)
        let removal = try routes.page("\(one)/removal", needs: .role(.admin), view: "Alerts/channelRemoval", reviewRemoval)
        try routes.submit("\(one)/removal", needs: .role(.admin), form: removal, remove)
        try routes.api(.delete, one, "Remove a channel; the log of what it was sent stays.", needs: .role(.admin), remove)
    }

    struct ListPage: Codable, Sendable {
        let mayEdit: Bool
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<List<AlertChannel>, ListPage> {
        let app = try apps.app(try context.parameter("app")).id
        let channels = try await alerts.channels(of: app)
        return .show(List(items: channels, next: nil, total: channels.count)) { ListPage(mayEdit: context.isAdmin(app)) }
    }

    // MARK: making and changing

    struct NewQuery: Codable, Sendable {
        let kind: AlertChannelKind?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<AlertNewChannelPage> {
        _ = try apps.app(try context.parameter("app"))
        let kind = query.kind ?? context.submitted?["kind"].flatMap { AlertChannelKind(rawValue: $0) }
        return .show(AlertNewChannelPage(kinds: AlertChannelKind.allCases, form: kind.map { AlertChannelForm(nil, $0, context) }))
    }

    @Sendable func add(_ draft: AlertChannelDraft, _ context: Context) async throws -> Answer<AlertChannelMade> {
        let app = try apps.app(try context.parameter("app")).id
        let made = try await alerts.add(draft, to: app, by: context.actor, isConsoleAdmin: context.isConsoleAdmin)
        return .created(made, at: "/apps/\(app)/alert-channels/\(made.channel.id)")
    }

    struct Page: Codable, Sendable {
        let form: AlertChannelForm
        let isWebhook: Bool
        let mayEdit: Bool
        let mayTest: Bool
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<AlertChannel, Page> {
        let (app, id) = try named(context)
        let channel = try await alerts.channel(id, of: app.id)
        return .show(channel) {
            Page(
                form: AlertChannelForm(channel, channel.kind, context),
                isWebhook: channel.kind == .webhook,
                mayEdit: context.isAdmin(app.id) && (!channel.wide || context.isConsoleAdmin),
                mayTest: context.mayOperate(app.id)
            )
        }
    }

    @Sendable func put(_ draft: AlertChannelDraft, _ context: Context) async throws -> Answer<AlertChannel> {
        let (app, id) = try named(context)
        try await alerts.edit(id, of: app.id, draft, by: context.actor, isConsoleAdmin: context.isConsoleAdmin)
        return .show(try await alerts.channel(id, of: app.id))
    }

    @Sendable func save(_ draft: AlertChannelDraft, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        var draft = draft
        // A form says nothing of boxes that are not ticked.
        draft.changes = draft.changes ?? []
        draft.wide = draft.wide ?? false
        try await alerts.edit(id, of: app.id, draft, by: context.actor, isConsoleAdmin: context.isConsoleAdmin)
        return .done(at: "/apps/\(app.id)/alert-channels/\(id)", flash: "alerts.channel.saved")
    }

    @Sendable func test(_: Nothing, _ context: Context) async throws -> Answer<AlertDelivery> {
        let (app, id) = try named(context)
        let delivery = try await alerts.testChannel(id, of: app, by: context.actor)
        let flash = delivery.state == .delivered ? "alerts.channel.tested" : "alerts.channel.testFailed"
        return .created(delivery, at: "/apps/\(app.id)/alert-deliveries/\(delivery.id)", flash: flash)
    }

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await turn(on: false, context)
    }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await turn(on: true, context)
    }

    private func turn(on: Bool, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.turnChannel(id, of: app.id, on: on, by: context.actor, isConsoleAdmin: context.isConsoleAdmin)
        return .done(at: "/apps/\(app.id)/alert-channels/\(id)", flash: on ? "alerts.channel.resumed" : "alerts.channel.paused")
    }

    // MARK: the secret, and the end

    struct RotationPage: Codable, Sendable {
        let channel: AlertChannel
        let keepHours: String
    }

    @Sendable func reviewRotation(_: Nothing, _ context: Context) async throws -> Answer<RotationPage> {
        let (app, id) = try named(context)
        return .show(RotationPage(channel: try await alerts.channel(id, of: app.id), keepHours: context.filled("keepHours", "24")))
    }

    struct Rotation: Codable, Sendable {
        /// How long the secret before signs too: 0 to 168, 24 when absent.
        let keepHours: Int?
    }

    @Sendable func rotate(_ input: Rotation, _ context: Context) async throws -> Answer<AlertChannelMade> {
        let (app, id) = try named(context)
        let (hours, isConsoleAdmin) = (input.keepHours ?? 24, context.isConsoleAdmin)
        return .show(
            try await alerts.rotateSecret(of: id, of: app.id, keepingOldFor: hours, by: context.actor, isConsoleAdmin: isConsoleAdmin)
        )
    }

    struct RemovalPage: Codable, Sendable {
        let channel: AlertChannel
        /// Names of the rules that tell it.
        let rules: [String]
    }

    @Sendable func reviewRemoval(_: Nothing, _ context: Context) async throws -> Answer<RemovalPage> {
        let (app, id) = try named(context)
        let rules = try await alerts.rules(of: app.id).filter { $0.channels.contains(id) }.map(\.name)
        return .show(RemovalPage(channel: try await alerts.channel(id, of: app.id), rules: rules))
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await alerts.removeChannel(id, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/alert-channels", flash: "alerts.channel.removed")
    }

    private func named(_ context: Context) throws -> (App, id: String) {
        (try apps.app(try context.parameter("app")), try context.parameter("id"))
    }
}

extension Context {
    /// Whether the asker looks after the whole console.
    var isConsoleAdmin: Bool { Policy.role(.admin).admits(viewer, app: nil) }
}
