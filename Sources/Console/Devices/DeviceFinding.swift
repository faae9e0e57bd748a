import Web

/// Devices and users that a search looks for: those that log lines told of, and those that only push knows, each once.
extension Devices {
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        let told = try await directory.findDevices(text, apps: apps, limit: limit)
        return Self.joined(told, try await push.find(text, apps: apps, limit: limit))
    }

    @Sendable func findUsers(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        let told = try await directory.findUsers(text, apps: apps, limit: limit)
        return Self.joined(told, try await push.findUsers(text, apps: apps, limit: limit))
    }

    private static func joined(_ told: [SearchHit], _ bound: [SearchHit]) -> [SearchHit] {
        let known = Set(told.map(\.href))
        return told + bound.filter { !known.contains($0.href) }
    }
}
