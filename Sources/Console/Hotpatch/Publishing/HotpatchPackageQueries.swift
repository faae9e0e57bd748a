import Storage

extension Connection {
    func insertHotpatchPackage(_ package: HotpatchPacked, _ app: String, _ id: String) throws {
        try run(
            """
            INSERT INTO hotpatch_package (app_id, release_id, secret_mark, sha256, size, signature)
            VALUES (\(app), \(id), \(package.secretMark), \(package.blob), \(package.size), \(package.signature))
            ON CONFLICT (app_id, release_id, secret_mark) DO NOTHING
            """
        )
    }

    func hotpatchPackages(_ app: String, _ id: String) throws -> [HotpatchPacked] {
        try all(
            """
            SELECT secret_mark, sha256, size, signature FROM hotpatch_package WHERE app_id = \(app) AND release_id = \(id) ORDER BY secret_mark
            """
        ) { HotpatchPacked(secretMark: try $0[0], blob: try $0[1], size: try $0[2], signature: try $0[3]) }
    }

    /// The size of a package that devices may download; nil for one that is unknown, or of a release that was withdrawn.
    func offeredHotpatchPackage(_ app: String, _ blob: BlobID) throws -> Int? {
        try value(
            """
            SELECT p.size FROM hotpatch_package p JOIN hotpatch_release r ON r.app_id = p.app_id AND r.id = p.release_id
            WHERE p.sha256 = \(blob) AND p.app_id = \(app) AND r.state NOT IN ('rolledBack', 'halted') LIMIT 1
            """
        )
    }
}
