import Synchronization
import Web

/// Bounds the memory of bodies that are coming in: small ones always pass, of large ones only so many at a time, so that slow
/// senders of large bodies cannot fill it.
final class TelemetryGate: Sendable {
    private let large = Mutex(0)

    /// A body up to this size passes. The documented client sends 10 KB.
    private static let small = 256 << 10
    /// Each may become `TelemetryLimits.packed` bytes.
    private static let mostLarge = 8

    /// Lets a request read its body.
    /// - Parameter length: as announced; nil counts as large.
    /// - Throws: `limited` when too many large bodies are under way.
    func pass<Value>(_ length: Int?, _ body: () async throws -> Value) async throws -> Value {
        if let length, length <= Self.small { return try await body() }
        guard large.withLock({ $0.enter(below: Self.mostLarge) }) else { throw Problem(.limited, "telemetry.overload", retryAfter: 1) }
        defer { large.withLock { $0 -= 1 } }
        return try await body()
    }
}

extension Int {
    fileprivate mutating func enter(below limit: Int) -> Bool {
        guard self < limit else { return false }
        self += 1
        return true
    }
}
