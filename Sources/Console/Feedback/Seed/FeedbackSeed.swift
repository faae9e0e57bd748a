import Foundation
import Web

/// The demo's feedback: `Seeds/feedback.json`, through the same door as a device's.
struct FeedbackSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let hoursAgo: Double
        let content: String
        let contact: String?
        let mobileNo: String?
        let platform: Platform
        let device: String
        let user: String?
        let version: String
        let osVersion: String
        let model: String
        let pictures: [FeedbackSeedPicture]?
        let tags: [String]?
        let replies: [String]?
        /// The state after all that.
        let state: FeedbackState?
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "feedback.json")))
    }

    /// Sends those of some apps, oldest first, and works through them.
    func send(to inbox: FeedbackInbox, _ apps: Set<String>) async throws {
        let now = inbox.clock.now
        for entry in entries.sorted(by: { $0.hoursAgo > $1.hoursAgo }) where apps.contains(entry.app) {
            let id = try await inbox.receive(try Self.feedback(entry, now))
            try await work(through: entry, id, inbox)
        }
    }

    private static func feedback(_ entry: Entry, _ now: Date) throws -> NewFeedback {
        NewFeedback(
            app: entry.app,
            content: entry.content,
            contact: entry.contact ?? "",
            mobile: entry.mobileNo ?? "",
            sender: FeedbackSender(
                user: entry.user ?? "",
                device: entry.device,
                platform: entry.platform,
                version: entry.version,
                osVersion: entry.osVersion,
                model: entry.model
            ),
            images: try (entry.pictures ?? []).map { try $0.file() },
            receivedAt: now.addingTimeInterval(-entry.hoursAgo * 3_600)
        )
    }

    private func work(through entry: Entry, _ id: String, _ inbox: FeedbackInbox) async throws {
        if let tags = entry.tags { try await inbox.tag(id, of: entry.app, with: tags, by: .console) }
        for reply in entry.replies ?? [] { try await inbox.reply(reply, to: id, of: entry.app, by: .console) }
        if let state = entry.state { try await inbox.move(id, of: entry.app, to: state, by: .console) }
    }
}
