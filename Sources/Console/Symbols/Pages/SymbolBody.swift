import Foundation
import Web

/// A file of symbols as JSON, and what its page and the list begin with.
struct SymbolBody: Codable, Sendable {
    let id: String
    let app: String
    let kind: SymbolBodyKind
    let name: String
    /// As the tools of each platform write them; of a mapping what Sentry's tools call it.
    let uuids: [String]
    let architectures: [String]
    /// Of the app; empty when nobody said.
    let version: String
    /// Bytes of the file as it was brought.
    let size: Int
    let sha256: String
    let objects: [SymbolObjectBody]
    let createdAt: Date
    let createdBy: String

    init(_ upload: SymbolUpload) {
        id = upload.id
        app = upload.app
        kind = SymbolBodyKind(upload.kind)
        name = upload.name
        uuids = Self.unique(upload.objects.map(\.spokenId))
        architectures = Self.unique(upload.objects.map(\.architecture).filter { !$0.isEmpty })
        version = upload.version
        size = upload.size
        sha256 = upload.sha256.text
        objects = upload.objects.map(SymbolObjectBody.init)
        createdAt = upload.createdAt
        createdBy = upload.createdBy
    }

    private static func unique(_ texts: [String]) -> [String] {
        var seen: Set<String> = []
        return texts.filter { seen.insert($0).inserted }
    }
}

/// What a file holds: one kind of symbols, or several.
enum SymbolBodyKind: String, Codable, CaseIterable, Sendable {
    case dsym, elf, mapping, mixed

    init(_ kind: SymbolKind?) {
        switch kind {
        case .dsym: self = .dsym
        case .elf: self = .elf
        case .mapping: self = .mapping
        case nil: self = .mixed
        }
    }
}

/// The symbols of one program of one architecture, or a mapping.
struct SymbolObjectBody: Codable, Sendable {
    let id: String
    let kind: SymbolKind
    let name: String
    let uuid: String
    let architecture: String
    let worth: SymbolWorth
    /// Who wrote a mapping; empty otherwise.
    let compiler: String
    let size: Int
    let sha256: String

    init(_ object: SymbolObject) {
        id = object.id
        kind = object.kind
        name = object.name
        uuid = object.spokenId
        architecture = object.architecture
        worth = object.worth
        compiler = object.compiler
        size = object.size
        sha256 = object.sha256.text
    }
}

/// What reports name and nobody brought.
struct SymbolMissingBody: Codable, Sendable {
    let uuid: String
    let kind: SymbolKind
    /// Of the image.
    let name: String
    let architecture: String
    /// Of the app.
    let version: String
    /// That wait for it.
    let reports: Int
    let firstSeen: Date
    let lastSeen: Date

    init(_ missing: SymbolMissing) {
        uuid = missing.spokenId
        kind = missing.kind
        name = missing.name
        architecture = missing.architecture
        version = missing.version
        reports = missing.reports
        firstSeen = missing.firstAt
        lastSeen = missing.lastAt
    }
}
