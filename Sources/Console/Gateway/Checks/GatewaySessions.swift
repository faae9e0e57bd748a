import Foundation
import Signing

/// Who is logged in on a device: a text that the gateway signs and only checks afterwards, so that no call needs the database.
struct GatewaySessions: Sendable {
    private let key: [UInt8]

    /// How long a session lasts, in seconds.
    static let life = 12.0 * 3_600

    /// - Parameter key: of the key file; sessions have a key of their own made from it.
    init(key: [UInt8]) {
        self.key = HMAC.sha256(key: key, Array("gateway session".utf8))
    }

    /// For the header `sessionId` of later calls to the same app.
    func make(_ user: String, app: String, at time: Date) -> String {
        let content = "\(Int(time.timeIntervalSince1970 + Self.life)).\(Hex.encode(Array(user.utf8)))"
        return "\(content).\(Hex.encode(seal(content, app)))"
    }

    /// - Returns: the user; nil when the session was not made here for this app, or has ended.
    func user(_ session: String, app: String, at time: Date) -> String? {
        let parts = session.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let end = Double(parts[0]), end > time.timeIntervalSince1970, let seal = Hex.decode(String(parts[2])),
            constantTimeEqual(seal, self.seal("\(parts[0]).\(parts[1])", app)), let user = Hex.decode(String(parts[1]))
        else { return nil }
        return String(decoding: user, as: UTF8.self)
    }

    private func seal(_ content: String, _ app: String) -> [UInt8] {
        HMAC.sha256(key: key, Array("\(app) \(content)".utf8))
    }
}
