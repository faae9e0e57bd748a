import Foundation
import Signing
import Storage
import Web

/// From a draft to devices: freezing whom it is for, trying it on one, confirming, and taking it back.
extension PushMessages {
    /// Freezes the audience: these devices get it, as they are bound now, and nobody else. A repeated message is only counted, its runs are frozen
    /// when they are due.
    /// - Throws: `notFound`; `conflict` for what is no draft; `invalid` for a target that reaches nobody, a placeholder that nothing fills, and a
    ///   payload that is too large with what fills it.
    func review(_ id: String, of app: String, by actor: Actor) async throws -> PushMessage {
        let now = clock.now
        return try await change(id, of: app) { connection, message in
            try message.checkDraft()
            try connection.deletePushDeliveries(app, id)
            var devices = try connection.freezePushAudience(app, message, at: now)
            try checkFrozen(connection, message, devices)
            if message.isRepeated {
                devices = try connection.countPushAudience(app, message.target, at: now).devices
                try connection.deletePushDeliveries(app, id)
            }
            try connection.setPushAudience(devices, app, id, at: now)
            try withdrawQuestion(connection, message, at: now, by: actor)
            try connection.addPushEvent(.frozen, "\(devices)", app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "push.review", app: app, object: message.audited, after: ["audience": "\(devices)"])
        }
    }

    private func checkFrozen(_ connection: Connection, _ message: PushMessage, _ devices: Int) throws {
        guard devices > 0 else { throw Problem.invalid("target", "push.target.nobody") }
        for name in message.content.placeholders where message.plan.parameters[name] == nil {
            let unfilled = try connection.countPushDeliveries(message.app, message.id, without: name)
            guard unfilled == 0 else {
                throw Problem.invalid("parameters", "push.placeholder.unfilledFor", ["name": name, "devices": "\(unfilled)"])
            }
        }
        for parameters in try connection.longestPushParameters(message.app, message.id, limit: 100) {
            try message.plan.checkPayload(parameters, message: message.id)
        }
    }

    /// Sends what is drafted to one device at once, as a message of its own with figures of its own.
    /// - Throws: `notFound`; `conflict` for what is no draft; `invalid` for a device that is not bound, and a placeholder that nothing fills;
    ///   `limited` when the app had ``PushRules/mostTests`` within the hour.
    func test(_ id: String, of app: String, on device: String, by actor: Actor) async throws -> PushMessage {
        let (made, now) = (Random.hex(8), clock.now)
        return try await database.write { connection in
            try connection.lockPushMessage(app, id)
            let message = try connection.pushMessage(app, id)
            try message.checkDraft()
            _ = try message.content.filled(with: message.plan.parameters)
            try checkTests(connection, app, at: now)
            let number = try connection.countPushTests(app, of: id) + 1
            let test = message.test(made, on: device, number, at: now, by: actor.name)
            try connection.insertPushMessage(test)
            guard try connection.insertPushTest(test, device) else { throw Problem.invalid("device", "push.test.unbound") }
            try connection.setPushTested(app, id, at: now)
            try connection.addPushEvent(.tested, device, app, id, at: now, by: actor.name)
            try audit.record(connection, by: actor, "push.test", app: app, object: message.audited, after: ["device": device])
            return test
        }
    }

    private func checkTests(_ connection: Connection, _ app: String, at now: Date) throws {
        guard let first = try connection.pushTest(app, back: PushRules.mostTests), first > now.addingTimeInterval(-3_600) else { return }
        let wait = Int(first.addingTimeInterval(3_600).timeIntervalSince(now).rounded(.up))
        throw Problem(.limited, "push.test.many", ["limit": "\(PushRules.mostTests)"], retryAfter: max(1, wait))
    }

    /// Confirms what was reviewed: it is sent when the window to cancel is over and its time has come. Where the app wants a second person's word
    /// for so many devices, that person is asked, and it stays a draft.
    /// - Parameter person: id of the account that acts, through whichever token.
    /// - Throws: `notFound`; `conflict` for what is no draft, was not reviewed, or was changed since; `invalid` for another count than was frozen,
    ///   a window out of range, and what nobody tested while a page asks for it.
    func confirm(_ id: String, of app: String, _ word: PushConfirmation, by actor: Actor, person: String? = nil) async throws -> PushMessage {
        let now = clock.now
        return try await change(id, of: app) { connection, message in
            let window = try word.window(for: message, at: now)
            if let from = try connection.pushOption(app).secondFrom, let audience = message.audience, audience >= from {
                try ask(connection, message, window, at: now, by: actor, person ?? actor.id)
            } else {
                try take(connection, message, window, at: now, by: actor, isUntested: message.testedAt == nil)
            }
        }
    }

    /// The part of a confirmation that is the same whoever had the last word.
    func take(_ connection: Connection, _ message: PushMessage, _ window: Int, at now: Date, by actor: Actor, isUntested: Bool) throws {
        let (app, id, devices) = (message.app, message.id, message.audience ?? 0)
        let over = now.addingTimeInterval(Double(window))
        let begins = message.schedule.at.map { max(over, message.schedule.begins($0)) } ?? over
        try connection.confirmPushMessage(app, id, window: window, sendsAt: begins, at: now, by: actor.name)
        try step(connection, message, .confirmation, "\(devices)", at: now, by: actor)
        var values = ["devices": "\(devices)", "windowSeconds": "\(window)", "sendsAt": begins.ISO8601Format()]
        if isUntested { values["untested"] = "true" }
        try audit.record(connection, by: actor, "push.confirmation", app: app, object: message.audited, after: values)
    }

    /// Takes a confirmed message back before anything of it is sent.
    /// - Throws: `notFound`; `conflict` when it is being sent already, or is over.
    func cancel(_ id: String, of app: String, by actor: Actor) async throws -> PushMessage {
        try await end(id, of: app, .cancellation, .cancelled, by: actor)
    }

    /// Nothing further is sent; what services have been asked already cannot be taken back.
    /// - Throws: `notFound`; `conflict` for what is not being sent.
    func stop(_ id: String, of app: String, by actor: Actor) async throws -> PushMessage {
        try await end(id, of: app, .stop, .stopped, by: actor)
    }

    private func end(_ id: String, of app: String, _ step: PushStep, _ reason: PushSkip, by actor: Actor) async throws -> PushMessage {
        let now = clock.now
        let runs = try await database.read { try $0.openPushRuns(app, of: id).map(\.id) }
        let ended = try await change(id, of: app) { connection, message in
            var skipped = try close(connection, message, step, reason, at: now, by: actor)
            for run in try connection.openPushRuns(app, of: id) {
                try connection.lockPushMessage(app, run.id)
                skipped += try close(connection, run, .stop, .stopped, at: now, by: actor)
            }
            let values = ["skipped": "\(skipped)", "devices": "\(message.audience ?? 0)"]
            try audit.record(connection, by: actor, "push.\(step.rawValue)", app: app, object: message.audited, after: values)
        }
        stops.note(app, [id] + runs)
        return ended
    }

    private func close(
        _ connection: Connection,
        _ message: PushMessage,
        _ step: PushStep,
        _ reason: PushSkip,
        at now: Date,
        by actor: Actor
    ) throws -> Int {
        let skipped = try connection.skipPushDeliveries(message.app, message.id, because: reason, at: now)
        try self.step(connection, message, step, "\(skipped)", at: now, by: actor)
        try connection.endPushMessage(message.app, message.id, at: now)
        return skipped
    }
}

/// What somebody says who confirms a message.
struct PushConfirmation: Codable, Sendable {
    /// Devices, as they were frozen; a script may leave it out.
    var count: Int?
    /// Seconds in which it may still be cancelled, 0 to 3,600; 60 when absent.
    var windowSeconds: Int?
    /// The one that was looked at; absent to confirm whatever is reviewed.
    var revision: Int?
    /// That nobody tested it, which is known.
    var untested: Bool?
    /// A person confirms at a page: the count is asked for, and the tick for what nobody tested.
    var typed: Bool?
}

extension PushConfirmation {
    /// Checks it against the message.
    /// - Returns: seconds of the window.
    fileprivate func window(for message: PushMessage, at now: Date) throws -> Int {
        guard message.kind == .message, message.state.after(.confirmation) != nil else { throw Problem(.conflict, "push.state.confirmation") }
        guard let audience = message.audience else { throw Problem(.conflict, "push.unfrozen") }
        try message.check(revision)
        let window = windowSeconds ?? PushRules.usualWindow
        var wrong: [Rejection] = []
        if count ?? (typed == true ? nil : audience) != audience { wrong.append(Rejection("count", "push.count.other")) }
        if !PushRules.windows.contains(window) { wrong.append(Rejection("windowSeconds", "push.window.range")) }
        if typed == true, message.testedAt == nil, untested != true { wrong.append(Rejection("untested", "push.untested.tick")) }
        if let at = message.schedule.at, at <= now, !message.schedule.deviceLocal { wrong.append(Rejection("schedule.at", "push.at.past")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        return window
    }
}

extension PushMessage {
    /// The same for one device, now, whatever its hour and however many its user had.
    fileprivate func test(_ id: String, on device: String, _ number: Int, at time: Date, by name: String) -> PushMessage {
        var plan = plan
        (plan.target, plan.schedule) = (PushTarget(devices: [device]), PushSchedule.now(in: plan.schedule.zone))
        (plan.quiet, plan.cap) = (nil, nil)
        return PushMessage(
            plan,
            id: id,
            app: app,
            kind: .test,
            state: .sending,
            audience: 1,
            at: time,
            by: name,
            confirmedAt: time,
            confirmedBy: name,
            parent: self.id,
            occurrence: number
        )
    }
}
