import Foundation
import Signing
import Storage
import Web

/// The inbox of an app's feedback: filled by devices, worked through by operators.
public struct FeedbackInbox: Sendable {
    private let database: Database
    private let pictures: FeedbackPictures
    private let badges: Badges
    private let audit: Audit
    let clock: Clock

    /// - Parameter blobs: for pictures.
    init(database: Database, blobs: any Blobs, badges: Badges, audit: Audit, clock: Clock) {
        self.database = database
        pictures = FeedbackPictures(blobs: blobs)
        self.badges = badges
        self.audit = audit
        self.clock = clock
    }

    // MARK: devices

    /// Takes a feedback in; returns when it and its pictures are on disk.
    /// - Throws: `GatewayRefusal`: 3002 for pictures that are none, 1002 for a device that has sent too many today, 4001 while the database is away.
    func receive(_ new: NewFeedback) async throws -> String {
        try await checkRoom(new)
        let drawn = try await pictures.draw(new.images)
        try await pictures.keep(drawn)
        let id = Random.hex(8)
        try await database.promptly { try await $0.write { try $0.insertFeedback(id, new, drawn.map(\.image)) } }
        await pictures.keepAgain(drawn)
        return id
    }

    private func checkRoom(_ new: NewFeedback) async throws {
        guard !new.sender.device.isEmpty else { return }
        let day = new.receivedAt.addingTimeInterval(-86_400)
        let count = try await database.promptly { try await $0.read { try $0.countFeedback(new.app, device: new.sender.device, since: day) } }
        guard count < FeedbackLimits.daily else {
            throw GatewayRefusal(.tooFast, "the device has sent \(FeedbackLimits.daily) feedbacks in 24 hours")
        }
    }

    /// What a device has sent, and a user from whatever device; newest first.
    func sent(_ app: String, device: String?, user: String?) async throws -> [Feedback] {
        try await database.promptly { try await $0.read { try $0.feedback(app, device: device, user: user, limit: 50) } }
    }

    // MARK: operators

    /// Newest first.
    func list(of app: String, _ filter: FeedbackFilter, _ place: ListPlace) async throws -> List<Feedback> {
        try await database.read { connection in
            let rows = try connection.feedback(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countFeedback(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// The newest of a whole list, for a table.
    func export(of app: String, _ filter: FeedbackFilter) async throws -> [Feedback] {
        try await database.read { try $0.feedback(app, filter, before: nil, limit: FeedbackLimits.export) }
    }

    /// - Throws: `notFound`.
    func feedback(_ id: String, of app: String) async throws -> (feedback: Feedback, images: [FeedbackImage], replies: [FeedbackReply]) {
        try await database.read { connection in
            guard let feedback = try connection.feedback(app, id) else { throw Problem.notFound }
            return (feedback, try connection.feedbackImages(app, id), try connection.feedbackReplies(app, id))
        }
    }

    /// A picture as the console drew it.
    /// - Parameter number: from 1.
    /// - Throws: `notFound`.
    func image(_ number: Int, of id: String, in app: String) async throws -> [UInt8] {
        let images = try await database.read { try $0.feedbackImages(app, id) }
        guard images.indices.contains(number - 1) else { throw Problem.notFound }
        return try await pictures.file(images[number - 1])
    }

    /// Whether the device has yet to look at the reply.
    func isUnseen(_ feedback: Feedback, of app: String) async throws -> Bool {
        guard let reader = feedback.sender.reader, feedback.reply != nil else { return false }
        return try await badges.isWaiting(FeedbackBadge.path, for: reader, on: app)
    }

    /// Answers, and raises the dot that tells the device.
    /// - Throws: `invalid` for the text, `notFound`, `conflict` for a closed one.
    func reply(_ text: String, to id: String, of app: String, by actor: Actor) async throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...FeedbackLimits.reply).contains(text.unicodeScalars.count) else { throw Problem.invalid("text", "feedback.reply.length") }
        try await change(id, of: app) { [badges, audit, clock] connection, feedback in
            guard feedback.state == .answered || feedback.state.next.contains(.answered) else { throw Problem(.conflict, "feedback.reply.closed") }
            try connection.insertFeedbackReply(app, id, FeedbackReply(text: text, at: clock.now, author: actor.name), reply: Random.hex(8))
            try connection.setFeedbackState(app, id, .answered, at: clock.now)
            if let reader = feedback.sender.reader { try badges.raise(FeedbackBadge.path, for: reader, on: app, connection) }
            // The text is in the feedback; what may be personal stays out of the log, which nobody can change.
            try audit.record(connection, by: actor, "feedback.reply", app: app, object: id, after: ["characters": "\(text.unicodeScalars.count)"])
        }
    }

    /// - Throws: `notFound`, `conflict` for a state that may not follow.
    func move(_ id: String, of app: String, to state: FeedbackState, by actor: Actor) async throws {
        try await change(id, of: app) { [audit, clock] connection, feedback in
            guard feedback.state.next.contains(state) else { throw Problem(.conflict, "feedback.state.not") }
            try connection.setFeedbackState(app, id, state, at: clock.now)
            let (before, after) = (["feedbackState": feedback.state.rawValue], ["feedbackState": state.rawValue])
            try audit.record(connection, by: actor, "feedback.state", app: app, object: id, before: before, after: after)
        }
    }

    /// Replaces all tags.
    /// - Throws: `invalid`, `notFound`.
    func tag(_ id: String, of app: String, with tags: [String], by actor: Actor) async throws {
        let tags = try FeedbackTags.checked(tags)
        try await change(id, of: app) { [audit] connection, feedback in
            try connection.setFeedbackTags(app, id, tags)
            let (before, after) = (["tags": feedback.tags.joined(separator: ", ")], ["tags": tags.joined(separator: ", ")])
            try audit.record(connection, by: actor, "feedback.tag", app: app, object: id, before: before, after: after)
        }
    }

    private func change(_ id: String, of app: String, _ body: @escaping @Sendable (Connection, Feedback) throws -> Void) async throws {
        try await database.write { connection in
            guard let feedback = try connection.feedback(app, id) else { throw Problem.notFound }
            try body(connection, feedback)
        }
    }

    /// Removes the pictures of an app that is being deleted; its rows go with it, after this. So a deletion that was cut short still knows what to
    /// remove when it is asked for again, and the app, which takes no more feedback, leaves no picture that no row names.
    func erase(_ app: String) async throws {
        for blob in try await database.read({ try $0.feedbackBlobs(app) }) {
            try await pictures.remove(blob) { try await database.read { try $0.isFeedbackBlob(blob, besides: app) } }
        }
    }

    /// Removes what a user or device sent, with its replies and pictures. Called by the room that erases, in its job; as often as it likes: a feedback goes
    /// after its pictures, so that none is left that no row names.
    func erase(_ task: TelemetryErasureTask, of app: String) async throws {
        while case let ids = try await database.read({ try $0.feedbackIDs(of: task, app, limit: 100) }), !ids.isEmpty {
            for id in ids {
                for image in try await database.read({ try $0.feedbackImages(app, id) }) {
                    try await pictures.remove(image.blob) { try await database.read { try $0.isFeedbackBlob(image.blob, besides: id, of: app) } }
                }
                try await database.write { try $0.deleteFeedback(app, id) }
            }
        }
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundFeedback(text, apps, limit) }
    }
}
