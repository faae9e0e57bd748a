import Foundation

/// A device's call that passed the gateway: signed with the app's secret, in time, within its limits.
struct GatewayCall: Sendable {
    let app: App
    let platform: AppPlatform
    let operation: String
    /// Header `Did`; empty when the device is unknown.
    let device: String
    /// Header `Version`: of the app on the device; empty when it did not say.
    let version: String
    /// Who is logged in on the device, by header `sessionId`; nil for nobody.
    let user: String?
    /// The request as JSON: the element of the body's array, or what `_requestBody` in it holds.
    let request: [UInt8]
    let receivedAt: Date
    /// The secret that it was signed with, where a signature was asked for: after a rotation old builds still use the one before. For answers that are
    /// encrypted for the caller; not to be shown or logged.
    var secret = ""

    /// The request as the operation expects it.
    /// - Throws: `GatewayRefusal` 3002.
    func decode<Input: Decodable>(_ type: Input.Type = Input.self) throws -> Input {
        do {
            return try JSONDecoder().decode(type, from: Data(request))
        } catch {
            throw GatewayRefusal(.badFormat, "the request is not what \(operation) takes")
        }
    }
}
