import Formats
import Foundation
import Storage
import Web

/// What a file of symbols says about itself, as the child that read it tells.
struct SymbolFacts: Codable, Sendable, Equatable {
    let kind: SymbolKind
    /// The last part of its path.
    let name: String
    /// As lower-case hex.
    let debugId: String
    /// Every name that reports may have for it, that one too.
    let ids: [String]
    var architecture = ""
    var base: UInt64 = 0
    var contents = SymbolContents()
    var compiler = ""
    var format = ""
    /// Bytes.
    let size: Int
    /// As hex.
    let sha256: String
    /// Of the folder that the child was given; nil where it is the file that it was asked about.
    let file: String?
}

/// Symbols that were found in a file that was brought, in files of their own for as long as somebody holds this value.
struct SymbolFound: Sendable {
    let facts: SymbolFacts
    let sha256: BlobID
    let path: String
    private let file: TemporaryFile?

    /// - Parameters:
    ///   - folder: where the child put what it took out.
    ///   - prefix: how those files begin.
    /// - Returns: nil for a file that is none of these.
    init?(_ facts: SymbolFacts, of upload: FileUpload, in folder: String, _ prefix: String) {
        let isOurs = facts.file.map { $0.hasPrefix(prefix) && !$0.contains("/") } ?? true
        guard isOurs, let sha256 = BlobID(facts.sha256) else { return nil }
        (self.facts, self.sha256) = (facts, sha256)
        path = facts.file.map { "\(folder)/\($0)" } ?? upload.path
        file = facts.file.map { TemporaryFile("\(folder)/\($0)") }
    }
}

/// The ids of symbols.
enum SymbolIDs {
    /// What the mapping of a version is missed by, where reports name no id.
    static func ofVersion(_ version: String) -> String { "version \(version.prefix(SymbolLimits.version))" }

    /// What to look for by an id of a report: itself, and without the age that Breakpad's clients write behind it.
    static func asked(_ text: String) -> [String] {
        guard let id = SymbolID.normal(text) else { return [] }
        return (33...39).contains(id.utf8.count) ? [id, String(id.prefix(32))] : [id]
    }

    /// What symbols of a program are found by.
    static func of(_ slice: SymbolSlice) -> [String] {
        slice.format == .elf ? Array(Set([slice.id, SymbolID.guid(ofBuildID: slice.id)])).sorted() : [slice.id]
    }

    /// What a mapping is found by: what R8 wrote into it and into the app, and what Sentry's tools make of it.
    static func of(_ mapping: SymbolMapping, uuid: String) -> [String] {
        Array(Set([uuid, mapping.mapID, mapping.mapHash].compactMap { $0.flatMap { SymbolID.normal($0) } })).sorted()
    }
}
