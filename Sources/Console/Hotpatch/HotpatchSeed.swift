import Foundation
import Storage
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
        let by: DemoPerson
        let created: DemoMoment
        /// What is done with the draft, in order.
        let steps: [Step]
    }

    private struct Step: Decodable {
        let step: HotpatchStep
        let at: DemoMoment
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "hotpatches.json")))
    }

    /// Drafts and publishes those of some apps, each at its time.
    func publish(to hotpatches: Hotpatches, _ apps: [App]) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let upload = HotpatchUpload(name: entry.name, bytes: Array((entry.script.joined(separator: "\n") + "\n").utf8))
            let past = hotpatches.at(entry.created, in: app)
            let made = try await past.create(entry.hotpatch, upload, of: app, zone: .gmt, by: entry.by.actor)
            for step in entry.steps { try await take(step.step, made.id, of: app.id, hotpatches.at(step.at, in: app), entry.by.actor) }
        }
        try await hotpatches.refresh()
    }

    private func take(_ step: HotpatchStep, _ id: String, of app: String, _ hotpatches: Hotpatches, _ actor: Actor) async throws {
        switch step {
        case .publication: _ = try await hotpatches.publish(id, of: app, revision: nil, publicURL: "", by: actor)
        case .pause: _ = try await hotpatches.pause(id, of: app, by: actor)
        case .resume: _ = try await hotpatches.resume(id, of: app, by: actor)
        case .end: _ = try await hotpatches.end(id, of: app, by: actor)
        case .rollback: _ = try await hotpatches.rollBack(id, of: app, by: actor)
        // The guard's, with numbers that a seed does not have.
        case .halt: break
        }
    }
}

extension Hotpatches {
    /// The same room at another time, for the demo's past. What devices are told is read anew afterwards.
    func at(_ clock: Clock) -> Hotpatches {
        let audit = Audit(clock: clock)
        return Hotpatches(
            database: database,
            blobs: blobs,
            apps: apps,
            keys: HotpatchKeys(database: database, audit: audit, key: keys.key, clock: clock),
            removeFile: removeFile,
            audit: audit,
            clock: clock
        )
    }

    fileprivate func at(_ moment: DemoMoment, in app: App) -> Hotpatches {
        at(moment.clock(in: app.timeZone, now: clock.now))
    }
}
