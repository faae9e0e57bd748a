import Foundation
import Web

/// What an app can be built with, over all platforms. What differs by platform and time is in its versions.
public struct Module: Codable, Sendable, Equatable {
    /// Unique also when case is ignored; never changes.
    public let name: String
    public let group: ModuleGroup
    /// What it is called, and what it is for.
    public let title: ModuleText
    public let description: ModuleText
    public let createdAt: Date
    public let createdBy: String
}

/// A sentence in both languages of the console.
public struct ModuleText: Codable, Sendable, Equatable {
    public var zh: String
    public var en: String

    public init(zh: String, en: String) {
        self.zh = zh
        self.en = en
    }

    /// What a reader of this language gets: the other language where there is nothing.
    func text(in language: Language) -> String {
        switch language {
        case .chinese: zh.isEmpty ? en : zh
        case .english: en.isEmpty ? zh : en
        }
    }
}

/// Under which heading a module stands; in this order.
public enum ModuleGroup: String, Codable, CaseIterable, Sendable {
    case foundation, network, security, storage, monitoring, interface, media, account, other
}

/// What a module's name may look like.
enum ModuleRules {
    /// Of frameworks, Android and Harmony libraries alike.
    nonisolated(unsafe) static let name = #/[A-Za-z][A-Za-z0-9_\-]{1,63}/#
    /// SemVer with any number of parts: `1.0.1`, `10.2.3.7`, `2.0-beta.1`.
    nonisolated(unsafe) static let version = #/[0-9]{1,9}(\.[0-9]{1,9}){0,5}(-[0-9A-Za-z.]{1,32})?/#
    /// How operating systems are numbered: `12.0`, `21`.
    nonisolated(unsafe) static let system = #/[0-9]{1,4}(\.[0-9]{1,4}){0,2}/#

    static let longestText = 2_000
    static let mostDependencies = 200

    /// What makes two names the same on a file system that ignores case.
    static func folded(_ name: String) -> String { name.lowercased() }
}
