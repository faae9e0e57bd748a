import Formats
import Foundation
import Storage
import Web

/// A file of symbols as it was brought, with all that is in it.
public struct SymbolUpload: Sendable, Equatable {
    public let id: String
    public let app: String
    /// What its owner called it; may be empty.
    public let name: String
    /// Of the file as it was brought; of an archive only what is in it is kept.
    public let sha256: BlobID
    /// Bytes of it.
    public let size: Int
    /// Of the app, as devices report it; empty when nobody said.
    public let version: String
    public let createdAt: Date
    public let createdBy: String
    /// In the order in which they were found.
    public let objects: [SymbolObject]

    /// What its objects are; nil for an archive of several kinds.
    var kind: SymbolKind? {
        let kinds = Set(objects.map(\.kind))
        return kinds.count == 1 ? kinds.first : nil
    }
}

/// What can be brought.
public enum SymbolKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// Of Apple's systems: Mach-O, with DWARF in it.
    case dsym
    /// Of Android and HarmonyOS: ELF, with DWARF or a table of symbols.
    case elf
    /// What R8 or ProGuard wrote.
    case mapping
}

/// The symbols of one program of one architecture, or a mapping.
public struct SymbolObject: Sendable, Equatable {
    public let id: String
    public let file: String
    public let kind: SymbolKind
    /// The last part of its path.
    public let name: String
    /// As lower-case hex: `LC_UUID`, build id, or Sentry's UUID of a mapping.
    public let debugId: String
    /// Empty of a mapping.
    public let architecture: String
    /// The address of its first byte.
    public let base: UInt64
    public let contents: SymbolContents
    /// `R8 8.2.33`; empty otherwise.
    public let compiler: String
    /// Version of the mapping's format; may be empty.
    public let format: String
    public let sha256: BlobID
    /// Bytes.
    public let size: Int

    /// As the tools of its platform write it.
    var spokenId: String { Self.spoken(debugId, kind) }

    static func spoken(_ id: String, _ kind: SymbolKind) -> String {
        guard kind != .elf, id.utf8.count == 32 else { return id }
        var rest = id[...]
        let parts = [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }
        let text = parts.joined(separator: "-")
        return kind == .dsym ? text.uppercased() : text
    }

    /// What can be had of it.
    var worth: SymbolWorth {
        if kind == .mapping { return .full }
        if contents.hasDebugInfo { return .full }
        return contents.hasSymbols ? .names : .nothing
    }
}

/// What can be had of symbols.
enum SymbolWorth: String, Codable, CaseIterable, Sendable {
    /// Functions, inlined ones too, files and lines.
    case full
    /// Functions.
    case names
    case nothing
}

/// What reports name and nobody brought.
public struct SymbolMissing: Codable, Sendable, Equatable {
    /// As lower-case hex.
    public let debugId: String
    public let kind: SymbolKind
    /// Of the image; may be empty.
    public let name: String
    public let architecture: String
    /// Of the app, in the report that asked first; may be empty.
    public let version: String
    /// That wait for it.
    public let reports: Int
    public let firstAt: Date
    public let lastAt: Date

    /// Empty where reports name the version alone.
    var spokenId: String { SymbolID.normal(debugId) == nil ? "" : SymbolObject.spoken(debugId, kind) }
}

/// Sizes in bytes, lengths in characters.
public enum SymbolLimits {
    /// Of a file as it is brought.
    public static let file = 2 << 30
    /// Of what is in an archive, unpacked.
    static let unpacked = 8 << 30
    /// Files in an archive, and in it those with symbols.
    static let entries = 50_000
    static let objects = 500
    static let version = 64
    static let name = 200
    /// Frames that are looked up at a time; more stay as they are.
    static let frames = 20_000
    /// Missing ones that are kept of an app; more are not written down.
    static let missing = 5_000
    /// How long one that nobody asked for again is kept.
    static let missingLife: TimeInterval = 90 * 86_400
    /// What the copies of a node may take of its disk. What is used at the moment may be more.
    static let cache = 8 << 30
}

/// What a file that was brought came to.
public struct SymbolTaken: Sendable {
    public let upload: SymbolUpload
    /// False for a file that the app had already.
    public let isNew: Bool
}
