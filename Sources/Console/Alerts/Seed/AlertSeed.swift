import Foundation
import Storage

/// The demo's rules and channels: `Seeds/alerts.json`. Its channels are turned off, for nobody's group is behind them.
struct AlertSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let rules: [AlertRuleDraft]
        let channels: [AlertChannelDraft]
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "alerts.json")))
    }

    /// Adds those of some apps.
    func add(to alerts: Alerts, _ apps: Set<String>) async throws {
        for entry in entries where apps.contains(entry.app) {
            for channel in entry.channels {
                let made = try await alerts.add(channel, to: entry.app, by: .console)
                try await alerts.turnChannel(made.channel.id, of: entry.app, on: false, by: .console)
            }
            for rule in entry.rules { try await alerts.add(rule, to: entry.app, by: .console) }
        }
    }

    /// Looks at the rules once, when the lines of the demo are there, so that its first page is not empty.
    func watch(_ alerts: Alerts, _ apps: [App]) async throws {
        try await alerts.takeHappenings()
        for app in apps where entries.contains(where: { $0.app == app.id }) { try await alerts.watch(app) }
    }
}
