import Foundation
import Storage

/// The demo's crashes in their groups, and what people said of some of them.
struct CrashSeed: Sendable {
    let worker: CrashWorker
    let groups: CrashGroups
    /// Holds `crashes.json`.
    let folder: URL

    /// Reads the reports that the demo's devices sent.
    func fill(_ apps: Set<String>) async throws {
        try await worker.tick()
        let notes = try JSONDecoder().decode([Note].self, from: Data(contentsOf: folder.appending(path: "crashes.json")))
        for note in notes where apps.contains(note.app) { try await add(note) }
    }

    private func add(_ note: Note) async throws {
        let found = try await groups.database.read { connection in
            try connection.crashGroups(note.app, CrashGroupFilter(platform: note.platform, text: note.text, sort: .count), after: nil, limit: 1)
        }
        guard let group = found.first else { return }
        for comment in note.comments { try await groups.comment(on: group.id, of: note.app, comment, by: .console) }
        if let state = note.state { try await groups.move(group.id, of: note.app, to: state, version: note.version, by: .console) }
    }

    /// One of `Seeds/crashes.json`: what is said of the largest group whose title or culprit holds a text.
    private struct Note: Decodable {
        let app: String
        let platform: Platform
        let text: String
        let comments: [String]
        let state: CrashGroupState?
        let version: String?
    }
}
