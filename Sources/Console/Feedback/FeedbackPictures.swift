import Formats
import Foundation
import Signing
import Storage

/// The pictures that came with feedback: drawn again from their pixels, so that nothing else of what was sent is kept or served.
///
/// One is drawn at a time, because each may take 64 MB for a second; a file is named by its SHA-256, below a folder of its app.
final class FeedbackPictures: Sendable {
    private let directory: String
    private let queue = OperationQueue()
    /// Each waiting call holds up to four pictures of 2 MB.
    private static let longestQueue = 8

    /// A picture drawn again.
    struct Drawn: Sendable {
        let image: FeedbackImage
        let file: [UInt8]
    }

    /// - Parameter directory: made with the first picture.
    init(directory: String) {
        self.directory = directory
        queue.maxConcurrentOperationCount = 1
    }

    /// - Throws: `GatewayRefusal`: 3002 for what is no PNG or too large, 1002 when too many are waiting.
    func draw(_ sent: [[UInt8]]) async throws -> [Drawn] {
        if sent.isEmpty { return [] }
        guard queue.operationCount < Self.longestQueue else { throw GatewayRefusal(.tooFast, "too many pictures are waiting") }
        return try await withCheckedThrowingContinuation { continuation in
            queue.addOperation { continuation.resume(with: Result { try Self.drawAll(sent) }) }
        }
    }

    private static func drawAll(_ sent: [[UInt8]]) throws -> [Drawn] {
        try sent.enumerated().map { place, bytes in
            do {
                return try drawOne(bytes)
            } catch let error as PNGError {
                throw GatewayRefusal(.badFormat, "images[\(place)] \(reason(error)); images are PNG")
            }
        }
    }

    private static func drawOne(_ bytes: [UInt8]) throws -> Drawn {
        let picture = try PNG.decode(bytes, maxPixels: FeedbackLimits.imagePixels, maxSide: FeedbackLimits.imageSide)
        let file = try PNG.encode(picture, fast: true)
        let name = Hex.encode(Digest.sha256(file))
        return Drawn(image: FeedbackImage(sha256: name, width: picture.width, height: picture.height, size: file.count), file: file)
    }

    private static func reason(_ error: PNGError) -> String {
        switch error {
        case .tooLarge(let width, let height): "has \(width) × \(height) pixels, more than \(FeedbackLimits.imageSide) a side"
        case .corrupt, .size: "is not a PNG that can be read"
        }
    }

    /// Returns when the files are on disk. One that is there already is the same.
    func keep(_ pictures: [Drawn], of app: String) throws {
        for picture in pictures where !FileManager.default.fileExists(atPath: path(picture.image, app)) {
            try write(picture, app)
        }
    }

    /// Under another name first, so that a file of the final name is whole.
    private func write(_ picture: Drawn, _ app: String) throws {
        let folder = try folder(app)
        let part = "\(folder)/\(Random.hex(8)).part"
        let file = try AppendFile(part, length: 0)
        try file.write(picture.file, at: 0)
        try file.sync()
        guard rename(part, path(picture.image, app)) == 0 else { throw StorageError.disk("\(part): \(String(cString: strerror(errno)))") }
        try AppendFile.syncDirectory(folder)
    }

    private func folder(_ app: String) throws -> String {
        let folder = "\(directory)/\(app)"
        if FileManager.default.fileExists(atPath: folder) { return folder }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try AppendFile.syncDirectory(directory)
        return folder
    }

    private func path(_ image: FeedbackImage, _ app: String) -> String { "\(directory)/\(app)/\(image.sha256).png" }

    /// - Throws: `StorageError` for a file that is not as its row says.
    func file(_ image: FeedbackImage, of app: String) throws -> [UInt8] {
        try AppendFile.read(path(image, app), at: 0, count: image.size)
    }

    /// Removes all of an app that was deleted.
    func erase(_ app: String) throws {
        let folder = "\(directory)/\(app)"
        if FileManager.default.fileExists(atPath: folder) { try FileManager.default.removeItem(atPath: folder) }
    }
}
