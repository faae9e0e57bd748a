import Foundation
import NIOHTTP1
import Storage
import Web

/// Huawei's Push Kit (developer.huawei.com, "下行消息", REST API of HMS Core), opened with an app's id and secret.
struct PushHuaweiDoor: PushTokenDoor {
    let access: PushAccess
    private let client: PushClient
    private let path: String

    static let service = "https://push-api.cloud.huawei.com:443"
    private static let login = "https://oauth-login.cloud.huawei.com:443"

    init(_ credential: PushCredential, _ secret: PushCredentialSecret, clock: Clock, patience: Duration = PushClient.patience) throws(PushClosed) {
        let (facts, app) = (credential.facts, credential.facts.appId ?? "")
        client = try PushClient(credential.endpoint, trust: facts.trustedRoot, patience: patience)
        path = "/v1/\(PercentEncoding.encode(app))/messages:send"
        let login = credential.endpoint.text == Self.service ? CertificateEndpoint(Self.login) ?? credential.endpoint : credential.endpoint
        let door = try PushClient(login, trust: facts.trustedRoot, patience: patience)
        let form = Form([
            (name: "grant_type", value: "client_credentials"), (name: "client_id", value: app), (name: "client_secret", value: secret.secret),
        ])
        access = PushAccess(clock: clock) { await PushOAuth.ask(door, "/oauth2/v3/token", form) }
    }

    func ask(_ parcel: PushParcel, _ token: String) async -> PushOutcome? {
        let head = "{\"validate_only\":false,\"message\":{\"token\":[\(PushTokens.quoted(parcel.token))],"
        let body = Array(head.utf8) + parcel.payload.dropFirst() + [UInt8(ascii: "}")]
        return await client.deliver(path, ["authorization": "Bearer \(token)", "content-type": "application/json"], body, read: Self.outcome)
    }

    /// developer.huawei.com, "业务响应码" of the same page.
    static func outcome(_ answer: PushAnswer) -> PushOutcome? {
        let said = answer.json(Said.self)
        let code = said?.code ?? ""
        switch code {
        case "80000000": return .accepted(id: said?.requestId)
        // The access token is over.
        case "80200003", "80200005": return nil
        // Of one token "some are invalid" and "all are" are the same.
        case "80100000", "80300007": return .refused(reason: code, dropToken: true, at: nil)
        case "80300008": return .refused(.tooLarge)
        case "81000001": return .again(reason: code, after: answer.retryAfter)
        case "": return answer.outcomeOfStatus
        default: return answer.status == 503 ? .again(reason: code, after: answer.retryAfter) : .refused(code)
        }
    }

    /// Authentication, no right to push, the OAuth service.
    static let ofCredential: Set<String> = [
        "80200001", "80300002", "80600003", "status-401", "status-404", PushReason.noAccess.rawValue, PushReason.untrusted.rawValue,
    ]

    private struct Said: Decodable {
        let code: String?
        let requestId: String?
    }
}
