import Foundation
import Storage

/// When each held device gets a message, or why it does not.
struct PushReleasing: Sendable {
    let now: Date

    /// Devices of one transaction, where each is looked at, and where all are alike.
    private static let (batch, quickBatch) = (1_000, 5_000)
    /// On a device's own clock the hour may be over for so long when a message begins.
    private static let passed: TimeInterval = 3_600

    /// What comes of a device.
    enum Decision: Hashable {
        case queued(Date)
        case skipped(PushSkip)
    }

    /// Queues some of the held devices.
    /// - Returns: whether there may be more.
    func release(_ connection: Connection, _ message: PushMessage) throws -> Bool {
        let caps = [message.plan.cap, try connection.pushOption(message.app).cap].compactMap { $0 }
        // A test is for one person who asked for it.
        let mayCap = message.kind != .test && !caps.isEmpty
        guard mayCap || message.schedule.deviceLocal || message.plan.quiet != nil || isLate(message) else {
            return try connection.queuePushDeliveries(message.app, message.id, at: begins(message), limit: Self.quickBatch) == Self.quickBatch
        }
        let held = try connection.heldPushDevices(message.app, message.id, limit: Self.batch)
        let full = mayCap ? try capped(connection, message, held, caps) : []
        let decisions = Dictionary(grouping: held) { full.contains($0.device) ? .skipped(.cap) : decision(message, $0.zone) }
        for (decision, devices) in decisions {
            try connection.decidePushDeliveries(message.app, message.id, devices.map(\.device), decision, at: now)
        }
        return held.count == Self.batch
    }

    private func begins(_ message: PushMessage) -> Date { max(message.due, message.beganAt ?? now) }

    /// The console was away until after the time in which it made sense.
    private func isLate(_ message: PushMessage) -> Bool {
        guard !message.schedule.deviceLocal else { return false }
        let confirmed = message.confirmedAt?.addingTimeInterval(Double(message.window)) ?? message.due
        return begins(message).timeIntervalSince(max(message.due, confirmed)) > Double(max(message.content.ttlSeconds, 600))
    }

    /// - Parameter zone: as the device said it; the schedule's where it did not.
    func decision(_ message: PushMessage, _ zone: String) -> Decision {
        let (schedule, device) = (message.schedule, PushZone.zone(zone))
        if isLate(message) { return .skipped(.expired) }
        let began = message.beganAt ?? now
        let due = schedule.deviceLocal ? schedule.due(message.due, in: device) : begins(message)
        if due < began.addingTimeInterval(-Self.passed) { return .skipped(.passed) }
        let time = max(due, began)
        guard let quiet = message.plan.quiet else { return .queued(time) }
        let postponed = quiet.postponed(time, in: device ?? schedule.timeZone)
        let deadline = time.addingTimeInterval(Double(message.content.ttlSeconds))
        return postponed > deadline ? .skipped(.expired) : .queued(postponed)
    }

    /// Devices whose user had as many messages as may be; without a user the device counts for itself.
    private func capped(_ connection: Connection, _ message: PushMessage, _ held: [PushHeldDevice], _ caps: [PushCap]) throws -> Set<String> {
        var full = Set<String>()
        let (known, unknown) = (held.filter { !$0.user.isEmpty }, held.filter(\.user.isEmpty).map(\.device))
        for cap in caps {
            let since = now.addingTimeInterval(-3_600 * Double(cap.hours))
            let users = try connection.pushUsers(Array(Set(known.map(\.user))), of: message.app, withAtLeast: cap.count, since: since)
            full.formUnion(known.filter { users.contains($0.user) }.map(\.device))
            full.formUnion(try connection.pushDevices(unknown, of: message.app, withAtLeast: cap.count, since: since))
        }
        return full
    }
}

/// A device of a frozen audience that nothing is decided for.
struct PushHeldDevice: Sendable {
    let device: String
    let user: String
    /// As the device says it today; empty when it does not.
    let zone: String
}
