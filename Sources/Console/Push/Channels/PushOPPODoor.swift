import Foundation
import NIOHTTP1
import Signing
import Storage
import Web

/// OPPO's push service (open.oppomobile.com, "OPPO PUSH 服务端API"), opened with an app's key and master secret. It shows notifications only.
struct PushOPPODoor: PushTokenDoor {
    let access: PushAccess
    private let client: PushClient

    static let service = "https://api.push.oppomobile.com:443"

    init(_ credential: PushCredential, _ secret: PushCredentialSecret, clock: Clock, patience: Duration = PushClient.patience) throws(PushClosed) {
        let client = try PushClient(credential.endpoint, trust: credential.facts.trustedRoot, patience: patience)
        let (key, secret) = (credential.facts.appKey ?? "", secret.secret)
        self.client = client
        access = PushAccess(clock: clock) { await Self.ask(client, key, secret, at: clock.now) }
    }

    /// "鉴权": the sign is SHA-256 over key, timestamp in milliseconds and master secret; a token lives for 24 hours.
    private static func ask(_ client: PushClient, _ key: String, _ secret: String, at now: Date) async -> PushGrant {
        let timestamp = "\(Int(now.timeIntervalSince1970 * 1_000))"
        let sign = Hex.encode(Digest.sha256(Array("\(key)\(timestamp)\(secret)".utf8)))
        let form = Form([(name: "app_key", value: key), (name: "sign", value: sign), (name: "timestamp", value: timestamp)])
        do throws(PushTrouble) {
            let answer = try await client.post("/server/v1/auth", headers, Array(form.encoded.utf8))
            let said = answer.json(Said.self)
            guard said?.code == 0, let token = said?.data?.auth_token?.orNil else { return PushGrant(refused: answer) }
            return .token(token, seconds: 86_400)
        } catch {
            return PushGrant(error)
        }
    }

    private static let headers: HTTPHeaders = ["content-type": "application/x-www-form-urlencoded"]

    func ask(_ parcel: PushParcel, _ token: String) async -> PushOutcome? {
        guard !parcel.isSilent else { return .refused(.silentUnsupported) }
        let head = "{\"target_type\":2,\"target_value\":\(PushTokens.quoted(parcel.token)),\"notification\":"
        let message = head + String(decoding: parcel.payload, as: UTF8.self) + "}"
        let form = Form([(name: "auth_token", value: token), (name: "message", value: message)])
        let path = "/server/v1/message/notification/unicast"
        return await client.deliver(path, Self.headers, Array(form.encoded.utf8), read: Self.outcome)
    }

    /// "公共返回码".
    static func outcome(_ answer: PushAnswer) -> PushOutcome? {
        guard let said = answer.json(Said.self), let code = said.code else { return answer.outcomeOfStatus }
        switch code {
        case 0: return .accepted(id: said.data?.messageId)
        // Service not available, flow control.
        case -1, -2: return .again(reason: "code\(code)", after: answer.retryAfter)
        // Invalid auth token.
        case 11: return nil
        default: return .refused("\(code)")
        }
    }

    /// Key, signature, address of the caller, rights.
    static let ofCredential: Set<String> = [
        "12", "14", "15", "16", "17", "28", "29", "30", PushReason.noAccess.rawValue, PushReason.untrusted.rawValue,
    ]

    private struct Said: Decodable {
        let code: Int?
        let data: Given?

        struct Given: Decodable {
            let auth_token: String?
            let messageId: String?
        }
    }
}
