import Foundation
import Signing
import Storage
import Web

extension Connection {
    func insertHotpatchKey(_ key: HotpatchStoredKey, sealed: [UInt8]) throws {
        try run(
            """
            INSERT INTO hotpatch_key (app_id, id, algorithm, bits, public_key, sealed, origin, state, created_at, created_by, retired_at)
            VALUES (\(key.app), \(key.id), \(key.algorithm), \(key.bits), \(key.publicKey.der), \(sealed), \(key.origin), \(key.state),
                \(key.createdAt), \(key.createdBy), \(key.retiredAt))
            """
        )
    }

    /// All of an app, newest first; there are at most ``HotpatchKeyLimits/most``.
    func hotpatchKeys(_ app: String) throws -> [HotpatchStoredKey] {
        try all("\(Self.hotpatchKeyColumns) WHERE app_id = \(app) ORDER BY created_at DESC, id", HotpatchStoredKey.init)
    }

    /// - Throws: `notFound`.
    func hotpatchKey(_ app: String, _ id: String) throws -> HotpatchStoredKey {
        guard let found = try first("\(Self.hotpatchKeyColumns) WHERE app_id = \(app) AND id = \(id)", HotpatchStoredKey.init) else {
            throw Problem.notFound
        }
        return found
    }

    /// - Throws: `notFound`.
    func sealedHotpatchKey(_ app: String, _ id: String) throws -> [UInt8] {
        guard let sealed: [UInt8] = try value("SELECT sealed FROM hotpatch_key WHERE app_id = \(app) AND id = \(id)") else { throw Problem.notFound }
        return sealed
    }

    func setHotpatchKeyState(_ app: String, _ id: String, _ state: HotpatchKeyState, retiredAt: Date?) throws {
        try run("UPDATE hotpatch_key SET state = \(state), retired_at = \(retiredAt) WHERE app_id = \(app) AND id = \(id)")
    }

    /// The active one of an algorithm goes back into the list, so that another can take its place.
    func stepDownHotpatchKey(_ app: String, _ algorithm: HotpatchAlgorithm) throws {
        try run(
            """
            UPDATE hotpatch_key SET state = \(HotpatchKeyState.listed)
            WHERE app_id = \(app) AND algorithm = \(algorithm) AND state = \(HotpatchKeyState.active)
            """
        )
    }

    private static var hotpatchKeyColumns: SQL {
        "SELECT app_id, id, algorithm, bits, public_key, origin, state, created_at, created_by, retired_at FROM hotpatch_key"
    }
}

extension HotpatchStoredKey {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            algorithm: try row["algorithm"],
            bits: try row["bits"],
            publicKey: try PublicKey(der: try row["public_key"]),
            origin: try row["origin"],
            state: try row["state"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            retiredAt: try row["retired_at"]
        )
    }
}
