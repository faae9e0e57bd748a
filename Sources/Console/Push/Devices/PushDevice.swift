import Foundation
import Storage

/// A device as push knows it: what it bound last.
struct PushDevice: Codable, Sendable, Equatable {
    let id: String
    let platform: Platform
    let channel: PushChannel
    /// `production` for every channel but Apple's.
    let environment: PushEnvironment
    let token: String
    /// Who uses it; empty for nobody known, as all texts that follow.
    let user: String
    let version: String
    let model: String
    let osVersion: String
    /// `+08:00` or an IANA name.
    let timeZone: String
    let language: String
    /// When it last bound, also the token that it had.
    let boundAt: Date
    /// When it was last heard of, by a binding or in its log lines.
    let seenAt: Date
    let state: PushDeviceState
    /// Why it is gone: one of ``PushGone``, or the word of the service that refused its token.
    let reason: String
    let endedAt: Date?

    /// Enough to tell tokens apart, too little to send with.
    var shownToken: String { PushDelivery.shortened(token) }
}

/// Names a device of an app.
struct PushDeviceKey: Sendable, Equatable, Comparable {
    let app: String
    let device: String

    /// Before every other.
    static let first = PushDeviceKey(app: "", device: "")

    static func < (left: Self, right: Self) -> Bool { (left.app, left.device) < (right.app, right.device) }
}

/// Whether a device can be reached.
enum PushDeviceState: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case bound
    /// The app asked for no more, or an operator did.
    case unbound
    /// Its token leads nowhere any more.
    case gone
}

/// Why the console itself takes a token for lost. Stored: the words do not change.
enum PushGone: String, Codable, CaseIterable, Sendable {
    /// Not heard of for ``PushDeviceLimits/silence``.
    case silent
    /// Another device id bound the same token: the app was installed anew.
    case moved
}

enum PushDeviceLimits {
    /// Seconds without a sign of life after which a device is taken for gone: 90 days. Apple keeps no message for longer than 30; an app that is
    /// opened once a quarter binds again by itself.
    static let silence = 90.0 * 86_400
    /// Seconds that a device which is bound no more is remembered for: 180 days.
    static let memory = 180.0 * 86_400
    /// Characters of model, system version, version; more is cut off.
    static let trait = 64
}
