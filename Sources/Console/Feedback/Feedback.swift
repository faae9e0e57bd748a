import Foundation
import Storage

/// What somebody wrote to the app's team, and what became of it.
struct Feedback: Codable, Sendable, Equatable {
    let id: String
    let createdAt: Date
    let state: FeedbackState
    /// When the state changed last.
    let changedAt: Date
    let content: String
    /// How to reach the sender, as they wrote it; empty when they did not, as all that follows.
    let contact: String
    let mobile: String
    let sender: FeedbackSender
    /// Sorted.
    let tags: [String]
    /// How many pictures came with it.
    let images: Int
    /// The latest.
    let reply: FeedbackReply?
}

/// Where a feedback came from.
struct FeedbackSender: Codable, Sendable, Equatable {
    let user: String
    let device: String
    let platform: Platform
    let version: String
    let osVersion: String
    let model: String

    /// Who is told of a reply: the device that asked, or the user where the device is unknown.
    var reader: BadgeReader? {
        device.isEmpty ? user.orNil.map(BadgeReader.user) : .device(device)
    }
}

/// An answer of the team.
struct FeedbackReply: Codable, Sendable, Equatable {
    let text: String
    let at: Date
    /// Name or e-mail of who wrote it; devices are not told.
    let author: String
}

/// A picture that came with a feedback, drawn again by the console.
struct FeedbackImage: Sendable, Equatable {
    /// Holds the file.
    let blob: BlobID
    let width: Int
    let height: Int
    /// Of the file.
    let size: Int
}

/// How far the team has come with a feedback.
enum FeedbackState: String, Codable, CaseIterable, Sendable {
    case new, open, answered, closed

    /// What may follow what.
    static let transitions: [FeedbackState: [FeedbackState]] = [
        .new: [.open, .answered, .closed],
        .open: [.answered, .closed],
        .answered: [.open, .closed],
        .closed: [.open],
    ]

    /// Those that may follow.
    var next: [FeedbackState] { Self.transitions[self] ?? [] }
}

/// Lengths in characters as people count them, sizes in bytes.
enum FeedbackLimits {
    static let content = 2_000
    static let contact = 200
    static let mobile = 32
    /// Of model and system version; more is cut off.
    static let trait = 64
    static let images = 4
    /// Of a picture as it came, unpacked from Base64.
    static let imageSize = 2 << 20
    static let imageSide = 4_096
    /// 64 MB unpacked.
    static let imagePixels = 16 << 20
    /// Of a call: four pictures in Base64 with its line breaks, and the text.
    static let request = 12 << 20
    static let reply = 2_000
    static let tags = 10
    static let tag = 20
    /// From one device in 24 hours.
    static let daily = 20
    /// Rows of an export.
    static let export = 10_000
}

/// The dot that tells of a reply.
enum FeedbackBadge {
    static let path = BadgePath(widgets: ["#feedback"])
}
