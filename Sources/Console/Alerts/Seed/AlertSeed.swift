import Foundation
import Storage

/// The demo's rules and channels: `Seeds/alerts.json`. Its channels are turned off, for nobody's group is behind them.
struct AlertSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let by: DemoPerson
        let at: DemoMoment
        let rules: [AlertRuleDraft]
        let channels: [AlertChannelDraft]
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "alerts.json")))
    }

    /// Adds those of some apps, each at its time.
    func add(to alerts: Alerts, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let (past, actor) = (alerts.at(entry.at, in: app), entry.by.actor)
            for channel in entry.channels {
                let made = try await past.add(channel, to: app.id, by: actor)
                try await past.turnChannel(made.channel.id, of: app.id, on: false, by: actor)
            }
            for rule in entry.rules { try await past.add(rule, to: app.id, by: actor) }
        }
    }

    /// Looks at the rules once, when the lines of the demo are there, so that its first page is not empty.
    func watch(_ alerts: Alerts, _ apps: [App]) async throws {
        try await alerts.takeHappenings()
        for app in apps where entries.contains(where: { $0.app == app.id }) { try await alerts.watch(app) }
    }
}

extension Alerts: DemoRoom {}
