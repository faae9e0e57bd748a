import Foundation

/// A named set of module versions that were tested together. Frozen: what changes is a new one.
public struct ModuleBaseline: Codable, Sendable, Equatable {
    public let platform: Platform
    /// Such as `10.2.3`.
    public let name: String
    public let notes: ModuleText
    /// By module.
    public let entries: [ModuleBaselineEntry]
    public let createdAt: Date
    public let createdBy: String

    /// The versions by module.
    var versions: [String: String] { Dictionary(uniqueKeysWithValues: entries.map { ($0.module, $0.version) }) }
}

/// A module of a baseline.
public struct ModuleBaselineEntry: Codable, Sendable, Equatable {
    public let module: String
    public let version: String
}
