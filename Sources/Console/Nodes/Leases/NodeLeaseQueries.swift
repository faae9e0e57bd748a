import Foundation
import Storage
import Web

extension Connection {
    /// - Returns: the holder's token; nil while somebody else has the lease.
    func takeLease(_ name: String, _ holder: String, for life: Duration) throws -> Int? {
        let now = try now()
        return try value(
            """
            INSERT INTO lease (name, holder, token, expires_at) VALUES (\(name), \(holder), 1, \(now.addingTimeInterval(life / .seconds(1))))
            ON CONFLICT (name) DO UPDATE SET
                token = CASE WHEN lease.holder = excluded.holder THEN lease.token ELSE lease.token + 1 END,
                holder = excluded.holder,
                expires_at = excluded.expires_at
            WHERE lease.holder = excluded.holder OR lease.expires_at <= \(now)
            RETURNING token
            """
        )
    }

    /// - Returns: nil when somebody else has the lease, or nobody.
    func leaseToken(_ name: String, _ holder: String) throws -> Int? {
        try value("SELECT token FROM lease WHERE name = \(name) AND holder = \(holder) {for share}")
    }

    func releaseLease(_ hold: NodeHold) throws {
        try run(
            "UPDATE lease SET holder = '', expires_at = 0 WHERE name = \(hold.name) AND holder = \(hold.holder) AND token = \(hold.token)"
        )
    }

    /// Those that somebody holds, by name.
    func heldLeases(at now: Date) throws -> [NodeOverview.Lease] {
        try all(
            """
            SELECT lease.name, holder, token, expires_at, node.name AS node_name
            FROM lease LEFT JOIN node ON node.id = holder WHERE expires_at > \(now) ORDER BY lease.name
            """
        ) { row in
            NodeOverview.Lease(
                name: try row["name"],
                node: try row["holder"],
                nodeName: OrNull(try row["node_name"]),
                token: try row["token"],
                expiresAt: try row["expires_at"]
            )
        }
    }
}
