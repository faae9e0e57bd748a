import Foundation
import Web

/// Why did a device get this, or not? One answer for everything that the console gives to devices.
struct DeviceWhy: Codable, Sendable {
    let kind: ExposureKind
    /// Whom it is about: texts that are not known are empty.
    var device: TelemetryDeviceFacts
    /// Whether logs, or its push binding, told of the device; otherwise only what was asked is known.
    let known: Bool
    /// The user's other devices, where a user was asked for.
    let others: [String]
    /// What of this kind it was told, newest first; at most ``DeviceWhys/mostTold``.
    let told: [ExposureTold]
    /// What it was held against.
    var cases: [DeviceWhyCase]

    /// Without telephone numbers and mail addresses.
    func masked() -> DeviceWhy {
        var why = self
        why.device = device.masked()
        why.cases = cases.map { $0.masked() }
        return why
    }
}

/// One thing, held against one device.
struct DeviceWhyCase: Codable, Sendable {
    /// Id of the release, message, dot or task, or the switch's key.
    let subject: String
    let title: String
    /// How it stands itself; null where there is nothing to say.
    let state: OrNull<Message>
    /// Whether the device gets it, or got it.
    let got: Bool
    /// Why, in a sentence.
    let because: Message
    /// More of it, such as what a push service said; null for nothing.
    var note: OrNull<Message> = OrNull(nil)
    /// Each thing that is asked of a device, held against this one.
    var conditions: [RolloutReason]
    /// When the device was first told of it, as far as is kept.
    var toldAt: OrNull<Date> = OrNull(nil)
    let page: String

    fileprivate func masked() -> DeviceWhyCase {
        var masked = self
        masked.conditions = conditions.map { $0.masked() }
        return masked
    }
}

/// What somebody asks.
struct DeviceWhyAsked: Sendable {
    var device = ""
    var user = ""
    /// nil for the one that the device was last seen on.
    var platform: Platform?
    var kind = ExposureKind.update
    /// nil for all that could be.
    var subject: String?

    var isEmpty: Bool { device.isEmpty && user.isEmpty }
}

/// Something that can be asked about.
struct DeviceWhyChoice: Codable, Sendable {
    let subject: String
    let title: String
    let chosen: Bool
}
