import Foundation
import Web

/// Switches of the demo, published once with a change that still waits, so that every page has something on it.
struct SwitchSeed: Sendable {
    /// Holds `switches.json`.
    let folder: URL

    private struct Seed: Decodable {
        let app: String
        /// One publication each, in order.
        let publications: [Publication]
        /// Changes after the last.
        let drafts: [String: SwitchInput]
    }

    private struct Publication: Decodable {
        let note: String
        let switches: [String: SwitchInput]
    }

    /// Fills those of the new apps that the seed knows.
    func fill(_ switches: Switches, _ apps: Set<String>) async throws {
        let seeds = try JSONDecoder().decode([Seed].self, from: Data(contentsOf: folder.appending(path: "switches.json")))
        for seed in seeds where apps.contains(seed.app) {
            for publication in seed.publications {
                try await draft(publication.switches, switches, seed.app)
                let input = SwitchPublicationInput(revision: nil, note: publication.note)
                _ = try await switches.publish(seed.app, input, by: SwitchEditor(.console))
            }
            try await draft(seed.drafts, switches, seed.app)
        }
    }

    private func draft(_ inputs: [String: SwitchInput], _ switches: Switches, _ app: String) async throws {
        for (key, input) in inputs.sorted(by: { $0.key < $1.key }) {
            _ = try await switches.save(key, of: app, input, by: SwitchEditor(.console))
        }
    }
}
