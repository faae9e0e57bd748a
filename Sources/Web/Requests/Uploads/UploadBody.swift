import Hummingbird
import NIOCore

/// The body of a request, piece by piece as it arrives and as large as it is: nothing of it is kept.
///
/// For one task, and once: what was given out does not come again.
public final class UploadBody {
    private var pieces: RequestBody.AsyncIterator
    private let limit: Int
    private let overhead: Int
    /// What the head promised, if anything.
    private let promised: Int?
    private var received = 0

    /// - Parameters:
    ///   - limit: bytes.
    ///   - overhead: what may come around these.
    /// - Throws: `tooLarge` when the head says so already, `malformed` for a packed body: nobody could tell how large it is before it is unpacked.
    public init(_ request: Request, upTo limit: Int, overhead: Int = 0) throws {
        guard try !request.isPacked else { throw Problem(.malformed, "web.upload.packed") }
        promised = request.headers[.contentLength].flatMap { Int($0) }
        if let promised, promised > limit + overhead { throw Problem.tooLarge(limit) }
        self.limit = limit
        self.overhead = overhead
        pieces = request.body.makeAsyncIterator()
    }

    /// What came next; nil at the end.
    /// - Throws: `tooLarge` over the limit, `malformed` when the connection ends before the body does.
    public func next() async throws -> ByteBuffer? {
        guard let piece = try await read() else {
            if let promised, received < promised { throw Self.cut }
            return nil
        }
        received += piece.readableBytes
        guard received <= limit + overhead else { throw Problem.tooLarge(limit) }
        return piece
    }

    static let cut = Problem(.malformed, "web.body.cut")

    /// Whatever the connection ends with, and the end of the console, too: it is nobody's mistake here.
    private func read() async throws -> ByteBuffer? {
        do {
            guard let piece = try await pieces.next() else { return Task.isCancelled ? try ended() : nil }
            return piece
        } catch {
            return try ended()
        }
    }

    private func ended() throws -> ByteBuffer? { throw Self.cut }
}
