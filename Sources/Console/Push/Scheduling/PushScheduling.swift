import Foundation
import Logging
import Signing
import Storage
import Web

/// What time does with messages: the confirmed begin, repeated ones get their runs, held devices are queued for the moment that is theirs, and what
/// has nothing left to send is done. Senders take what is queued.
///
/// Every step is a transaction of its own that looks again at what it changes, so that it can be killed at any point and goes on where it was.
struct PushScheduling: Sendable {
    let messages: PushMessages

    private static let mostMessages = 200
    /// Transactions for one message in one go, so that a large audience keeps no other waiting.
    private static let mostBatches = 20
    /// A run that is later than this is not made up for: nobody wants yesterday's news of nine o'clock at noon.
    static let latest: TimeInterval = 3_600

    private static let logger = Logger(label: "push")

    private var database: Database { messages.database }

    /// One bounded step; once per cluster, each second.
    @Sendable func tick() async throws {
        for message in try await database.read({ [now = messages.clock.now] in try $0.duePushMessages(at: now, limit: Self.mostMessages) }) {
            do {
                try await advance(message)
            } catch let problem as Problem where [.conflict, .notFound].contains(problem.kind) {
                // Somebody stopped or deleted it meanwhile.
            } catch let problem as Problem {
                // One that cannot go on holds up no other.
                Self.logger.error("push: a message cannot go on", metadata: ["message": "\(message.id)", "error": "\(problem.detail.key)"])
            }
        }
    }

    private func advance(_ message: PushMessage) async throws {
        switch (message.state, message.isRepeated) {
        case (.confirmed, _): try await begin(message)
        case (.sending, true): try await goOn(message)
        case (.sending, false): try await send(message)
        default: break
        }
    }

    private func begin(_ message: PushMessage) async throws {
        let now = messages.clock.now
        _ = try await messages.change(message.id, of: message.app) { connection, message in
            guard message.state == .confirmed, let time = message.sendsAt, time <= now else { return }
            try messages.step(connection, message, .beginning, "\(message.audience ?? 0)", at: now, by: .console)
            try connection.beginPushMessage(message.app, message.id, at: now)
            if message.isRepeated, let at = message.schedule.at {
                try connection.setPushNext(message.schedule.begins(at), message.app, message.id)
            }
            let values = ["devices": "\(message.audience ?? 0)"]
            try messages.audit.record(connection, by: .console, "push.beginning", app: message.app, object: message.audited, after: values)
        }
    }

    // MARK: a message or run

    /// Looks before it writes: most of the time a message is being sent there is nothing to do for it here.
    private func send(_ message: PushMessage) async throws {
        let now = messages.clock.now
        let (isHeld, isLate) = try await database.read { connection in
            (try connection.hasPushDeliveries(message.app, message.id, .held), try connection.hasLatePushDeliveries(message, at: now))
        }
        var batches = 0
        while isHeld, batches < Self.mostBatches, try await release(message) { batches += 1 }
        if isLate { try await database.write { try $0.expirePushDeliveries(message, at: now) } }
        if try await database.read({ try !$0.hasOpenPushDeliveries(message.app, message.id) }) { try await finish(message) }
    }

    /// - Returns: whether there may be more.
    private func release(_ message: PushMessage) async throws -> Bool {
        let releasing = PushReleasing(now: messages.clock.now)
        return try await database.write { connection in
            guard let message = try connection.pushMessageIfAny(message.app, message.id), message.state == .sending else { return false }
            return try releasing.release(connection, message)
        }
    }

    private func finish(_ message: PushMessage) async throws {
        let now = messages.clock.now
        _ = try await messages.change(message.id, of: message.app) { connection, message in
            guard message.state == .sending, try !connection.hasOpenPushDeliveries(message.app, message.id) else { return }
            try messages.step(connection, message, .end, at: now, by: .console)
            try connection.endPushMessage(message.app, message.id, at: now)
        }
    }

    // MARK: repeated ones

    /// At most one run a time that it is due: the run is written with the time after which the schedule looks again.
    private func goOn(_ message: PushMessage) async throws {
        let now = messages.clock.now
        _ = try await messages.change(message.id, of: message.app) { connection, message in
            guard message.state == .sending else { return }
            guard let begins = message.sendsAt else { return try end(connection, message, at: now) }
            guard begins <= now else { return }
            let due = message.schedule.due(beginning: begins)
            if now.timeIntervalSince(begins) > Self.latest {
                try connection.addPushEvent(.missed, due.ISO8601Format(), message.app, message.id, at: now, by: Actor.console.name)
            } else if try !connection.hasPushRun(message.app, of: message.id, due.milliseconds) {
                try run(connection, message, due, at: now)
            }
            let next = message.schedule.next(after: due).map(message.schedule.begins)
            try connection.setPushNext(next, message.app, message.id)
        }
    }

    private func run(_ connection: Connection, _ message: PushMessage, _ due: Date, at now: Date) throws {
        let (app, schedule) = (message.app, message.schedule)
        var plan = message.plan
        plan.schedule = PushSchedule(at: due, deviceLocal: schedule.deviceLocal, repeats: .none, until: nil, zone: schedule.zone)
        let run = PushMessage(
            plan,
            id: Random.hex(8),
            app: app,
            kind: .run,
            state: .sending,
            at: now,
            by: message.createdBy,
            confirmedAt: message.confirmedAt,
            confirmedBy: message.confirmedBy,
            parent: message.id,
            occurrence: due.milliseconds
        )
        try connection.insertPushMessage(run)
        let devices = try connection.freezePushAudience(app, run, at: now)
        try connection.setPushAudience(devices, app, run.id, at: now)
        try connection.addPushEvent(.run, "\(devices)", app, message.id, at: now, by: Actor.console.name)
    }

    /// When no time is left and its runs are over.
    private func end(_ connection: Connection, _ message: PushMessage, at now: Date) throws {
        guard try connection.openPushRuns(message.app, of: message.id).isEmpty else { return }
        try messages.step(connection, message, .end, at: now, by: .console)
        try connection.endPushMessage(message.app, message.id, at: now)
    }
}
