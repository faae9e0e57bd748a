import Foundation
import Synchronization

/// What a command writes, on its way to the console: whole lines, without secrets, once each.
final class AgentLog: Sendable {
    private let state: Mutex<State>
    /// Each line of them, the longest first: one may stand in another.
    private let secrets: [[UInt8]]
    private let piece: Int
    private let deliver: @Sendable (_ bytes: [UInt8], _ start: Int) async throws -> Void

    private struct State {
        /// Ready to be sent.
        var waiting: [UInt8] = []
        /// The line that has not ended.
        var line: [UInt8] = []
        /// Of the first byte that waits.
        var start: Int
        /// Bytes that may still come.
        var left: Int
    }

    /// A longer line is sent in parts.
    private static let longestLine = 8 << 10

    /// - Parameters:
    ///   - secrets: shorter ones than four bytes are in everything, and are not looked for.
    ///   - deliver: sends a piece that belongs at a place; may be called again with the same.
    init(_ claim: AgentClaim, secrets: [[UInt8]], deliver: @escaping @Sendable (_ bytes: [UInt8], _ start: Int) async throws -> Void) {
        // One byte more than the console keeps, so that it knows that there was more.
        state = Mutex(State(start: claim.logOffset, left: max(0, claim.logLimit + 1 - claim.logOffset)))
        let lines = secrets.flatMap { $0.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } }.map { Array($0) }
        self.secrets = lines.filter { $0.count >= 4 }.sorted { $0.count > $1.count }
        piece = max(1, claim.logPiece)
        self.deliver = deliver
    }

    func write(_ bytes: [UInt8]) {
        state.withLock { state in
            guard state.left > 0 else { return }
            var rest = bytes[...]
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                state.line += rest[...end]
                rest = rest[(end + 1)...]
                endLine(&state)
            }
            state.line += rest
            // What may be the beginning of a secret waits for the rest of it.
            if state.line.count > Self.longestLine { endLine(&state, keeping: max(0, (secrets.first?.count ?? 0) - 1)) }
        }
    }

    /// A line of the agent's own.
    func say(_ text: String) {
        write(Array("[agent] \(RemoteText.clean(text))\n".utf8))
    }

    /// Nothing comes any more.
    func close() {
        state.withLock { endLine(&$0) }
    }

    /// - Parameter keeping: bytes at its end that stay.
    private func endLine(_ state: inout State, keeping: Int = 0) {
        for secret in secrets {
            while let place = state.line.firstRange(of: secret) { state.line.replaceSubrange(place, with: Array("***".utf8)) }
        }
        let ended = max(0, state.line.count - keeping)
        let line = state.line.prefix(min(ended, state.left))
        state.waiting += line
        state.left -= line.count
        state.line.removeFirst(ended)
    }

    /// Sends what waits. For one task at a time.
    func send() async throws {
        while case let (bytes, start) = state.withLock({ (Array($0.waiting.prefix(piece)), $0.start) }), !bytes.isEmpty {
            try await deliver(bytes, start)
            state.withLock { state in
                state.waiting.removeFirst(bytes.count)
                state.start += bytes.count
            }
        }
    }
}
