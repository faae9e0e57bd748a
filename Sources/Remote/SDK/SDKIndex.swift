import Foundation

/// What a local SDK holds: `index.json`. Whoever needs to know may read it.
struct SDKIndex: Codable, Sendable {
    var format = 1
    var platform: SDKPlatform
    /// By name.
    var modules: [SDKEntry]

    init(platform: SDKPlatform) {
        self.platform = platform
        modules = []
    }

    subscript(_ module: String) -> SDKEntry? {
        modules.first { $0.module.lowercased() == module.lowercased() }
    }

    mutating func set(_ entry: SDKEntry) {
        modules.removeAll { $0.module.lowercased() == entry.module.lowercased() }
        modules.append(entry)
        modules.sort { $0.module.lowercased() < $1.module.lowercased() }
    }

    /// - Returns: nil when there is none yet.
    static func read(_ path: String) throws -> SDKIndex? {
        guard FileManager.default.fileExists(atPath: path) else { return nil }
        return try JSONDecoder().decode(SDKIndex.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
    }

    /// Whoever reads it finds the old one or this one.
    func write(_ path: String) throws {
        try SDKDisk.write(self, path)
    }
}

/// A module on this machine.
struct SDKEntry: Codable, Sendable, Equatable {
    let module: String
    let version: String
    let kind: SDKArtifactKind
    /// Of the file that it came in.
    let sha256: String
    /// Names in the directory: `MPHttpClient.framework`, `MPHttpClient.bundle`.
    let files: [String]
}
