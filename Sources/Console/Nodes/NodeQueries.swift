import Foundation
import Storage
import Web

extension Connection {
    /// Notes that a node is there.
    func saveNode(_ node: NodeBeat, at now: Date) throws {
        try run(
            """
            INSERT INTO node (id, name, address, version, started_at, seen_at, folding_lag, uploads_waiting, lines_taken)
            VALUES (\(node.id), \(node.name), \(node.address), \(node.version), \(now.addingTimeInterval(-node.uptime)), \(now),
                \(node.figures.foldingLag), \(node.figures.uploadsWaiting), \(node.figures.linesTaken))
            ON CONFLICT (id) DO UPDATE SET address = excluded.address, seen_at = excluded.seen_at, folding_lag = excluded.folding_lag,
                uploads_waiting = excluded.uploads_waiting, lines_taken = excluded.lines_taken
            """
        )
    }

    /// Forgets silent nodes whose place another one took, and those that nobody has heard of for a day.
    func deleteNodes(replacedBy node: NodeBeat, at now: Date) throws {
        let silent = now.addingTimeInterval(-NodeState.silence)
        let gone = now.addingTimeInterval(-86_400)
        try run(
            """
            DELETE FROM node WHERE id <> \(node.id) AND (seen_at <= \(gone)
                OR (seen_at <= \(silent) AND name = \(node.name) AND address = \(node.address)))
            """
        )
    }

    func deleteNode(_ id: String) throws {
        try run("DELETE FROM node WHERE id = \(id)")
    }

    func countNodes(seenAfter time: Date) throws -> Int {
        try value("SELECT count(*) FROM node WHERE seen_at > \(time)") ?? 0
    }

    /// By name.
    func nodes(at now: Date) throws -> [Node] {
        try all(
            """
            SELECT id, name, address, version, started_at, seen_at, folding_lag, uploads_waiting, lines_taken
            FROM node ORDER BY name, started_at, id
            """
        ) { row in
            let (started, seen): (Date, Date) = (try row["started_at"], try row["seen_at"])
            return Node(
                id: try row["id"],
                name: try row["name"],
                address: try row["address"],
                version: try row["version"],
                startedAt: started,
                seenAt: seen,
                state: NodeState(seen: seen, now: now),
                uptimeSeconds: max(0, Int(seen.timeIntervalSince(started))),
                foldingLagMilliseconds: try row["folding_lag"],
                uploadsWaiting: try row["uploads_waiting"],
                linesTaken: try row["lines_taken"]
            )
        }
    }
}
