import Foundation
import Signing
import Storage
import Web

/// Messages to devices. Each verb is one transaction with its audit entry; what is sent of them is `PushSending`'s, when it is `PushScheduling`'s.
struct PushMessages: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    /// Senders of this node are told by it what they need not send any more.
    var stops = PushStops()

    // MARK: drafts

    /// - Parameter zone: of a time without an offset.
    /// - Throws: `invalid` with every field that is wrong; `conflict` when the app has as many as it may.
    func create(_ input: PushMessageInput, of app: App, zone: TimeZone, by actor: Actor) async throws -> PushMessage {
        let (id, now) = (Random.hex(8), clock.now)
        let plan = try PushPlan(try await templated(input, of: app.id), zone: zone, at: now)
        try plan.checkPayload(message: id)
        return try await insert(plan, id, .created, "", of: app.id, at: now, by: actor)
    }

    /// A draft that says the same as another message.
    /// - Throws: `notFound`; `conflict`.
    func copy(_ id: String, of app: String, by actor: Actor) async throws -> PushMessage {
        let now = clock.now
        var plan = try await message(id, of: app).plan
        // A time that is over is not copied: it would have to be changed before anything else.
        if let at = plan.schedule.at, at <= now { plan.schedule = PushSchedule.now(in: plan.schedule.zone) }
        return try await insert(plan, Random.hex(8), .copied, id, of: app, at: now, by: actor)
    }

    private func insert(
        _ plan: PushPlan,
        _ id: String,
        _ kind: PushEvent.Kind,
        _ note: String,
        of app: String,
        at now: Date,
        by actor: Actor
    ) async throws -> PushMessage {
        try await database.write { connection in
            guard try connection.countOpenPushMessages(app) < PushRules.most else {
                throw Problem(.conflict, "push.many", ["limit": "\(PushRules.most)"])
            }
            let message = PushMessage(plan, id: id, app: app, at: now, by: actor.name)
            try connection.insertPushMessage(message)
            try connection.addPushEvent(kind, note, app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "push.create", app: app, object: message.audited, after: message.values)
            return message
        }
    }

    /// Changes a draft: what was frozen of it and asked about it is gone.
    /// - Throws: as `create`; `notFound`; `conflict` for what is no draft any more, and when somebody changed it since the input's revision.
    func edit(_ id: String, of app: App, _ input: PushMessageInput, zone: TimeZone, by actor: Actor) async throws -> PushMessage {
        let now = clock.now
        let plan = try PushPlan(try await templated(input, of: app.id), zone: zone, at: now)
        try plan.checkPayload(message: id)
        return try await change(id, of: app.id) { connection, before in
            try before.checkDraft()
            try before.check(input.revision)
            try connection.deletePushDeliveries(app.id, id)
            try connection.setPushPlan(plan, app.id, id)
            if before.content != plan.content { try connection.forgetPushTest(app.id, id) }
            try withdrawQuestion(connection, before, at: now, by: actor)
            try connection.addPushEvent(.edited, "", app.id, id, at: now, by: actor.name)
            let after = try connection.pushMessage(app.id, id)
            try audit.record(connection, by: actor, "push.edit", app: app.id, object: after.audited, before: before.values, after: after.values)
        }
    }

    private func templated(_ input: PushMessageInput, of app: String) async throws -> PushMessageInput {
        guard let id = input.template?.orNil else { return input }
        let template = try await database.read { try $0.pushTemplateIfAny(app, id) }
        guard let template else { throw Problem.invalid("template", "push.template.unknown") }
        return input.filled(from: template.content)
    }

    /// Only a draft: what devices were sent stays in the history.
    /// - Throws: `notFound`, `conflict`.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { connection in
            try connection.lockPushMessage(app, id)
            let message = try connection.pushMessage(app, id)
            try message.checkDraft("push.delete.sent")
            try connection.deletePushMessage(app, id)
            try audit.record(connection, by: actor, "push.delete", app: app, object: message.audited, before: message.values)
        }
    }

    // MARK: changing

    /// One change of a message after the other, also of two nodes.
    func change(_ id: String, of app: String, _ body: @escaping @Sendable (Connection, PushMessage) throws -> Void) async throws -> PushMessage {
        // The row's lock comes first, so each statement after it sees what is current; under stricter isolation a stop would lose to senders.
        try await database.write(.readCommitted) { connection in
            try connection.lockPushMessage(app, id)
            try body(connection, try connection.pushMessage(app, id))
            return try connection.pushMessage(app, id)
        }
    }

    /// Takes a step of the one table of transitions, with its line in the history.
    /// - Throws: `conflict` when it cannot be taken.
    func step(_ connection: Connection, _ message: PushMessage, _ step: PushStep, _ note: String = "", at now: Date, by actor: Actor) throws {
        guard let next = message.state.after(step) else { throw Problem(.conflict, "push.state.\(step.rawValue)") }
        try connection.setPushState(next, message.app, message.id)
        try connection.addPushEvent(PushEvent.Kind(step), note, message.app, message.id, at: now, by: actor.name)
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundPushMessages(text, apps, limit) }
    }
}

extension PushMessage {
    /// - Throws: `conflict` when it was changed since that revision.
    func check(_ revision: Int?) throws {
        guard let revision, revision != self.revision else { return }
        throw Problem(.conflict, "push.stale", rejections: [Rejection("revision", "push.stale")])
    }

    var isUnfrozenDraft: Bool { kind == .message && state == .draft && audience == nil }

    func checkDraft(_ sentence: String = "push.noDraft") throws {
        guard kind == .message, state == .draft else { throw Problem(.conflict, sentence) }
    }

    var audited: String { "\(plan.name.prefix(60)) (\(id))" }

    /// For the audit log: shortened, and lists of people by their length.
    var values: [String: String] {
        let fields = plan.content.values.merging(plan.values) { $1 }.merging(["audience": audience.map(String.init) ?? ""]) { $1 }
        return fields.filter { !$0.value.isEmpty }.mapValues { $0.shortened(to: 500) }
    }
}

extension PushContent {
    fileprivate var values: [String: String] {
        var fields = ["title": title, "body": body, "sound": sound, "imageURL": imageURL ?? "", "collapseId": collapseId]
        fields["ttlSeconds"] = "\(ttlSeconds)"
        fields["data"] = data.isEmpty ? "" : JSONValue.object(data).text()
        fields["badge"] = badge.map(String.init) ?? ""
        fields["silent"] = silent ? "true" : ""
        return fields
    }
}

extension PushPlan {
    fileprivate var values: [String: String] {
        var fields = ["name": name, "deviceLocal": schedule.deviceLocal ? "true" : ""]
        if let kind = target.kind { fields["target"] = kind.rawValue + (target.named.map { " \($0)" } ?? "") }
        fields["at"] = schedule.at?.ISO8601Format() ?? ""
        fields["repeats"] = schedule.repeats == .none ? "" : schedule.repeats.rawValue
        fields["until"] = schedule.until?.ISO8601Format() ?? ""
        if let quiet { fields["quietHours"] = "\(PushQuietHours.text(quiet.from))-\(PushQuietHours.text(quiet.to))" }
        if let cap { fields["cap"] = "\(cap.count) / \(cap.hours) h" }
        return fields
    }
}
