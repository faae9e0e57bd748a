import Foundation
import Signing

/// What a channel is given of one message for one device.
struct PushParcel: Sendable {
    let app: String
    let message: String
    let device: String
    let token: String
    let platform: Platform
    let environment: PushEnvironment
    /// As ``PushPayload`` made it for the channel.
    let payload: [UInt8]
    let isSilent: Bool
    /// Empty for none.
    let collapseId: String
    /// When the service gives up; nil: at once, when the device cannot be reached.
    let expiresAt: Date?

    /// The same however often it is made, so that a service that has it already can tell: a UUID of version 8 (RFC 9562, 5.8) from SHA-256 over app,
    /// message and device.
    var id: String {
        var bytes = Array(Digest.sha256(Array("push \(app)\n\(message)\n\(device)".utf8)).prefix(16))
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = Array(Hex.encode(bytes).utf8)
        let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: digits[$0], as: UTF8.self) }
        return parts.joined(separator: "-")
    }
}
