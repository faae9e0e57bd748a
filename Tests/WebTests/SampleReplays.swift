@testable import Web

/// Answers kept in memory, as the console keeps them in its database.
actor SampleReplays {
    private var payloads: [Replays.Use: [UInt8]] = [:]
    private var answers: [Replays.Use: Replays.Stored] = [:]

    nonisolated var replays: Replays {
        Replays(begin: { try await self.begin($0, $1) }, finish: { await self.finish($0, $1) })
    }

    private func begin(_ use: Replays.Use, _ payload: [UInt8]) throws -> Replays.State {
        guard let known = payloads[use] else {
            payloads[use] = payload
            return .fresh
        }
        if known != payload { return .otherPayload }
        return answers[use].map { .answered($0) } ?? .running
    }

    private func finish(_ use: Replays.Use, _ stored: Replays.Stored?) {
        answers[use] = stored
        if stored == nil { payloads[use] = nil }
    }
}
