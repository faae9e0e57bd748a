import Formats
import Foundation
import Web

/// All that the rooms know of one device.
struct DeviceDetail: Codable, Sendable {
    let device: String
    /// Whether any room knows of it.
    let known: Bool
    /// As its newest lines describe it, one for each platform, the last heard of first.
    var platforms: [TelemetryDeviceFacts]
    /// The days of the last ``Devices/days`` on which it was there, by platform.
    let activity: [DeviceActivity]
    /// Newest first, at most ``Devices/mostTold``.
    let told: [ExposureTold]
    /// The groups that it has reports in, the last seen first; as the next two, at most ``Devices/most``.
    var crashes: [CrashHit]
    /// Newest first.
    var diagnostics: [DiagnosisTask]
    /// Newest first.
    var feedback: [DeviceFeedback]
    /// What it last bound; null for a device that never did.
    var push: OrNull<DevicePush>

    /// Without telephone numbers and mail addresses.
    func masked() -> DeviceDetail {
        var detail = self
        detail.platforms = platforms.map { $0.masked() }
        detail.crashes = crashes.map { $0.masked() }
        detail.diagnostics = diagnostics.map { $0.masked() }
        detail.feedback = feedback.map { $0.masked() }
        detail.push = OrNull(push.value?.masked())
        return detail
    }
}

/// The days on which a device was there.
struct DeviceActivity: Codable, Sendable, Equatable {
    let platform: Platform
    /// Newest first.
    let days: [TelemetryDeviceDay]
}

/// How push reaches a device.
struct DevicePush: Codable, Sendable, Equatable {
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    let state: PushDeviceState
    /// Why it is gone; empty for others.
    let reason: String
    var userId: String
    let version: String
    let mobileModel: String
    let osVersion: String
    let timeZone: String
    let language: String
    let boundAt: Date
    let seenAt: Date

    init(_ device: PushDevice) {
        (platform, channel, environment) = (device.platform, device.channel, device.environment)
        (state, reason) = (device.state, device.reason)
        (userId, version, mobileModel, osVersion) = (device.user, device.version, device.model, device.osVersion)
        (timeZone, language) = (device.timeZone, device.language)
        (boundAt, seenAt) = (device.boundAt, device.seenAt)
    }

    fileprivate func masked() -> DevicePush {
        var push = self
        push.userId = PersonalMask.masked(userId)
        return push
    }
}

/// A feedback, as short as a line.
struct DeviceFeedback: Codable, Sendable, Equatable {
    let id: String
    let createdAt: Date
    let state: FeedbackState
    /// Its first 200 characters.
    var content: String

    init(_ feedback: Feedback) {
        (id, createdAt, state) = (feedback.id, feedback.createdAt, feedback.state)
        content = String(feedback.content.prefix(200))
    }

    fileprivate func masked() -> DeviceFeedback {
        var feedback = self
        feedback.content = PersonalMask.masked(content)
        return feedback
    }
}

/// All that the rooms know of one user.
struct DeviceUserDetail: Codable, Sendable {
    var userId: String
    /// Whether any room knows of them.
    let known: Bool
    /// Devices whose newest lines name the user, the last heard of first.
    var devices: [TelemetryDeviceFacts]
    /// Ids of further devices that named the user when they bound their push token.
    let pushDevices: [String]
    /// As of a device.
    var crashes: [CrashHit]
    var diagnostics: [DiagnosisTask]
    var feedback: [DeviceFeedback]

    /// Without telephone numbers and mail addresses.
    func masked() -> DeviceUserDetail {
        var detail = self
        detail.userId = PersonalMask.masked(userId)
        detail.devices = devices.map { $0.masked() }
        detail.crashes = crashes.map { $0.masked() }
        detail.diagnostics = diagnostics.map { $0.masked() }
        detail.feedback = feedback.map { $0.masked() }
        return detail
    }
}

extension TelemetryDeviceFacts {
    /// Without telephone numbers and mail addresses.
    func masked() -> TelemetryDeviceFacts {
        var facts = self
        facts.userId = PersonalMask.masked(userId)
        return facts
    }
}

extension TelemetryUserFacts {
    /// Without telephone numbers and mail addresses.
    func masked() -> TelemetryUserFacts {
        var facts = self
        facts.userId = PersonalMask.masked(userId)
        return facts
    }
}

extension Context {
    /// What a person's name is linked to: nothing where it is hidden from the viewer, as the address would tell it.
    func userPage(_ user: String, of app: App) -> String? {
        user.isEmpty || (isMasked(app) && PersonalMask.masked(user) != user) ? nil : DevicePath.user(user, of: app.id)
    }
}
