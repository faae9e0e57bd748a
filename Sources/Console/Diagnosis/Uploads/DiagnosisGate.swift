import Foundation
import Synchronization
import Web

/// Bounds what devices that send files may cost a node: so many pieces at once, and of one file so many a second.
final class DiagnosisGate: Sendable {
    private let state = Mutex(State())

    private static let atOnce = 16
    private static let perSecond = 200
    /// Files that were heard of within the second.
    private static let remembered = 10_000

    private struct State {
        var underWay = 0
        var second = 0
        var pieces: [String: Int] = [:]
    }

    /// - Throws: `limited`.
    func pass<Value>(_ part: String, at now: Date, _ body: () async throws -> Value) async throws -> Value {
        let isAdmitted = state.withLock { state in
            let second = Int(now.timeIntervalSince1970)
            if second != state.second || state.pieces.count >= Self.remembered { (state.second, state.pieces) = (second, [:]) }
            guard state.underWay < Self.atOnce, state.pieces[part, default: 0] < Self.perSecond else { return false }
            state.underWay += 1
            state.pieces[part, default: 0] += 1
            return true
        }
        guard isAdmitted else { throw Problem(.limited, "diagnosis.upload.busy", retryAfter: 2) }
        defer { state.withLock { $0.underWay -= 1 } }
        return try await body()
    }
}
