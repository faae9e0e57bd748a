import Foundation
import Storage
import Web

/// Values as they are stored.
enum PushText {
    static func write(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .millisecondsSince1970
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    static func read<Value: Decodable>(_ text: String) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        return try decoder.decode(Value.self, from: Data(text.utf8))
    }
}

extension PushContent {
    init(_ row: Row) throws {
        self.init(
            title: try row["title"],
            body: try row["body"],
            data: try PushText.read(try row["data"]),
            badge: try row["badge"],
            sound: try row["sound"],
            silent: try row["silent"],
            imageURL: (try row["image_url"] as String).orNil,
            ttlSeconds: try row["ttl_seconds"],
            collapseId: try row["collapse_id"]
        )
    }
}

extension PushPlan {
    init(_ row: Row) throws {
        let (from, to): (Int?, Int?) = (try row["quiet_from"], try row["quiet_to"])
        let (count, hours): (Int?, Int?) = (try row["cap_count"], try row["cap_hours"])
        self.init(
            name: try row["name"],
            content: try PushContent(row),
            target: try PushText.read(try row["target"]),
            schedule: try PushText.read(try row["schedule"]),
            quiet: from.flatMap { from in to.map { PushQuietHours(from: from, to: $0) } },
            cap: count.flatMap { count in hours.map { PushCap(count: count, hours: $0) } },
            parameters: try PushText.read(try row["parameters"])
        )
    }
}

extension PushMessage {
    init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            kind: try row["kind"],
            plan: try PushPlan(row),
            state: try row["state"],
            revision: try row["revision"],
            audience: try row["audience"],
            window: try row["window_seconds"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            frozenAt: try row["frozen_at"],
            confirmedAt: try row["confirmed_at"],
            confirmedBy: try row["confirmed_by"],
            sendsAt: try row["sends_at"],
            beganAt: try row["began_at"],
            endedAt: try row["ended_at"],
            testedAt: try row["tested_at"],
            parent: try row["parent_id"],
            occurrence: try row["occurrence"]
        )
    }

    /// A new one; everything that is not said is as of a draft.
    init(
        _ plan: PushPlan,
        id: String,
        app: String,
        kind: PushMessageKind = .message,
        state: PushMessageState = .draft,
        audience: Int? = nil,
        at time: Date,
        by name: String,
        confirmedAt: Date? = nil,
        confirmedBy: String = "",
        parent: String? = nil,
        occurrence: Int? = nil
    ) {
        let isFrozen = audience != nil
        self.init(
            id: id,
            app: app,
            kind: kind,
            plan: plan,
            state: state,
            revision: 1,
            audience: audience,
            window: PushRules.usualWindow,
            createdAt: time,
            createdBy: name,
            frozenAt: isFrozen ? time : nil,
            confirmedAt: confirmedAt,
            confirmedBy: confirmedBy,
            sendsAt: nil,
            beganAt: state == .sending ? time : nil,
            endedAt: nil,
            testedAt: nil,
            parent: parent,
            occurrence: occurrence
        )
    }
}
