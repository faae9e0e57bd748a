import Foundation
import Web

/// The demo's patches: `Seeds/hotpatches.json`.
struct HotpatchSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let hotpatch: HotpatchInput
        let name: String
        /// Lines of the script.
        let script: [String]
        /// What is done with the draft, in order.
        let steps: [HotpatchStep]
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "hotpatches.json")))
    }

    /// Drafts and publishes those of some apps.
    func publish(to hotpatches: Hotpatches, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let upload = HotpatchUpload(name: entry.name, bytes: Array((entry.script.joined(separator: "\n") + "\n").utf8))
            let made = try await hotpatches.create(entry.hotpatch, upload, of: app, zone: .gmt, by: .console)
            for step in entry.steps { try await take(step, made.id, of: app.id, hotpatches) }
        }
    }

    private func take(_ step: HotpatchStep, _ id: String, of app: String, _ hotpatches: Hotpatches) async throws {
        switch step {
        case .publication: _ = try await hotpatches.publish(id, of: app, revision: nil, publicURL: "", by: .console)
        case .pause: _ = try await hotpatches.pause(id, of: app, by: .console)
        case .resume: _ = try await hotpatches.resume(id, of: app, by: .console)
        case .end: _ = try await hotpatches.end(id, of: app, by: .console)
        case .rollback: _ = try await hotpatches.rollBack(id, of: app, by: .console)
        // The guard's, with numbers that a seed does not have.
        case .halt: break
        }
    }
}
