import Foundation
import Storage
import Web

/// What a second person is asked: to let a message go out to as many as were frozen.
struct PushApproval: Codable, Sendable, Equatable {
    /// The message's when it was asked.
    let revision: Int
    let windowSeconds: Int
    let askedAt: Date
    let askedBy: String
    /// The account that asked; stays in the console.
    let askedId: String

    private enum CodingKeys: CodingKey {
        case revision, windowSeconds, askedAt, askedBy
    }
}

extension PushApproval {
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            revision: try container.decode(Int.self, forKey: .revision),
            windowSeconds: try container.decode(Int.self, forKey: .windowSeconds),
            askedAt: try container.decode(Date.self, forKey: .askedAt),
            askedBy: try container.decode(String.self, forKey: .askedBy),
            askedId: ""
        )
    }
}

/// Asking, agreeing, declining.
extension PushMessages {
    /// The same question again is one.
    func ask(_ connection: Connection, _ message: PushMessage, _ window: Int, at now: Date, by actor: Actor, _ person: String) throws {
        let (app, id) = (message.app, message.id)
        if let open = try connection.pushApproval(app, id), open.revision == message.revision, open.windowSeconds == window { return }
        try withdrawQuestion(connection, message, at: now, by: actor)
        let question = PushApproval(revision: message.revision, windowSeconds: window, askedAt: now, askedBy: actor.name, askedId: person)
        try connection.insertPushApproval(question, app, id)
        try connection.addPushEvent(.asked, "\(message.audience ?? 0)", app, id, at: now, by: actor.name)
        try audit.record(connection, by: actor, "push.asked", app: app, object: message.audited, after: ["devices": "\(message.audience ?? 0)"])
    }

    /// Agrees to what was asked, which confirms the message at once.
    /// - Parameters:
    ///   - revision: that was looked at.
    ///   - person: id of the account; another than the one that asked.
    /// - Throws: `notFound`; `conflict` when nothing is asked, or the message was changed since; `forbidden` for the one who asked.
    func approve(_ id: String, of app: String, revision: Int? = nil, by actor: Actor, person: String) async throws -> PushMessage {
        let now = clock.now
        return try await change(id, of: app) { connection, message in
            guard let question = try connection.pushApproval(app, id) else { throw Problem(.conflict, "push.approval.none") }
            try message.check(question.revision)
            try message.check(revision)
            guard question.askedId != person else { throw Problem(.forbidden, "push.approval.own") }
            if let at = message.schedule.at, at <= now, !message.schedule.deviceLocal { throw Problem(.conflict, "push.at.past") }
            try connection.deletePushApproval(app, id)
            try connection.addPushEvent(.approved, "", app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "push.approved", app: app, object: message.audited, after: ["askedBy": question.askedBy])
            try take(connection, message, question.windowSeconds, at: now, by: actor, isUntested: message.testedAt == nil)
        }
    }

    /// Says no; of the one who asked it takes the question back.
    /// - Throws: `notFound`; `conflict` when nothing is asked.
    func decline(_ id: String, of app: String, reason: String, by actor: Actor, person: String) async throws -> PushMessage {
        let now = clock.now
        let reason = String(reason.trimmingCharacters(in: .whitespacesAndNewlines).prefix(500))
        return try await change(id, of: app) { connection, message in
            guard let question = try connection.pushApproval(app, id) else { throw Problem(.conflict, "push.approval.none") }
            if question.askedId == person { return try withdrawQuestion(connection, message, at: now, by: actor) }
            try connection.deletePushApproval(app, id)
            try connection.addPushEvent(.declined, reason, app, id, at: now, by: actor.name)
            let values = ["reason": reason, "askedBy": question.askedBy]
            try audit.record(connection, by: actor, "push.declined", app: app, object: message.audited, after: values)
        }
    }

    /// What was asked is overtaken by what happens; nothing when nothing is asked.
    func withdrawQuestion(_ connection: Connection, _ message: PushMessage, at now: Date, by actor: Actor) throws {
        guard try connection.pushApproval(message.app, message.id) != nil else { return }
        try connection.deletePushApproval(message.app, message.id)
        try connection.addPushEvent(.withdrawn, "", message.app, message.id, at: now, by: actor.name)
        try audit.record(connection, by: actor, "push.withdrawn", app: message.app, object: message.audited)
    }
}
