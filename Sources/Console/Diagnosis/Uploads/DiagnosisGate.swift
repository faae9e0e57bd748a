import Foundation
import Synchronization
import Web

/// Bounds what devices that send files may cost a node: so many pieces at once, and of one file two, and so many a second.
final class DiagnosisGate: Sendable {
    private let state = Mutex(State())

    private static let atOnce = 16
    /// Of one file: the device's, and the one that it gave up.
    private static let ofOne = 2
    private static let perSecond = 200
    /// Files that were heard of within the second.
    private static let remembered = 10_000

    private struct State {
        /// Requests, by file.
        var underWay: [String: Int] = [:]
        var count = 0
        var second = 0
        var pieces: [String: Int] = [:]

        mutating func leave(_ part: String) {
            count -= 1
            let left = underWay[part, default: 0] - 1
            underWay[part] = left > 0 ? left : nil
        }
    }

    /// - Throws: `limited`.
    func pass<Value>(_ part: String, at now: Date, _ body: () async throws -> Value) async throws -> Value {
        let isAdmitted = state.withLock { state in
            let second = Int(now.timeIntervalSince1970)
            if second != state.second || state.pieces.count >= Self.remembered { (state.second, state.pieces) = (second, [:]) }
            guard state.count < Self.atOnce, state.underWay[part, default: 0] < Self.ofOne, state.pieces[part, default: 0] < Self.perSecond else {
                return false
            }
            state.count += 1
            state.underWay[part, default: 0] += 1
            state.pieces[part, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw Problem(.limited, "diagnosis.upload.busy", retryAfter: 2) }
        defer { state.withLock { $0.leave(part) } }
        return try await body()
    }
}
