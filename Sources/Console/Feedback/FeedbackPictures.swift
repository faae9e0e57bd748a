import Formats
import Foundation
import Storage

/// The pictures that came with feedback: drawn again from their pixels, so that nothing else of what was sent is kept or served.
///
/// One is drawn at a time, because each may take 64 MB for a second. Each is a blob; several feedbacks, and several apps, may share one.
final class FeedbackPictures: Sendable {
    private let blobs: any Blobs
    private let queue = OperationQueue()
    /// Each waiting call holds up to four pictures of 2 MB.
    private static let longestQueue = 8

    /// A picture drawn again.
    struct Drawn: Sendable {
        let image: FeedbackImage
        let file: [UInt8]
    }

    init(blobs: any Blobs) {
        self.blobs = blobs
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
        return Drawn(image: FeedbackImage(blob: BlobID(of: file), width: picture.width, height: picture.height, size: file.count), file: file)
    }

    private static func reason(_ error: PNGError) -> String {
        switch error {
        case .tooLarge(let width, let height): "has \(width) × \(height) pixels, more than \(FeedbackLimits.imageSide) a side"
        case .corrupt, .size: "is not a PNG that can be read"
        }
    }

    /// Returns when the files are where they stay. One that is there already is the same.
    func keep(_ pictures: [Drawn]) async throws {
        for picture in pictures { _ = try await blobs.put(picture.file) }
    }

    /// Puts back what the deletion of another app removed between ``keep(_:)`` and the rows. Together with the second look of ``remove(_:unless:)``
    /// no order of the two loses a picture. The feedback is in by now, so a store that is away at this moment is no reason to refuse it.
    func keepAgain(_ pictures: [Drawn]) async {
        for picture in pictures where (try? await blobs.size(picture.image.blob)) == .some(nil) {
            _ = try? await blobs.put(picture.file)
        }
    }

    /// - Throws: `BlobError` for a file that is not as its row says, `StorageError.unavailable`.
    func file(_ image: FeedbackImage) async throws -> [UInt8] {
        try await blobs.read(image.blob)
    }

    /// Removes a picture, unless a row needs it: asked before and, because another node may write such a row meanwhile, once more after.
    func remove(_ blob: BlobID, unless isNeeded: () async throws -> Bool) async throws {
        if try await isNeeded() { return }
        let file = try await bytes(blob)
        try await blobs.remove(blob)
        if let file, try await isNeeded() { _ = try await blobs.put(file) }
    }

    /// nil where nothing is worth putting back.
    private func bytes(_ blob: BlobID) async throws -> [UInt8]? {
        do {
            return try await blobs.read(blob)
        } catch is BlobError {
            return nil
        }
    }
}
