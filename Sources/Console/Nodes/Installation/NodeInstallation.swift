import Foundation
import Signing
import Storage

/// The key that all nodes of an installation share: what is sealed in the database can be opened by each of them.
enum NodeInstallation {
    /// The key of this node's file; the first node of all makes it.
    /// - Throws: ``NodeInstallationError`` when the database belongs to another key, `KeyFileError` when the file cannot be used.
    static func key(at path: String, of database: Database) async throws -> [UInt8] {
        let known = try await database.read { try $0.keyCheck() }
        // A new key would only be in the way of the right one.
        if known != nil, !FileManager.default.fileExists(atPath: path) { throw NodeInstallationError.noKey(path) }
        let key = try KeyFile.loadOrCreate(at: path)
        let check = check(of: key)
        let right = if let known { known } else { try await database.write { try $0.keyCheck(orFirst: check) } }
        guard constantTimeEqual(right, check) else { throw NodeInstallationError.otherKey(path) }
        return key
    }

    /// Whether the key in a file is the one of the installation that gave this check.
    static func belongs(_ path: String, to right: [UInt8]) -> Bool {
        guard FileManager.default.fileExists(atPath: path), let key = try? KeyFile.loadOrCreate(at: path) else { return false }
        return constantTimeEqual(right, check(of: key))
    }

    private static func check(of key: [UInt8]) -> [UInt8] {
        HMAC.sha256(key: key, Array("key of a main site installation".utf8))
    }
}

/// Why a node may not be one of an installation. Sentences for whoever starts it.
enum NodeInstallationError: Error, CustomStringConvertible {
    case noKey(String)
    case otherKey(String)

    var description: String {
        switch self {
        case .noKey(let path): "there is no key file \(path), and the database belongs to an installation that has one: \(Self.remedy)"
        case .otherKey(let path): "the key in \(path) is not the one of this database's installation: \(Self.remedy)"
        }
    }

    private static let remedy = """
        copy secret.key from the data directory of a node that works, or from the backup that the database came from, \
        to that path, readable by its owner only (chmod 600)
        """
}
