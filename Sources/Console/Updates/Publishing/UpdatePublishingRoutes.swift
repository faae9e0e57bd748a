import Foundation
import Web

/// Looking at who would be told, publishing, holding back, ending.
struct UpdatePublishingRoutes: Sendable {
    let updates: Updates
    let apps: Apps
    let statistics: Statistics

    private var previews: UpdatePreviews { UpdatePreviews(updates: updates, devices: TelemetryKnownDevices(database: updates.database)) }

    /// - Parameters:
    ///   - page: of one release.
    ///   - ending: what is asked before it ends for good.
    func add(to routes: Routes, page: FormPage, ending: FormPage) throws {
        let one = "apps/{app}/updates/{id}"
        let review = try routes.get(
            "\(one)/preview",
            "Which devices of the last 30 days would be told of a release, and what keeps the others from it.",
            needs: .role(.viewer),
            view: "Updates/preview",
            preview
        )
        let publishing = "Publish a draft: devices are told of it from now on."
        try routes.post("\(one)/publication", publishing, needs: .role(.releaser), form: review, publish)
        try routes.post("\(one)/pause", "Tell no device of a release until it goes on.", needs: .role(.releaser), form: page, pause)
        try routes.post("\(one)/resume", "Let a paused release go on.", needs: .role(.releaser), form: page, resume)
        try routes.post("\(one)/end", "End a release for good.", needs: .role(.releaser), form: ending, end)
        try routes.post("\(one)/rollout", "Raise the percentage of devices that are told.", needs: .role(.releaser), form: page, raise)
        try routes.api(.get, "\(one)/adoption", "The version's share of each day's active devices.", needs: .role(.viewer), adoption)
        try routes.api(.get, "\(one)/history", "What became of a release, newest first.", needs: .role(.viewer), history)
    }

    // MARK: before publishing

    @Sendable func preview(_: Nothing, _ context: Context) async throws -> Reply<UpdatePreview, UpdatePreviewPage> {
        let app = try apps.app(try context.parameter("app"))
        let id = try context.parameter("id")
        let preview = try await previews.preview(id, of: app)
        return .show(preview) {
            let update = try await updates.update(id, of: app.id)
            return UpdatePreviewPage(try await updates.view(update, publicURL: context.publicURL), preview, app, context)
        }
    }

    struct Publication: Codable, Sendable {
        /// The one that was looked at; absent to publish whatever is drafted.
        let revision: Int?
    }

    @Sendable func publish(_ input: Publication, _ context: Context) async throws -> Answer<UpdateView> {
        let (app, id) = try place(context)
        let published = try await updates.publish(id, of: app, revision: input.revision, publicURL: context.publicURL, by: context.actor)
        return try await changed(published, "updates.published", context)
    }

    private func place(_ context: Context) throws -> (app: String, id: String) {
        (try context.parameter("app"), try context.parameter("id"))
    }

    /// 201 with the release: the change is a sub-resource that was made.
    private func changed(_ update: Update, _ flash: String, _ context: Context) async throws -> Answer<UpdateView> {
        let view = try await updates.view(update, publicURL: context.publicURL)
        return .created(view, at: "/apps/\(update.app)/updates/\(update.id)", flash: flash, ["version": update.plan.version])
    }

    // MARK: afterwards

    @Sendable func pause(_: Nothing, _ context: Context) async throws -> Answer<UpdateView> {
        let (app, id) = try place(context)
        return try await changed(try await updates.pause(id, of: app, by: context.actor), "updates.paused", context)
    }

    @Sendable func resume(_: Nothing, _ context: Context) async throws -> Answer<UpdateView> {
        let (app, id) = try place(context)
        return try await changed(try await updates.resume(id, of: app, by: context.actor), "updates.resumed", context)
    }

    @Sendable func end(_: Nothing, _ context: Context) async throws -> Answer<UpdateView> {
        let (app, id) = try place(context)
        return try await changed(try await updates.end(id, of: app, by: context.actor), "updates.ended", context)
    }

    struct Rollout: Codable, Sendable {
        /// Above what it is, to 100 in steps of 0.01.
        let percentage: Double
    }

    @Sendable func raise(_ input: Rollout, _ context: Context) async throws -> Answer<UpdateView> {
        let (app, id) = try place(context)
        return try await changed(try await updates.raise(id, of: app, to: input.percentage, by: context.actor), "updates.raised", context)
    }

    // MARK: looking

    @Sendable func adoption(_: Nothing, _ context: Context) async throws -> Answer<UpdateAdoption> {
        let app = try apps.app(try context.parameter("app"))
        let update = try await updates.update(try context.parameter("id"), of: app.id)
        return .show(try await statistics.adoption(of: update, app, now: context.reader.now)).inZone(app.timeZone)
    }

    struct History: Codable, Sendable {
        let items: [UpdateEvent]
    }

    @Sendable func history(_: Nothing, _ context: Context) async throws -> Answer<History> {
        let (app, id) = try place(context)
        return .show(History(items: try await updates.history(id, of: app)))
    }
}
