import Foundation
import Storage
import Web

/// Why a device got a message, or did not.
struct PushWhy: Sendable {
    let message: PushMessage
    let outcome: PushWhyOutcome
    /// Of the run that was for the device, where the message is a repeated one; the message itself otherwise.
    let delivery: PushWhyDelivery?
    /// Everything that the target asks of the device, as it is today.
    let reasons: [RolloutReason]
}

/// The row of a device in an audience.
struct PushWhyDelivery: Sendable {
    let message: String
    let state: PushDeliveryState
    let reason: String
    let answeredAt: Date?
    let arrivedAt: Date?
    let openedAt: Date?
    let ignoredAt: Date?
}

extension PushMessages {
    /// - Parameters:
    ///   - device: its id; empty for none known.
    ///   - id: of the message; nil for the latest ones.
    /// - Throws: `notFound` for the message.
    func why(_ device: String, of app: String, message id: String?, limit: Int) async throws -> [PushWhy] {
        let now = clock.now
        return try await database.read { connection in
            let messages =
                try id.map { [try connection.pushMessage(app, $0)] }
                ?? connection.pushMessages(app, PushMessageFilter(), before: nil, limit: limit)
            let bound = device.isEmpty ? nil : try connection.pushDevice(app, device)
            return try messages.map { try connection.pushWhy($0, device, bound, at: now) }
        }
    }
}

extension Connection {
    fileprivate func pushWhy(_ message: PushMessage, _ device: String, _ bound: PushDevice?, at now: Date) throws -> PushWhy {
        let reasons = try pushReasons(message.app, message.target, device, bound, at: now)
        if let delivery = try pushWhyDelivery(message.app, message.id, device: device) {
            return PushWhy(message: message, outcome: PushWhyOutcome(delivery), delivery: delivery, reasons: reasons)
        }
        let outcome = PushWhyOutcome(message, bound, fits: reasons.allSatisfy(\.holds))
        return PushWhy(message: message, outcome: outcome, delivery: nil, reasons: reasons)
    }

    /// What a target asks, each held against the device. A device that is not bound has nothing that it could be held against but its names.
    private func pushReasons(
        _ app: String,
        _ target: PushTarget,
        _ device: String,
        _ bound: PushDevice?,
        at now: Date
    ) throws -> [RolloutReason] {
        switch target.kind {
        case .all, nil: return []
        case .users: return [RolloutReason(.user, oneOf: target.users ?? [], found: bound?.user ?? "")]
        case .devices: return [RolloutReason(.device, oneOf: target.devices ?? [], found: device)]
        case .segment: return try pushReasons(app, target.segment ?? PushSegment(), device, bound, at: now)
        case .list:
            guard let list = try pushList(app, target.list ?? "") else { return [] }
            let name = list.kind == .users ? bound?.user ?? "" : device
            let isListed = try !name.isEmpty && hasPushListEntry(app, list.id, name)
            let element: RolloutElement = list.kind == .users ? .user : .device
            let (looked, test) = ("label.rolloutElement.\(element.rawValue)", "rollout.reason.listed")
            return [RolloutReason(looked, test, wanted: "\(list.name) (\(list.entries))", found: name, holds: isListed)]
        }
    }

    private func pushReasons(_ app: String, _ segment: PushSegment, _ device: String, _ bound: PushDevice?, at now: Date) throws -> [RolloutReason] {
        var reasons = segment.conditions.map { RolloutReason(RolloutFinding($0, RolloutDevice(bound, device))) }
        if let days = segment.activeWithinDays {
            let age = bound.map { now.timeIntervalSince($0.seenAt) / 86_400 }
            let isActive = age.map { $0 <= Double(days) } ?? false
            // Away from the limit, so that a day more or less does not look like the limit itself.
            let seen = age.map { "\(Int(max($0, 0).rounded(isActive ? .down : .up)))" } ?? ""
            reasons.append(RolloutReason("rollout.reason.seen", "rollout.reason.withinDays", wanted: "\(days)", found: seen, holds: isActive))
        }
        if let group = segment.crashGroup {
            let isHit = try isDevice(device, of: app, inCrashGroup: group)
            reasons.append(RolloutReason("rollout.reason.crashes", "rollout.reason.group", wanted: group, found: isHit ? group : "", holds: isHit))
        }
        return reasons
    }
}

extension PushSegment {
    /// Those of its conditions that rules have too.
    fileprivate var conditions: [RolloutCondition] {
        let conditions: [RolloutCondition?] = [
            platform.map { .words(.platform, [$0.rawValue]) },
            versions.flatMap { .versions(.version, $0.items) },
            models.map { .words(.model, $0.items) },
            osVersions.flatMap { .versions(.osVersion, $0.items) },
        ]
        return conditions.compactMap { $0 }
    }
}

extension RolloutDevice {
    fileprivate init(_ bound: PushDevice?, _ device: String) {
        self.init(
            platform: bound?.platform ?? .ios,
            version: bound?.version ?? "",
            device: device,
            user: bound?.user ?? "",
            model: bound?.model ?? "",
            osVersion: bound?.osVersion ?? ""
        )
    }
}
