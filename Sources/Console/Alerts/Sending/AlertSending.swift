import Foundation
import Signing
import Storage
import Web

/// Sending what waits. One node at a time does it; what it had sent and not yet noted when it ended is sent again by the next one.
extension Alerts {
    /// Deliveries of one step, and channels spoken to at the same time.
    private static let mostDue = 200
    private static let mostDueEach = 25
    private static let atOnce = 8

    /// One bounded step: of each channel as many as it takes a minute, until one is not taken.
    @Sendable func sendDue() async throws {
        let now = clock.now
        let due = try await database.read { try $0.dueAlerts(at: now, limit: Self.mostDue, each: Self.mostDueEach) }
        let channels = Dictionary(grouping: due) { "\($0.app) \($0.channel)" }.values.map { $0 }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, dues) in channels.enumerated() {
                if place >= Self.atOnce { try await group.next() }
                group.addTask { try await send(dues) }
            }
            try await group.waitForAll()
        }
    }

    private func send(_ dues: [AlertDue]) async throws {
        guard let first = dues.first else { return }
        let since = clock.now.addingTimeInterval(-60)
        let spent = try await database.read { try $0.countAlertAttempts(first.app, channel: first.channel, since: since) }
        for due in dues.prefix(max(0, first.kind.mostPerMinute - spent)) {
            let problem = try await send(due).problem
            // The channel takes others all the same.
            guard problem == nil || problem == .narrowed else { return }
        }
    }

    /// One attempt.
    func send(_ due: AlertDue) async throws -> AlertOutcome {
        let found = try await database.read { connection in
            (try connection.alertChannel(due.app, due.channel), try connection.sealedAlertChannel(due.app, due.channel))
        }
        guard case (let channel?, let sealed?) = found, channel.enabled || due.isTest else { return try await giveUp(due, .channelGone) }
        guard channel.wide || due.readers != .console else { return try await giveUp(due, .narrowed) }
        let secret = try AlertChannelSecret.open(sealed, key, for: channel.id)
        let until = channel.oldSecretUntil.value
        let request = AlertRequest(channel.kind, secret, oldSecretUntil: until, id: due.id, body: due.body, now: clock.now)
        let outcome = await client.send(request, to: channel.kind)
        try await note(outcome, of: due)
        return outcome
    }

    private func giveUp(_ due: AlertDue, _ problem: AlertProblem) async throws -> AlertOutcome {
        let outcome = AlertOutcome(problem: problem)
        try await note(outcome, of: due)
        return outcome
    }

    private func note(_ outcome: AlertOutcome, of due: AlertDue) async throws {
        let chance = Double(Random.bytes(1)[0]) / 255
        let isTold = try await database.write { [clock] connection in
            let pause = AlertSchedule.pause(after: due.tries + 1, of: due.mostTries, outcome, chance: chance)
            let next = pause.map { clock.now.addingTimeInterval($0) }
            let state: AlertDeliveryState = outcome.problem == nil ? .delivered : next == nil ? .failed : .waiting
            guard try connection.moveAlertDelivery(due, to: state, outcome.problem, next: next, at: clock.now) else { return false }
            try connection.insertAlertAttempt(due, outcome, at: clock.now)
            if outcome.problem == .gone { try turnOff(due, connection) }
            guard state == .failed, !due.isTest, outcome.problem != .narrowed, try isWorthSaying(due, connection) else { return false }
            try sayUndelivered(due, connection)
            return true
        }
        if isTold { try await refreshUnread() }
    }

    /// 410 says that no more is wanted.
    private func turnOff(_ due: AlertDue, _ connection: Connection) throws {
        guard let channel = try connection.alertChannel(due.app, due.channel), channel.enabled else { return }
        try connection.turnOffAlertChannel(due.app, due.channel, at: clock.now)
        try audit.record(connection, by: .console, "alert.editChannel", app: due.app, object: channel.spoken, after: ["enabled": "false"])
    }

    /// Changes are many: of those that one channel does not take, one a day is told.
    private func isWorthSaying(_ due: AlertDue, _ connection: Connection) throws -> Bool {
        guard due.alert.isEmpty else { return true }
        return try connection.countChangesGivenUp(due.app, channel: due.channel, since: clock.now.addingTimeInterval(-86_400)) <= 1
    }

    /// In the console: who waits for the message elsewhere would never know.
    private func sayUndelivered(_ due: AlertDue, _ connection: Connection) throws {
        var facts = AlertFacts()
        facts.channel = try connection.alertDelivery(due.app, due.id)?.channelName
        facts.delivery = due.id
        facts.attempts = due.attempts + 1
        let alert = Alert(id: Random.hex(8), at: clock.now, kind: .undelivered, ruleId: "", ruleName: "", facts: facts)
        try connection.insertAlert(alert, of: due.app)
        try connection.changed(.alerts)
    }
}
