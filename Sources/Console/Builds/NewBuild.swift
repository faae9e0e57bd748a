import Foundation
import Signing
import Storage

/// What is stored of a package that was brought.
struct NewBuild: Sendable {
    let id: String
    let app: String
    /// Without icon and manifest.
    let facts: BuildFacts
    let factsText: String
    let size: Int
    let sha256: BlobID
    let md5: String
    let icon: BlobID?
    let fileName: String
    let composition: BuildComposition
    let notes: String
    let request: String?

    /// - Parameters:
    ///   - facts: as they were read; icon and manifest are kept elsewhere.
    ///   - md5: of the file.
    init(
        _ upload: FileUpload,
        _ facts: BuildFacts,
        md5: String,
        icon: BlobID?,
        _ composition: BuildComposition,
        _ source: BuildSource,
        app: String
    ) throws {
        var facts = facts
        (facts.icon, facts.manifest) = (nil, nil)
        id = Random.hex(8)
        self.app = app
        self.facts = facts
        factsText = try facts.text
        size = upload.size
        sha256 = upload.sha256
        self.md5 = md5
        self.icon = icon
        fileName = String(upload.name.prefix(BuildLimits.fileName))
        self.composition = composition
        notes = source.notes
        request = source.request
    }
}

/// Where a build comes from, beside its file.
public struct BuildSource: Sendable {
    /// For testers.
    public var notes = ""
    /// Id of the build request.
    public var request: String?
    /// What the request asked for; nil for whatever the app has.
    public var platform: Platform?

    public init(notes: String = "", request: String? = nil, platform: Platform? = nil) {
        self.notes = notes
        self.request = request
        self.platform = platform
    }
}

extension BuildFacts {
    /// As the database keeps them: times in milliseconds since 1970.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.dateEncodingStrategy = .millisecondsSince1970
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    init(stored text: String) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .millisecondsSince1970
        self = try decoder.decode(BuildFacts.self, from: Data(text.utf8))
    }
}
