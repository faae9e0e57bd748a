import Foundation
import Storage

/// What devices are told of. Stored: the words do not change.
enum ExposureKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// A release that it was offered when it asked for updates.
    case update
    case patch
    /// The switches as they were published at one time.
    case switches
    case push
    case badge
    /// It was asked for its log.
    case diagnosis
}

/// That a device was told of something for the first time.
struct Exposure: Sendable, Equatable {
    let app: String
    let kind: ExposureKind
    /// Id of the release, the message, the dot or the task; the number of the publication of switches.
    let subject: String
    /// nil where nobody knows.
    let platform: Platform?
    let device: String
    /// By the console's clock, in ms since 1970.
    let at: Int
}

/// Something that a device was told, for people.
struct ExposureTold: Codable, Sendable, Equatable {
    let kind: ExposureKind
    let subject: String
    /// In no language: `ios #3`, `2.4.0`, what people named it. Its id when it is gone.
    let title: String
    /// As the room that it comes from calls it; empty where there is none.
    let state: String
    /// When first, as far as is kept.
    let at: Date
    /// Path of its page.
    let href: String
}
