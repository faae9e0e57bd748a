import Formats
import Foundation
import Storage

/// A file that came beside a report.
public struct SentryAttachment: Codable, Sendable, Equatable {
    /// Of the report.
    public let crash: String
    public let name: String
    /// As the SDK says: `event.attachment`, `event.minidump`, `event.view_hierarchy` …
    public let kind: String
    /// Bytes.
    public let size: Int
    let sha256: BlobID
    public let createdAt: Date
}

/// One that has just come.
struct SentryFile: Sendable {
    var name: String
    let kind: String
    let bytes: [UInt8]

    init(_ item: SentryEnvelope.Item, _ bytes: [UInt8]) {
        name = Self.name(item.fileName)
        kind = item.attachmentType.isEmpty ? "event.attachment" : String(item.attachmentType.unicodeScalars.prefix(60).map(Character.init))
        self.bytes = bytes
    }

    /// The last part of a path, on one line, short enough for a path of ours.
    private static func name(_ sent: String) -> String {
        let last = sent.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        let scalars = last.unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }.prefix(100)
        let name = String(String.UnicodeScalarView(scalars))
        return name.isEmpty || name.allSatisfy { $0 == "." } ? "attachment" : name
    }
}
