import Dispatch
import Synchronization

/// Hands what one thread reads to a task that works on it, at most a few pieces ahead.
final class MovingPipe<Piece: Sendable>: Sendable {
    private let pieces: AsyncThrowingStream<Piece, any Error>
    private let continuation: AsyncThrowingStream<Piece, any Error>.Continuation
    private let isBroken = Mutex(false)
    // Signalled instead of made with a value: libdispatch stops the process when one goes away below the value it began with.
    private let room = DispatchSemaphore(value: 0)

    init(ahead: Int = 3) {
        (pieces, continuation) = AsyncThrowingStream.makeStream()
        for _ in 0..<ahead { room.signal() }
    }

    /// Blocks while the other side has enough.
    /// - Throws: `CancellationError` when it takes no more.
    func send(_ piece: Piece) throws {
        room.wait()
        guard !isBroken.withLock({ $0 }) else { throw CancellationError() }
        continuation.yield(piece)
    }

    /// Works on all pieces that `read` sends, in their order.
    /// - Parameter read: sends from a thread of its own, as connections and files have: one that tasks share must not wait.
    func run(_ read: @escaping @Sendable (MovingPipe) async throws -> Void, each: (Piece) async throws -> Void) async throws {
        let reading = Task {
            do {
                try await read(self)
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        do {
            for try await piece in pieces {
                try await each(piece)
                room.signal()
            }
        } catch {
            isBroken.withLock { $0 = true }
            room.signal()
            _ = await reading.value
            throw error
        }
    }
}
