import Foundation
import Storage
import Web

/// Switches of the demo, published twice with a change that still waits, so that every page has something on it.
struct SwitchSeed: Sendable {
    /// Holds `switches.json`.
    let folder: URL

    private struct Seed: Decodable {
        let app: String
        let by: DemoPerson
        /// One publication each, in order.
        let publications: [Publication]
        /// Changes after the last.
        let drafts: [String: SwitchInput]
        let drafted: DemoMoment
    }

    private struct Publication: Decodable {
        let note: String
        let at: DemoMoment
        let switches: [String: SwitchInput]
    }

    /// Fills those of the new apps that the seed knows, each publication at its time.
    func fill(_ switches: Switches, _ apps: [App]) async throws {
        let seeds = try JSONDecoder().decode([Seed].self, from: Data(contentsOf: folder.appending(path: "switches.json")))
        for seed in seeds {
            guard let app = apps.first(where: { $0.id == seed.app }) else { continue }
            let editor = SwitchEditor(seed.by.actor)
            for publication in seed.publications {
                let past = switches.at(publication.at, in: app)
                try await draft(publication.switches, past, app.id, editor)
                _ = try await past.publish(app.id, SwitchPublicationInput(revision: nil, note: publication.note), by: editor)
            }
            try await draft(seed.drafts, switches.at(seed.drafted, in: app), app.id, editor)
        }
        try await switches.refresh()
    }

    private func draft(_ inputs: [String: SwitchInput], _ switches: Switches, _ app: String, _ editor: SwitchEditor) async throws {
        for (key, input) in inputs.sorted(by: { $0.key < $1.key }) {
            _ = try await switches.save(key, of: app, input, by: editor)
        }
    }
}

extension Switches {
    /// The same room at another time, for the demo's past. What devices are told is read anew afterwards.
    fileprivate func at(_ moment: DemoMoment, in app: App) -> Switches {
        let clock = moment.clock(in: app.timeZone, now: clock.now)
        return Switches(database: database, audit: Audit(clock: clock), clock: clock, exposures: exposures)
    }
}
