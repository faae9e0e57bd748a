import Foundation
import NIOHTTP1
import Web

/// Xiaomi's push service (dev.mi.com, "小米推送服务端API文档"), opened with an app's secret, which every request carries.
struct PushXiaomiDoor: PushChannelDoor {
    private let client: PushClient
    private let secret: String
    private let package: String

    static let service = "https://api.xmpush.xiaomi.com:443"

    init(_ credential: PushCredential, _ secret: PushCredentialSecret, patience: Duration = PushClient.patience) throws(PushClosed) {
        client = try PushClient(credential.endpoint, trust: credential.facts.trustedRoot, patience: patience)
        self.secret = secret.secret
        package = credential.facts.packageName ?? ""
    }

    func send(_ parcel: PushParcel) async -> PushOutcome {
        guard PushTokens.isToken(parcel.token) else { return .refused(reason: PushReason.badToken.rawValue, dropToken: true, at: nil) }
        let own = Form([(name: "registration_id", value: parcel.token), (name: "restricted_package_name", value: package)])
        let body = parcel.payload + Array("&\(own.encoded)".utf8)
        do throws(PushTrouble) {
            let headers: HTTPHeaders = ["authorization": "key=\(secret)", "content-type": "application/x-www-form-urlencoded"]
            return Self.outcome(try await client.post("/v3/message/regid", headers, body))
        } catch {
            return error.outcome
        }
    }

    /// There is no token to be got beforehand, and nothing that could be asked without sending.
    func tryAccess() async -> PushOutcome? { nil }

    /// The page's "错误码".
    static func outcome(_ answer: PushAnswer) -> PushOutcome {
        guard let said = answer.json(Said.self), let code = said.code else { return answer.outcomeOfStatus }
        switch code {
        case 0: return .accepted(id: said.data?.id)
        // System error, service paused, remote error, busy, too many of this address, of this user.
        case 10_001, 10_002, 10_003, 10_009, 10_022, 10_023: return .again(reason: "\(code)", after: answer.retryAfter)
        // "No valid targets": of one device, that it is none.
        case 20_301: return .refused(reason: "\(code)", dropToken: true, at: nil)
        default: return .refused("\(code)")
        }
    }

    /// Authentication failed; the app's id, key or package is none; the caller's address or rights.
    static let ofCredential: Set<String> = [
        "10004", "10005", "10014", "21301", "22000", "22001", "22020", "22022", "status-401", "status-403", PushReason.untrusted.rawValue,
    ]

    private struct Said: Decodable {
        let code: Int?
        let data: Taken?

        struct Taken: Decodable {
            let id: String?
        }
    }
}
