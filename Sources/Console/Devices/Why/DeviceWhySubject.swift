import Foundation
import Web

/// Whom an answer is about.
struct DeviceWhySubject: Sendable {
    let device: TelemetryDeviceFacts
    /// Whether logs, or its push binding, told of it.
    let known: Bool
    /// The user's other devices.
    let others: [String]
}

extension DeviceWhys {
    /// The device that was asked for, or the user's that was last heard of, with what is known of it.
    func subject(of asked: DeviceWhyAsked, _ app: App) async throws -> DeviceWhySubject {
        let candidates = asked.isEmpty ? [] : try await candidates(asked, app.id)
        let fitting = candidates.filter { asked.platform == nil || $0.platform == asked.platform }
        guard let first = fitting.first else {
            let platform = asked.platform ?? app.platforms.first?.platform ?? .ios
            return DeviceWhySubject(device: .unknown(asked.device, asked.user, platform), known: false, others: [])
        }
        let others = asked.device.isEmpty ? fitting.map(\.device).filter { $0 != first.device } : []
        return DeviceWhySubject(device: first.completed(user: asked.user), known: true, others: Array(Set(others)).sorted())
    }

    /// What logs told, otherwise what was told with a push token; the last heard of first.
    private func candidates(_ asked: DeviceWhyAsked, _ app: String) async throws -> [TelemetryDeviceFacts] {
        if !asked.device.isEmpty {
            let found = try await directory.device(asked.device, of: app)
            return try await found.isEmpty ? [push.known(asked.device, of: app)].compactMap { $0 }.map(TelemetryDeviceFacts.init) : found
        }
        let found = try await directory.devices(ofUser: asked.user, in: app)
        let bound = try await push.known(user: asked.user, of: app)
        return found + bound.filter { device in !found.contains { $0.device == device.id } }.map(TelemetryDeviceFacts.init)
    }
}

extension TelemetryDeviceFacts {
    /// Of a device that nobody told of.
    fileprivate static func unknown(_ device: String, _ user: String, _ platform: Platform) -> TelemetryDeviceFacts {
        TelemetryDeviceFacts(
            device: device,
            platform: platform,
            userId: user,
            version: "",
            mobileModel: "",
            osVersion: "",
            channel: "",
            firstDay: "",
            seenAt: Date(timeIntervalSince1970: 0)
        )
    }

    fileprivate init(_ bound: PushDevice) {
        self.init(
            device: bound.id,
            platform: bound.platform,
            userId: bound.user,
            version: bound.version,
            mobileModel: bound.model,
            osVersion: bound.osVersion,
            channel: "",
            firstDay: "",
            seenAt: bound.seenAt
        )
    }

    /// As if another user were logged in, where one was asked for.
    fileprivate func completed(user: String) -> TelemetryDeviceFacts {
        var facts = self
        if !user.isEmpty { facts.userId = user }
        return facts
    }

    /// As releases look at it. City and network are not kept.
    var asker: UpdateAsker {
        UpdateAsker(
            device: device,
            version: version,
            user: userId,
            model: mobileModel,
            osVersion: osVersion,
            network: "",
            channel: channel,
            city: ""
        )
    }
}
