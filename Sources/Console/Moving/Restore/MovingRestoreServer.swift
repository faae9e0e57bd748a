import Foundation
import Storage

/// Fills a PostgreSQL database from that of a backup.
struct MovingRestoreServer {
    let url: String
    let replaces: Bool
    /// Its last part names the schema that takes what is there.
    let aside: String
    let progress: MovingProgress

    /// - Returns: the database's name, and where what was there is now.
    /// - Throws: ``MovingError`` when consoles run on it, or when it is not empty and may not be set aside.
    func fill(from path: String, segments: String, scratch: String, _ blobs: any Blobs) async throws -> (String, String?) {
        let target = try await Database(postgres: url, application: "console restore", connections: 4, readLimit: .seconds(600))
        defer { try? target.close() }
        let before = try await makeRoom(target)
        do {
            try await target.migrate(Schema.migrations)
            let source = try Database(path: path, readLimit: .seconds(3_600))
            defer { try? source.close() }
            let lines = MovingLinesToObjects(directory: segments, blobs: blobs, scratch: scratch, now: try await target.read { try $0.now() })
            try await lines.put(try await source.read { try $0.namedSegments() }, progress)
            _ = try await MovingCopy(source: source, target: target, lines: lines, progress: progress).run()
        } catch {
            let kept = before.map { "; what was there before is in \($0)" } ?? ""
            throw MovingError("\(error); \(MovingTarget.cleaning(target.name))\(kept)")
        }
        return (target.name, before)
    }

    private func makeRoom(_ target: Database) async throws -> String? {
        let filled = try await target.read { try $0.filledTables() }
        guard !filled.isEmpty else { return nil }
        let running = try await target.read { connection in
            guard try connection.schemaVersion() ?? 0 >= Schema.nodes.number else { return 0 }
            return try connection.countNodes(seenAfter: try connection.now().addingTimeInterval(-NodeState.silence))
        }
        guard running == 0 else { throw MovingError("consoles are running on \(target.name) (\(running)): stop them first") }
        guard replaces else {
            throw MovingError(
                """
                \(target.name) is not empty (\(filled.prefix(3).joined(separator: ", "))): restore into an empty database, or say --replace, \
                which keeps what is there under another schema's name
                """
            )
        }
        let name = (aside as NSString).lastPathComponent.lowercased().replacing("-", with: "_")
        try await target.write { try $0.setAside(as: name) }
        return "schema \(name) of \(target.name)"
    }
}
