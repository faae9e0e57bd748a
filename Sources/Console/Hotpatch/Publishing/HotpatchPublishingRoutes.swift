import Foundation
import Web

/// Looking at who would get it, publishing, holding back, ending, taking back.
struct HotpatchPublishingRoutes: Sendable {
    let hotpatches: Hotpatches
    let previews: HotpatchPreviews
    let apps: Apps

    /// - Parameters:
    ///   - page: of one release.
    ///   - ending: what is asked before it ends for good.
    func add(to routes: Routes, page: FormPage, ending: FormPage) throws {
        let one = "apps/{app}/hotpatches/{id}"
        let review = try routes.get(
            "\(one)/preview",
            "Which devices of the last 30 days would get a patch, and what keeps the others from it.",
            needs: .role(.viewer),
            view: "Hotpatch/preview",
            preview
        )
        let publishing = "Publish a draft: devices get it from now on. Where the app wants a second person's word, this asks for it."
        try routes.post("\(one)/publication", publishing, needs: .role(.releaser), form: review, publish)
        try routes.post("\(one)/pause", "Give it to no device until it goes on.", needs: .role(.releaser), form: page, pause)
        try routes.post("\(one)/resume", "Let a paused release go on.", needs: .role(.releaser), form: page, resume)
        try routes.post("\(one)/end", "End a release: devices that have the patch keep it.", needs: .role(.releaser), form: ending, end)
        let rolling = "Take a patch back: devices that have it drop it when they next ask."
        try routes.post("\(one)/rollback", rolling, needs: .role(.releaser), form: ending, rollBack)
        let rollout = "Raise the percentage of devices; with `confirm` also lower it, which takes the patch from no device."
        try routes.post("\(one)/rollout", rollout, needs: .role(.releaser), form: page, setPercentage)
        try routes.api(.get, "\(one)/history", "What became of a release, newest first.", needs: .role(.viewer), history)
    }

    // MARK: before publishing

    @Sendable func preview(_: Nothing, _ context: Context) async throws -> Reply<HotpatchPreview, HotpatchPreviewPage> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        let preview = try await previews.preview(id, of: app)
        return .show(preview) {
            let hotpatch = try await hotpatches.hotpatch(id, of: app.id)
            let asks = try await hotpatches.approval(of: app.id).asks(hotpatch.plan.percentage)
            return HotpatchPreviewPage(try await hotpatches.view(hotpatch), preview, asks: asks, app, context)
        }
    }

    struct Publication: Codable, Sendable {
        /// The one that was looked at; absent to publish whatever is drafted.
        let revision: Int?
    }

    @Sendable func publish(_ input: Publication, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        let published = try await hotpatches.publish(
            id,
            of: app,
            revision: input.revision,
            publicURL: context.publicURL,
            by: context.actor,
            person: context.viewer?.account
        )
        return try await changed(published, published.kept == .draft ? "hotpatch.asked" : "hotpatch.published")
    }

    private func place(_ context: Context) throws -> (app: String, id: String) {
        (try context.parameter("app"), try context.parameter("id"))
    }

    /// 201 with the release: the change is a sub-resource that was made.
    private func changed(_ hotpatch: Hotpatch, _ flash: String) async throws -> Answer<HotpatchView> {
        let view = try await hotpatches.view(hotpatch)
        return .created(view, at: "/apps/\(hotpatch.app)/hotpatches/\(hotpatch.id)", flash: flash, ["version": hotpatch.version])
    }

    // MARK: afterwards

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        return try await changed(try await hotpatches.pause(id, of: app, by: context.actor), "hotpatch.paused")
    }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        return try await changed(try await hotpatches.resume(id, of: app, by: context.actor), "hotpatch.resumed")
    }

    @Sendable func end(_: Nothing, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        return try await changed(try await hotpatches.end(id, of: app, by: context.actor), "hotpatch.ended")
    }

    @Sendable func rollBack(_: Nothing, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        return try await changed(try await hotpatches.rollBack(id, of: app, by: context.actor), "hotpatch.rolledBack")
    }

    struct Rollout: Codable, Sendable {
        /// To 100 in steps of 0.01.
        let percentage: Double
        /// That devices which have the patch keep it, where the percentage is lowered.
        let confirm: Bool?
    }

    @Sendable func setPercentage(_ input: Rollout, _ context: Context) async throws -> Answer<HotpatchView> {
        let (app, id) = try place(context)
        let before = try await hotpatches.hotpatch(id, of: app).plan.percentage
        if input.percentage < before {
            let confirmed = input.confirm ?? false
            let lowered = try await hotpatches.lower(id, of: app, to: input.percentage, confirmed: confirmed, by: context.actor)
            return try await changed(lowered, "hotpatch.lowered")
        }
        let raised = try await hotpatches.raise(id, of: app, to: input.percentage, by: context.actor, person: context.viewer?.account)
        return try await changed(raised, raised.plan.percentage == before ? "hotpatch.asked" : "hotpatch.raised")
    }

    // MARK: looking

    struct History: Codable, Sendable {
        let items: [HotpatchEvent]
    }

    @Sendable func history(_: Nothing, _ context: Context) async throws -> Answer<History> {
        let (app, id) = try place(context)
        return .show(History(items: try await hotpatches.history(id, of: app)))
    }
}
