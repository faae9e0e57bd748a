import Formats
import Foundation
import Storage

/// Users or devices that a file named, for messages to them.
struct PushList: Codable, Sendable, Equatable {
    let id: String
    let name: String
    let kind: PushListKind
    /// How many it names, each once.
    let entries: Int
    /// Placeholders that it fills for each.
    let columns: [String]
    let createdAt: Date
    let createdBy: String
}

/// What the first column of a list holds.
enum PushListKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case users, devices
}

/// One line of a list.
struct PushListEntry: Codable, Sendable, Equatable {
    /// A user or a device.
    let name: String
    /// What it says for each placeholder.
    let parameters: [String: String]

    /// Without telephone numbers and mail addresses.
    func masked() -> PushListEntry {
        PushListEntry(name: PersonalMask.masked(name), parameters: parameters.mapValues { PersonalMask.masked($0) })
    }
}

enum PushListLimits {
    /// Bytes of a file: 200,000 lines with some text in each.
    static let file = 32 << 20
    static let entries = 200_000
    /// Beside the first.
    static let columns = 10
    /// Characters of a placeholder's text.
    static let text = 200
    static let name = 80
    /// Of an app.
    static let lists = 50
    /// Shown of a list.
    static let sample = 20
}
