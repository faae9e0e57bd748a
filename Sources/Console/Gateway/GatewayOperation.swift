import Foundation

/// One thing that devices can ask for. Rooms offer theirs as `operations`; the gateway checks a call and hands it over.
struct GatewayOperation: Sendable {
    /// As in the header `Operation-Type`.
    let name: String
    /// A call that changes something is taken once: the same signature again is refused.
    let changesState: Bool
    /// Answers 2000 unless a user is logged in.
    let needsLogin: Bool
    /// Bytes that a call's body may have.
    let bodyLimit: Int
    /// Answers with JSON.
    let handle: @Sendable (GatewayCall) async throws -> [UInt8]

    /// What a body may have where nothing else is said.
    static let usualBodyLimit = 1 << 20

    /// - Parameter answer: throws a `GatewayRefusal` for what the device is to be told; anything else is a 5000.
    init<Input: Decodable & Sendable, Output: Encodable & Sendable>(
        _ name: String,
        changesState: Bool = false,
        needsLogin: Bool = false,
        bodyLimit: Int = Self.usualBodyLimit,
        _ answer: @escaping @Sendable (Input, GatewayCall) async throws -> Output
    ) {
        self.init(raw: name, changesState: changesState, needsLogin: needsLogin, bodyLimit: bodyLimit) { call in
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(try await answer(try call.decode(), call)))
        }
    }

    /// An operation that reads and writes bytes itself.
    init(
        raw name: String,
        changesState: Bool = false,
        needsLogin: Bool = false,
        bodyLimit: Int = Self.usualBodyLimit,
        _ handle: @escaping @Sendable (GatewayCall) async throws -> [UInt8]
    ) {
        self.name = name
        self.changesState = changesState
        self.needsLogin = needsLogin
        self.bodyLimit = bodyLimit
        self.handle = handle
    }
}
