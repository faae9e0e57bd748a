import Foundation
import Storage

/// Where archives are written before they are stored. The data directory has one owner, so what is there at start was left by one that was killed.
struct PackageScratch: Sendable {
    private let directory: String

    /// - Parameter directory: emptied.
    init(directory: String) throws {
        self.directory = directory
        if FileManager.default.fileExists(atPath: directory) { try FileManager.default.removeItem(atPath: directory) }
    }

    /// A new folder for one run of a job, gone when `body` ends.
    func folder<Value: Sendable>(_ name: String, _ body: (_ path: String) async throws -> Value) async throws -> Value {
        let path = "\(directory)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try await body(path)
    }
}
