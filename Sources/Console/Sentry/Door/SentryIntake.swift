import Formats
import Foundation
import Signing
import Web

/// What became of a request.
struct SentryOutcome: Sendable {
    /// Of the event, or of what it belongs to; nil where there is none.
    var id: String?
    /// What was left out because its key brought too much.
    var limited: SentryRefusal?
}

/// Takes envelopes and events in: events as reports through the ledger, sessions as log lines through the ledger, attachments beside their reports.
///
/// Nothing here asks the database, but for attachments; returns when all of it is on disk.
struct SentryIntake: Sendable {
    let telemetry: Telemetry
    let index: SentryIndex
    let attachments: SentryAttachments
    let tally: SentryTally
    let quota = SentryQuota()

    // MARK: who it is

    /// - Parameter project: as the path says it.
    /// - Throws: `SentryRefusal`.
    func door(_ key: String?, project: String) throws -> SentryDoor {
        guard let key, !key.isEmpty else { throw SentryRefusal.noKey }
        guard let door = index.door(key) else { throw SentryRefusal.unknownKey }
        guard door.state == .active else { throw SentryRefusal.disabledKey }
        guard String(door.number) == project else { throw SentryRefusal.otherProject }
        return door
    }

    /// Where its logs belong; none of an archived app.
    private func logs(_ door: SentryDoor) throws -> AppDoor {
        guard let platform = telemetry.index.app(door.app)?.platform(door.platform),
            let found = telemetry.index.door(productID: platform.logProductId)
        else { throw SentryRefusal.noApp }
        return found
    }

    // MARK: envelopes

    /// - Throws: `SentryRefusal`, or what the ledger throws.
    func take(_ envelope: SentryEnvelope, _ body: SentryBody, _ door: SentryDoor) async throws -> SentryOutcome {
        let logs = try logs(door)
        var sorted = SentryItems(envelope, body.bytes)
        for (kind, count) in sorted.counts { tally.add(door, kind, count) }
        var outcome = SentryOutcome(id: envelope.eventID)
        if !sorted.events.isEmpty, let seconds = quota.take(door, sorted.events.count, at: telemetry.clock.now.milliseconds) {
            tally.add(door, "limited", sorted.events.count)
            (sorted.events, sorted.attachments) = ([], [])
            outcome.limited = .limited(seconds, ["error", "default", "attachment"])
        }
        if let limited = outcome.limited, sorted.sessions.isEmpty { throw limited }
        try await keep(sorted, body, &outcome, door, logs)
        return outcome
    }

    /// The files first: a report is never without them.
    private func keep(
        _ items: SentryItems,
        _ body: SentryBody,
        _ outcome: inout SentryOutcome,
        _ door: SentryDoor,
        _ logs: AppDoor
    ) async throws {
        var events = try items.events.map { try SentryEvent($0, id: outcome.id) }
        if events.count == 1, items.attachments.isEmpty { events[0].keep(body) }
        if let id = events.first?.id ?? outcome.id {
            outcome.id = id
            try await attachments.keep(items.attachments, of: id, app: door.app)
        }
        async let lines: Void = take(items.sessions, isSum: items.hasSums, logs)
        for event in events { try await take(event, door, logs) }
        try await lines
    }

    /// One event by itself, as `/store/` takes it.
    func take(event bytes: [UInt8], _ door: SentryDoor) async throws -> SentryOutcome {
        let logs = try logs(door)
        let event = try SentryEvent(bytes, id: nil)
        guard event.isReport else {
            tally.add(door, "ignored.transaction")
            return SentryOutcome(id: event.id)
        }
        if let seconds = quota.take(door, at: telemetry.clock.now.milliseconds) {
            tally.add(door, "limited")
            throw SentryRefusal.limited(seconds, ["error", "default", "attachment"])
        }
        tally.add(door, "event")
        try await take(event, door, logs)
        return SentryOutcome(id: event.id)
    }

    // MARK: the ledger

    private func take(_ event: SentryEvent, _ door: SentryDoor, _ logs: AppDoor) async throws {
        guard event.isReport else { return }
        var delivery = TelemetryDelivery(
            door: logs,
            kind: .crash,
            version: event.version,
            device: event.device,
            user: event.user,
            timeZone: "+00:00",
            receivedAt: telemetry.clock.now,
            body: event.envelope?.packed ?? event.body,
            isPacked: event.envelope != nil
        )
        delivery.plain = event.envelope?.bytes
        delivery.reportID = event.id
        do {
            let receipt = try await telemetry.receive(delivery)
            if receipt.duplicate { tally.add(door, "duplicate") }
        } catch let problem as Problem where problem.kind == .conflict {
            // Another event of the same id was here before: as the protocol has it, the first one counts.
            tally.add(door, "duplicate")
        }
    }

    /// - Parameter isSum: of sums two may be alike and both right; a change of one session that comes again is the same.
    private func take(_ sessions: [SentrySession], isSum: Bool, _ logs: AppDoor) async throws {
        let now = telemetry.clock.now
        var lines = SentrySessionLines(productID: logs.productID, receivedAt: now.milliseconds)
        for session in sessions { lines.add(session) }
        guard !lines.bytes.isEmpty else { return }
        _ = try await telemetry.receive(
            TelemetryDelivery(door: logs, batchID: isSum ? Random.hex(16) : nil, timeZone: "+00:00", receivedAt: now, body: lines.bytes)
        )
    }
}

/// An event to be taken in.
struct SentryEvent: Sendable {
    let id: String
    /// With its id in it, so that the report names itself.
    let body: [UInt8]
    let version: String?
    let device: String?
    let user: String?
    /// Whether it is an error or a message, and no measurement.
    let isReport: Bool
    /// What it came in, packed: kept as it is, it need not be packed again. nil where that is not possible.
    private(set) var envelope: SentryBody?
    private let hasOwnID: Bool

    /// - Parameter id: the envelope's; nil where it names none.
    /// - Throws: `SentryRefusal` for what is no event, or too large.
    init(_ bytes: [UInt8], id: String?) throws {
        guard bytes.count <= SentryLimits.event else { throw SentryRefusal.tooLarge("the event", SentryLimits.event) }
        guard let head = SentryEventHead(bytes) else { throw SentryRefusal.malformed("the event is no JSON object") }
        let known = head.id ?? id
        self.id = known ?? Random.hex(16)
        body = head.id == nil ? Self.named(bytes, self.id) : bytes
        version = Self.word(CrashSentryRelease(head.release).version)
        device = Self.word(head.installation)
        user = Self.word(head.namedUser)
        isReport = head.type != "transaction"
        hasOwnID = head.id != nil
    }

    /// - Parameter envelope: that has no other event in it, and nothing large.
    mutating func keep(_ envelope: SentryBody) {
        guard hasOwnID, let packed = envelope.packed, packed.count <= TelemetryLimits.packed, envelope.bytes.count <= 2 * body.count + (64 << 10)
        else { return }
        self.envelope = envelope
    }

    private static func word(_ text: String) -> String? { text.isEmpty ? nil : text }

    private static func named(_ bytes: [UInt8], _ id: String) -> [UInt8] {
        guard let open = bytes.firstIndex(of: UInt8(ascii: "{")) else { return bytes }
        let rest = bytes[(open + 1)...]
        let isEmpty = rest.first { $0 > 0x20 } == UInt8(ascii: "}")
        return Array(#"{"event_id":"\#(id)"\#(isEmpty ? "" : ",")"#.utf8) + rest
    }
}

/// An envelope's items by what is done with them.
struct SentryItems {
    var events: [[UInt8]] = []
    var sessions: [SentrySession] = []
    var hasSums = false
    var attachments: [SentryFile] = []
    /// What is counted, by kind.
    private(set) var counts: [(kind: String, count: Int)] = []
    private var read = 0
    private var attached = 0

    /// What the protocol has besides; others are counted together.
    private static let ignored: Set<String> = [
        "transaction", "profile", "profile_chunk", "replay_event", "replay_recording", "replay_video", "statsd", "metric_buckets", "check_in", "span",
        "log", "trace_metric", "feedback", "user_report", "raw_security", "form_data",
    ]

    init(_ envelope: SentryEnvelope, _ bytes: [UInt8]) {
        for item in envelope.items { add(item, bytes) }
    }

    private mutating func add(_ item: SentryEnvelope.Item, _ bytes: [UInt8]) {
        switch item.type {
        case "event":
            events.append(Array(bytes[item.payload]))
            count("event")
        case "session": addSessions(SentrySession.one(bytes[item.payload]).map { [$0] }, isSum: false)
        case "sessions": addSessions(SentrySession.sums(bytes[item.payload]), isSum: true)
        case "attachment": addAttachment(item, bytes)
        case "client_report": addReport(bytes[item.payload])
        default: count("ignored.\(Self.ignored.contains(item.type) ? item.type : "other")")
        }
    }

    private mutating func addSessions(_ found: [SentrySession]?, isSum: Bool) {
        guard let found, read < SentryLimits.sessions else { return count("ignored.session") }
        read += 1
        hasSums = hasSums || isSum
        sessions += found
        count("session", found.reduce(0) { $0 + max(1, $1.counts.begun) })
    }

    private mutating func addAttachment(_ item: SentryEnvelope.Item, _ bytes: [UInt8]) {
        attached += item.payload.count
        guard attached <= SentryLimits.attached, attachments.count < SentryLimits.attachments else { return count("ignored.attachment") }
        attachments.append(SentryFile(item, Array(bytes[item.payload])))
        count("attachment")
    }

    private mutating func addReport(_ payload: ArraySlice<UInt8>) {
        guard let report = SentryClientReport(payload) else { return count("ignored.client_report") }
        count("client_report")
        for lost in report.lost { count("lost.\(SentryTally.word(lost.reason)).\(SentryTally.word(lost.category))", lost.quantity) }
    }

    private mutating func count(_ kind: String, _ quantity: Int = 1) {
        counts.append((kind, quantity))
    }
}
