import Foundation
import Storage
import Web

/// A file on its way to become a build, in pieces: what was received stays when a connection breaks, and any node takes the rest.
public struct BuildUpload: Codable, Sendable {
    public let id: String
    public let app: String
    public let fileName: String
    /// Bytes of the whole.
    public let size: Int
    /// Of the whole, in hex; null when whoever brings it did not say.
    public let sha256: OrNull<String>
    /// Id of the build request that it was built for.
    public let request: OrNull<String>
    /// Bytes that are there: where the next piece begins.
    public let offset: Int
    /// Bytes that the next piece should have, and may have at most.
    public let pieceSize: Int
    public let pieceLimit: Int
    public let state: BuildUploadState
    /// Id of what it became.
    public let build: OrNull<String>
    public let createdAt: Date
    /// When it is forgotten unless more comes.
    public let expiresAt: Date
}

/// `receiving` → `received` → `taken` or `refused`; nothing else comes of one that is abandoned.
public enum BuildUploadState: String, Codable, CaseIterable, Sendable {
    case receiving, received, taken, refused
}

/// What somebody wants to bring.
public struct NewBuildUpload: Codable, Sendable {
    /// What its owner calls it.
    public var filename: String
    /// Bytes.
    public var size: Int
    /// In hex. The same file by the same token goes on where it was.
    public var sha256: String?
    /// For testers.
    public var notes: String?
    /// Id of the build request that it was built for, whose lease is in `Build-Lease`.
    public var request: String?

    public init(filename: String, size: Int, sha256: String? = nil, notes: String? = nil, request: String? = nil) {
        self.filename = filename
        self.size = size
        self.sha256 = sha256
        self.notes = notes
        self.request = request
    }

    /// - Parameter largest: bytes of a build.
    /// - Throws: `invalid` with every field that is wrong; `tooLarge`.
    func check(upTo largest: Int) throws {
        var wrong: [Rejection] = []
        if filename.isEmpty {
            wrong.append(Rejection("filename", "web.required"))
        } else if filename.unicodeScalars.count > BuildLimits.fileName || !filename.isOneLine || filename.contains("/") {
            wrong.append(Rejection("filename", "buildUploads.filename.invalid", ["limit": "\(BuildLimits.fileName)"]))
        }
        if size < 1 { wrong.append(Rejection("size", "buildUploads.size.invalid")) }
        if let sha256, BlobID(sha256) == nil { wrong.append(Rejection("sha256", "buildUploads.sha256.invalid")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        guard size <= largest else { throw Problem.tooLarge(largest) }
    }
}

/// Sizes in bytes, times in seconds.
enum BuildUploadLimits {
    static let piece = 8 << 20
    static let largestPiece = 16 << 20
    /// Uploads that are under way: of an app, and of all.
    static let ofApp = 20
    static let ofAll = 100
    /// What those of all apps come to.
    static let bytes = 64 << 30
    /// Without a piece.
    static let life: TimeInterval = 24 * 3_600
    /// How long whoever asks for the build waits before he is asked to ask again.
    static let patience = Duration.seconds(20)
    /// Until a node that puts pieces together counts as dead; it says that it lives with every piece.
    static let busy: TimeInterval = 60
    /// The same while the whole is looked into and stored.
    static let taking: TimeInterval = 600
}

/// A piece as it is stored: a blob that begins with ``salt`` bytes of chance, so that no other blob is the same and it can go when its upload does.
struct BuildUploadPiece: Sendable {
    let start: Int
    let size: Int
    let blob: BlobID

    static let salt = 16
}

/// Why a whole file was not taken, kept for whoever asks once more.
struct BuildUploadRefusal: Codable, Sendable {
    let kind: String
    let detail: Message
    let fields: [Field]

    struct Field: Codable, Sendable {
        let name: String
        let message: Message
    }

    init(_ problem: Problem) {
        kind = problem.kind.rawValue
        detail = problem.detail
        fields = problem.rejections.map { Field(name: $0.field, message: $0.message) }
    }

    var problem: Problem {
        let rejections = fields.map { Rejection($0.name, $0.message.key, $0.message.arguments) }
        return Problem(Problem.Kind(rawValue: kind) ?? .invalid, detail.key, detail.arguments, rejections: rejections)
    }
}
