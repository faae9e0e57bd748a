import Foundation
import Web

/// The demo's releases: `Seeds/updates.json`.
struct UpdateSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let update: UpdateInput
        /// Of a time window, from the day of the seeding.
        let days: Int?
        /// What is done with the draft, in order.
        let steps: [UpdateStep]
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "updates.json")))
    }

    /// Drafts and publishes those of some apps.
    func publish(to updates: Updates, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            var input = entry.update
            input.endsAt = entry.days.map { updates.clock.now.addingTimeInterval(Double($0) * 86_400).ISO8601Format() }
            let made = try await updates.create(input, of: app, zone: .gmt, by: .console)
            for step in entry.steps { try await take(step, made.id, of: app.id, updates) }
        }
    }

    private func take(_ step: UpdateStep, _ id: String, of app: String, _ updates: Updates) async throws {
        switch step {
        case .publication: _ = try await updates.publish(id, of: app, revision: nil, publicURL: "", by: .console)
        case .pause: _ = try await updates.pause(id, of: app, by: .console)
        case .resume: _ = try await updates.resume(id, of: app, by: .console)
        case .end: _ = try await updates.end(id, of: app, by: .console)
        }
    }
}
