import Foundation
import Storage

/// Right for several nodes at once: the window's row stays locked until the commit, so places are given one group after the other.
extension Connection {
    func openWindow(_ window: RolloutWindow, _ key: RolloutWindowKey) throws {
        try run(
            """
            INSERT INTO rollout_window (app_id, release_id, ends_at, places, taken)
            VALUES (\(key.app), \(key.release), \(window.endsAt), \(window.limit), 0)
            """
        )
    }

    /// How many devices have a place; 0 for a window that was never opened.
    func placesTaken(in key: RolloutWindowKey) throws -> Int {
        try value("SELECT taken FROM rollout_window WHERE app_id = \(key.app) AND release_id = \(key.release)") ?? 0
    }

    /// Gives a place to each of some devices that has none, in the order of their ids, as long as there are any.
    /// - Parameter devices: each once.
    func takePlaces(_ devices: [String], in key: RolloutWindowKey, at time: Date) throws -> RolloutTaken {
        let window = try first(
            "SELECT places, taken, ends_at FROM rollout_window WHERE app_id = \(key.app) AND release_id = \(key.release) {for update}"
        ) { (places: try $0[0] as Int?, taken: try $0[1] as Int, endsAt: try $0[2] as Date) }
        guard let window, let places = window.places else { return RolloutTaken(devices: [], isFull: false) }
        let known = try withPlaces(devices, in: key)
        let left = time < window.endsAt ? places - window.taken : 0
        let new = devices.filter { !known.contains($0) }.sorted().prefix(max(left, 0))
        let insert = try prepare("INSERT INTO rollout_grant (app_id, release_id, device, at) VALUES (?, ?, ?, ?)")
        for device in new { try insert.run(key.app, key.release, device, time) }
        if !new.isEmpty {
            try run("UPDATE rollout_window SET taken = taken + \(new.count) WHERE app_id = \(key.app) AND release_id = \(key.release)")
        }
        return RolloutTaken(devices: known.union(new), isFull: window.taken + new.count >= places)
    }

    /// Those of some devices that have a place.
    func withPlaces(_ devices: [String], in key: RolloutWindowKey) throws -> Set<String> {
        var found: Set<String> = []
        for piece in devices.inPieces {
            found.formUnion(
                try all(
                    """
                    SELECT device FROM rollout_grant
                    WHERE app_id = \(key.app) AND release_id = \(key.release) AND device IN (\(SQL.list(piece)))
                    """
                ) { try $0[0] as String }
            )
        }
        return found
    }

    /// By id.
    func devicesWithPlaces(in key: RolloutWindowKey, after last: String, limit: Int) throws -> [String] {
        try all(
            """
            SELECT device FROM rollout_grant
            WHERE app_id = \(key.app) AND release_id = \(key.release) AND device > \(last) ORDER BY device LIMIT \(limit)
            """
        ) { try $0[0] }
    }
}
