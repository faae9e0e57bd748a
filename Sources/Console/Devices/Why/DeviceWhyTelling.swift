import Foundation
import Web

/// Messages, dots and diagnosis tasks.
extension DeviceWhys {
    func pushCases(_ device: TelemetryDeviceFacts, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        try await messages.why(device.device, of: app.id, message: id, limit: Self.mostCases).map(DeviceWhyCase.init)
    }

    func badgeCases(_ device: TelemetryDeviceFacts, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        let now = clock.now
        let asker = BadgeAsker(
            app: app.id,
            device: device.device.orNil,
            user: device.userId.orNil,
            traits: device.asker.rollout(device.platform),
            at: now
        )
        return try await badges.why(asker, badge: id, limit: Self.mostCases).map { DeviceWhyCase($0, of: app.id, at: now) }
    }

    func diagnosisCases(_ device: TelemetryDeviceFacts, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        let found = try await diagnosis.why(
            device.device,
            user: device.userId,
            on: device.platform,
            of: app.id,
            task: id,
            limit: Self.mostCases
        )
        return found.map { DeviceWhyCase($0, of: app.id) }
    }
}

extension DeviceWhyCase {
    fileprivate init(_ why: PushWhy) {
        let message = why.message
        let said = why.delivery?.reason.orNil
        // What the console itself decided has its own sentence.
        let isService = why.outcome == .failed || why.outcome == .unknown
        self.init(
            subject: message.id,
            title: message.plan.name.orNil ?? message.content.title.orNil ?? message.id,
            state: OrNull(Message("label.pushMessageState.\(message.state.rawValue)")),
            got: why.outcome.got,
            because: Message("devices.why.push.\(why.outcome.rawValue)"),
            note: OrNull(isService ? said.map { Message("devices.why.said", ["reason": $0]) } : nil),
            conditions: why.reasons,
            page: "/apps/\(message.app)/push-messages/\(why.delivery?.message ?? message.id)"
        )
    }

    fileprivate init(_ why: BadgeWhy, of app: String, at now: Date) {
        self.init(
            subject: why.badge.id,
            title: why.badge.path.text,
            state: OrNull(Message("label.badgeState.\(why.badge.state(at: now).rawValue)")),
            got: why.outcome.got,
            because: Message("devices.why.badge.\(why.outcome.rawValue)"),
            conditions: why.reasons,
            page: "/apps/\(app)/badges/\(why.badge.id)"
        )
    }

    fileprivate init(_ why: DiagnosisWhy, of app: String) {
        let reason = why.part?.reason.orNil
        self.init(
            subject: why.task.id,
            title: why.task.id,
            state: OrNull(Message("label.diagnosisState.\(why.task.state.rawValue)")),
            got: why.outcome.got,
            because: Message("devices.why.diagnosis.\(why.outcome.rawValue)"),
            note: OrNull(reason.map { Message("label.diagnosisReason.\($0)") }),
            conditions: why.reasons,
            page: "/apps/\(app)/diagnostics/\(why.task.id)"
        )
    }
}
