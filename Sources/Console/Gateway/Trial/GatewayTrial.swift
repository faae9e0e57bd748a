import Foundation
import HTTPTypes
import Web

/// A call to try: what an operator types, signed here with the app's secret.
struct GatewayTrial: Codable, Sendable {
    let platform: Platform
    let operation: String
    /// The request as JSON; `{}` when absent.
    let data: String?
    /// Signs with HMAC-SHA256 instead of MD5.
    let hmac: Bool?
    let device: String?
    let version: String?
    let session: String?

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong: [Rejection] = []
        if !(1...120).contains(operation.utf8.count) || !operation.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) {
            wrong.append(Rejection("operation", "gateway.trial.operation.invalid"))
        }
        if (try? GatewayBody.request(in: body)) == nil { wrong.append(Rejection("data", "gateway.trial.data.invalid")) }
        for (field, value, limit) in [("device", device, 64), ("version", version, 64), ("session", session, 4_000)] {
            if let value, !Self.isHeader(value, limit) {
                wrong.append(Rejection(field, "gateway.trial.header.invalid", ["limit": "\(limit)"]))
            }
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private static func isHeader(_ text: String, _ limit: Int) -> Bool {
        text.utf8.count <= limit && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
    }

    /// As a device sends it.
    var body: [UInt8] {
        Array("[{\"_requestBody\":\(data.flatMap { $0.isEmpty ? nil : $0 } ?? "{}")}]".utf8)
    }

    /// All headers of the call.
    func headers(_ signer: AppSigner, at time: Date) -> HTTPFields {
        let time = "\(Int(time.timeIntervalSince1970 * 1_000))"
        let form: GatewaySignature.Form = hmac == true ? .hmacSHA256 : .md5
        let text = GatewaySignature.text(operation: operation, body: body, time: time)
        var headers: HTTPFields = [
            .appID: signer.platform.appKey, .workspaceID: signer.platform.workspaceId, .operationType: operation, .callTime: time,
            .sign: GatewaySignature.make(form, secret: signer.secret, text).hex,
        ]
        if hmac == true { headers[.signType] = "hmac-sha256" }
        for (name, value) in [(HTTPField.Name.deviceID, device), (.appVersion, version), (.sessionID, session)] where value?.isEmpty == false {
            headers[name] = value
        }
        return headers
    }
}

/// What a call that was tried came to.
struct GatewayTrialResult: Codable, Sendable {
    let status: GatewayStatus
    /// Why, where it failed.
    let reason: String
    /// The answer's text; of one that is long only its beginning.
    let body: String
    let milliseconds: Double
    /// A session that the answer opened, for the next call.
    let session: String?

    /// Bytes of an answer that are shown.
    static let shown = 64 << 10
}
