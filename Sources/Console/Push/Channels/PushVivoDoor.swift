import Foundation
import NIOHTTP1
import Signing
import Storage
import Web

/// vivo's push service (dev.vivo.com.cn, "服务端API接口文档", 2.9.2), opened with an app's id, key and secret. It shows notifications only.
struct PushVivoDoor: PushTokenDoor {
    let access: PushAccess
    private let client: PushClient

    static let service = "https://api-push.vivo.com.cn:443"

    init(_ credential: PushCredential, _ secret: PushCredentialSecret, clock: Clock, patience: Duration = PushClient.patience) throws(PushClosed) {
        let client = try PushClient(credential.endpoint, trust: credential.facts.trustedRoot, patience: patience)
        let (app, key, secret) = (credential.facts.appId ?? "", credential.facts.appKey ?? "", secret.secret)
        self.client = client
        access = PushAccess(clock: clock) { await Self.ask(client, app, key, secret, at: clock.now) }
    }

    /// "推送鉴权接口": the sign is MD5 over id, key, timestamp in milliseconds and secret, in lower case; a token lives for a day, and vivo asks for a new
    /// one every hour or two.
    private static func ask(_ client: PushClient, _ app: String, _ key: String, _ secret: String, at now: Date) async -> PushGrant {
        let timestamp = Int(now.timeIntervalSince1970 * 1_000)
        let sign = Hex.encode(Digest.md5(Array("\(app)\(key)\(timestamp)\(secret)".utf8)))
        let body: JSONValue = .object([
            "appId": .string(app), "appKey": .string(key), "timestamp": .integer(Int64(timestamp)), "sign": .string(sign),
        ])
        do throws(PushTrouble) {
            let answer = try await client.post("/message/auth", ["content-type": "application/json"], Array(body.text().utf8))
            guard let said = answer.json(Said.self), said.result == 0, let token = said.authToken?.orNil else { return PushGrant(refused: answer) }
            return .token(token, seconds: 7_200)
        } catch {
            return PushGrant(error)
        }
    }

    func ask(_ parcel: PushParcel, _ token: String) async -> PushOutcome? {
        guard !parcel.isSilent else { return .refused(.silentUnsupported) }
        // vivo itself refuses a requestId that it has seen.
        let head = "{\"regId\":\(PushTokens.quoted(parcel.token)),\"requestId\":\"\(parcel.id)\","
        let headers: HTTPHeaders = ["authtoken": token, "content-type": "application/json"]
        return await client.deliver("/message/send", headers, Array(head.utf8) + parcel.payload.dropFirst(), read: Self.outcome)
    }

    /// The document's "返回码".
    static func outcome(_ answer: PushAnswer) -> PushOutcome? {
        guard let said = answer.json(Said.self), let code = said.result else { return answer.outcomeOfStatus }
        switch code {
        case 0: return .accepted(id: said.taskId)
        // The token is none any more.
        case 10_000: return nil
        // Too fast.
        case 10_072: return .again(reason: "\(code)", after: answer.retryAfter)
        case 10_302: return .refused(reason: "\(code)", dropToken: true, at: nil)
        default: return .refused("\(code)")
        }
    }

    /// The app's id is another than the token's.
    static let ofCredential: Set<String> = [
        "10094", PushReason.noAccess.rawValue, PushReason.untrusted.rawValue,
    ]

    private struct Said: Decodable {
        let result: Int?
        let authToken: String?
        let taskId: String?
    }
}
