import Foundation

/// What a backup holds, in its `manifest.json`: enough to prove that it is whole before anything is restored.
struct MovingManifest: Codable, Sendable, Equatable {
    /// Of the backup's layout.
    var format = Self.newestFormat
    /// Of the console that made it.
    let version: String
    /// The newest migration of its database.
    let schema: Int
    let madeAt: Date
    /// What the installation ran on: `sqlite` or `postgres`. The backup is the same for both.
    let engine: String
    /// Where objects were, when they were left out because their store is saved by other means.
    let objectsLeftIn: String?
    /// Whether `secret.key` is in it.
    let hasKey: Bool
    /// How many rows each table has.
    let tables: [String: Int]
    /// By path, below the backup's directory.
    let files: [File]

    struct File: Codable, Sendable, Equatable {
        let path: String
        /// Bytes.
        let size: Int
        /// Lower-case hex.
        let sha256: String
    }

    static let newestFormat = 1
    static let name = "manifest.json"
    static let database = "database.sqlite"
    static let objects = "objects"
    static let segments = "segments"
    static let key = "secret.key"
    static let settings = "console.conf"

    /// - Throws: ``MovingError`` for a directory that is no backup, or one that this console does not understand.
    static func read(in directory: String) throws -> MovingManifest {
        guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else {
            throw MovingError("\(directory) is no backup: there is no \(name) in it")
        }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        do {
            let manifest = try decoder.decode(Self.self, from: data)
            guard manifest.format <= newestFormat else {
                throw MovingError(
                    "the backup was made by console \(manifest.version) in a form that this console does not know: restore it with that one"
                )
            }
            return manifest
        } catch is DecodingError {
            throw MovingError("\(directory)/\(name) cannot be read: the backup is damaged")
        }
    }

    var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            encoder.dateEncodingStrategy = .iso8601
            return try encoder.encode(self)
        }
    }
}
