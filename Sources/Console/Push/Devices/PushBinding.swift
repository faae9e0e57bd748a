import Foundation

/// What a device says when it binds its token.
struct PushBinding: Sendable, Equatable {
    let app: String
    let device: String
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    let token: String
    /// nil where the call says nothing of it: who was known stays. Empty for nobody any more.
    let user: String?
    /// Empty where it did not say, as all that follow: what was known stays.
    let version: String
    let model: String
    let osVersion: String
    let timeZone: String
    let language: String
    let at: Date
}

/// What a device says of a message that it got.
struct PushReport: Sendable, Equatable {
    let app: String
    let device: String
    let message: String
    let event: Event
    let at: Date

    enum Event: String, Codable, CaseIterable, Sendable {
        case arrived, opened, ignored
    }
}

/// A device's token that is to be used no more.
struct PushUnbinding: Sendable, Equatable {
    let app: String
    let device: String
    /// Only if it is this one; nil for whichever it is. As the device sent it.
    let token: String?
    let at: Date
}
