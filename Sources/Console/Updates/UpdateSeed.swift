import Foundation
import Storage
import Web

/// The demo's releases: `Seeds/updates.json`.
struct UpdateSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let update: UpdateInput
        /// Of a time window, from the day of the seeding.
        let days: Int?
        let by: DemoPerson
        let created: DemoMoment
        /// What is done with the draft, in order.
        let steps: [Step]
    }

    private struct Step: Decodable {
        /// Nil for a raise.
        let step: UpdateStep?
        let percentage: Double?
        let at: DemoMoment
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "updates.json")))
    }

    /// Drafts and publishes those of some apps, each at its time.
    func publish(to updates: Updates, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            var input = entry.update
            input.endsAt = entry.days.map { updates.clock.now.addingTimeInterval(Double($0) * 86_400).ISO8601Format() }
            let made = try await updates.at(entry.created, in: app).create(input, of: app, zone: .gmt, by: entry.by.actor)
            for step in entry.steps { try await take(step, made.id, of: app.id, updates.at(step.at, in: app), entry.by.actor) }
        }
        try await updates.refresh()
    }

    private func take(_ step: Step, _ id: String, of app: String, _ updates: Updates, _ actor: Actor) async throws {
        if let percentage = step.percentage { _ = try await updates.raise(id, of: app, to: percentage, by: actor) }
        switch step.step {
        case nil: break
        case .publication: _ = try await updates.publish(id, of: app, revision: nil, publicURL: "", by: actor)
        case .pause: _ = try await updates.pause(id, of: app, by: actor)
        case .resume: _ = try await updates.resume(id, of: app, by: actor)
        case .end: _ = try await updates.end(id, of: app, by: actor)
        }
    }
}

extension Updates {
    /// The same room at another time, for the demo's past. What devices are told is read anew afterwards.
    fileprivate func at(_ moment: DemoMoment, in app: App) -> Updates {
        let clock = moment.clock(in: app.timeZone, now: clock.now)
        return Updates(database: database, audit: Audit(clock: clock), clock: clock, builds: builds, exposures: exposures)
    }
}
