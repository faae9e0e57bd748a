import Foundation
import Web

/// From a draft to devices: reviewing, testing, confirming, cancelling, stopping, and a second person's word.
struct PushReviewRoutes: Sendable {
    let messages: PushMessages
    let apps: Apps
    let missing: PushMissingDoors

    /// - Parameters:
    ///   - page: of one message.
    ///   - ending: what is asked before it ends for good.
    func add(to routes: Routes, page: FormPage, ending: FormPage) throws {
        let one = "apps/{app}/push-messages/{id}"
        let looking = "What is looked at before a message is confirmed: the frozen audience, a sample payload, what to mind."
        let review = try routes.get("\(one)/review", looking, needs: .role(.viewer), view: "Push/review", look)
        let freezing = "Freeze the audience of a draft: these devices get it, as they are bound now. Again for those of today."
        try routes.post("\(one)/review", freezing, needs: .role(.operator), form: page, freeze)
        let confirming = "Freeze if that was not done, and confirm: it is sent after `windowSeconds` (60), at its time; or a second person is asked."
        try routes.post("\(one)/confirmation", confirming, needs: .role(.releaser), form: review, confirm)
        let cancelling = "Take a confirmed message back before anything of it is sent."
        try routes.post("\(one)/cancellation", cancelling, needs: .role(.releaser), form: page, cancel)
        try routes.post("\(one)/stop", "Send nothing further of a message that is being sent.", needs: .role(.releaser), form: ending, stop)
        try routes.post("\(one)/test", "Send a draft to one device at once.", needs: .role(.operator), form: page, test)
        let agreeing = "Agree to what another person asked, which confirms the message."
        try routes.post("\(one)/approval", agreeing, needs: .role(.releaser), form: page, approve)
        let declining = "Decline what another person asked, or take one's own question back."
        try routes.post("\(one)/refusal", declining, needs: .role(.releaser), form: page, decline)
    }

    private func place(_ context: Context) throws -> (app: String, id: String) {
        (try context.parameter("app"), try context.parameter("id"))
    }

    /// 201 with the message: the change is a sub-resource that was made.
    private func changed(
        _ message: PushMessage,
        _ flash: String,
        _ arguments: [String: String] = [:],
        at place: String = ""
    ) async throws -> Answer<PushMessageView> {
        let path = "/apps/\(message.app)/push-messages/\(message.id)\(place)"
        return .created(try await messages.view(message), at: path, flash: flash, arguments.merging(["name": message.plan.name]) { $1 })
    }

    // MARK: before

    @Sendable func look(_: Nothing, _ context: Context) async throws -> Reply<PushReview, PushReviewPage> {
        let app = try apps.app(try context.parameter("app"))
        let review = try await messages.looked(try context.parameter("id"), of: app.id, missing: missing).shown(to: context, app)
        return .show(review) { PushReviewPage(review, app, context) }
    }

    @Sendable func freeze(_: Nothing, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        let frozen = try await messages.review(id, of: app, by: context.actor)
        return try await changed(frozen, "push.frozen", ["count": "\(frozen.audience ?? 0)"], at: "/review")
    }

    struct Test: Codable, Sendable {
        /// A bound one.
        let device: String
    }

    @Sendable func test(_ input: Test, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        let device = input.device.trimmingCharacters(in: .whitespaces)
        if device.isEmpty { throw Problem.invalid("device", "web.required") }
        let test = try await messages.test(id, of: app, on: device, by: context.actor)
        guard context.face == .page else { return try await changed(test, "push.tested") }
        return try await changed(try await messages.message(id, of: app), "push.tested", ["device": device])
    }

    @Sendable func confirm(_ input: PushConfirmation, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        var word = input
        word.typed = context.face == .page ? true : input.typed
        // A page shows what was frozen before it is confirmed; a script may do both at once.
        if context.face == .api, try await messages.message(id, of: app).isUnfrozenDraft {
            _ = try await messages.review(id, of: app, by: context.actor)
        }
        let confirmed = try await messages.confirm(id, of: app, word, by: context.actor, person: context.viewer?.account)
        return try await changed(confirmed, confirmed.state == .draft ? "push.asked" : "push.confirmed")
    }

    // MARK: afterwards

    @Sendable func cancel(_: Nothing, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        return try await changed(try await messages.cancel(id, of: app, by: context.actor), "push.cancelled")
    }

    @Sendable func stop(_: Nothing, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        return try await changed(try await messages.stop(id, of: app, by: context.actor), "push.stopped")
    }

    // MARK: a second person

    /// - Throws: `forbidden` for a token that belongs to nobody: it is no second person.
    private func person(_ context: Context) throws -> String {
        guard let account = context.viewer?.account else { throw Problem(.forbidden, "push.approval.nobody") }
        return account
    }

    struct Approval: Codable, Sendable {
        /// The one that was looked at; absent for whatever is asked.
        let revision: Int?
    }

    @Sendable func approve(_ input: Approval, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        let approved = try await messages.approve(id, of: app, revision: input.revision, by: context.actor, person: try person(context))
        return try await changed(approved, "push.confirmed")
    }

    struct Refusal: Codable, Sendable {
        let reason: String?
    }

    @Sendable func decline(_ input: Refusal, _ context: Context) async throws -> Answer<PushMessageView> {
        let (app, id) = try place(context)
        let who = context.viewer?.account ?? context.actor.id
        return try await changed(try await messages.decline(id, of: app, reason: input.reason ?? "", by: context.actor, person: who), "push.declined")
    }
}
