import Formats
import Foundation
import Web

/// A device as lists and scripts are shown it: its token shortened, as whoever has all of it and the key can send to it.
struct PushDeviceView: Codable, Sendable {
    let deviceId: String
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    /// First eight and last four characters.
    let token: String
    private(set) var userId: String
    let version: String
    let mobileModel: String
    let osVersion: String
    let timeZone: String
    let language: String
    let boundAt: Date
    /// When it was last heard of.
    let seenAt: Date
    let state: PushDeviceState
    /// Why it is gone: `silent`, `moved`, or the word of the service that refused the token; empty for others.
    let reason: String
    let endedAt: OrNull<Date>

    init(_ device: PushDevice) {
        deviceId = device.id
        platform = device.platform
        channel = device.channel
        environment = device.environment
        token = device.shownToken
        userId = device.user
        version = device.version
        mobileModel = device.model
        osVersion = device.osVersion
        timeZone = device.timeZone
        language = device.language
        boundAt = device.boundAt
        seenAt = device.seenAt
        state = device.state
        reason = device.reason
        endedAt = OrNull(device.endedAt)
    }

    /// Without telephone numbers and mail addresses.
    func masked() -> PushDeviceView {
        var view = self
        view.userId = PersonalMask.masked(userId)
        return view
    }
}

/// A message that was for a device, and what became of it there.
struct PushDeviceDelivery: Codable, Sendable, Equatable {
    let message: String
    let name: String
    let title: String
    let state: PushDeliveryState
    /// Why, where there is something to say.
    let reason: String
    /// When the service answered.
    let answeredAt: OrNull<Date>
    let arrivedAt: OrNull<Date>
    let openedAt: OrNull<Date>
    let ignoredAt: OrNull<Date>
}

/// A device with the messages that were for it.
struct PushDeviceDetail: Codable, Sendable {
    let device: PushDeviceView
    /// Newest first, at most 50.
    let deliveries: [PushDeviceDelivery]
}
