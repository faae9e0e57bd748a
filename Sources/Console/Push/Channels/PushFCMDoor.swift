import Foundation
import NIOHTTP1
import Signing
import Storage
import Web

/// Google's Firebase Cloud Messaging, HTTP v1 (firebase.google.com, "REST Resource: projects.messages"), opened with the file of a service account.
struct PushFCMDoor: PushTokenDoor {
    let access: PushAccess
    private let client: PushClient
    private let path: String

    static let service = "https://fcm.googleapis.com:443"
    private static let login = "https://oauth2.googleapis.com:443"
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"

    init(_ credential: PushCredential, _ secret: PushCredentialSecret, clock: Clock, patience: Duration = PushClient.patience) throws(PushClosed) {
        guard let key = try? PrivateKey(pem: Array(secret.secret.utf8)) else { throw PushClosed(.credentialUnreadable) }
        let facts = credential.facts
        client = try PushClient(credential.endpoint, trust: facts.trustedRoot, patience: patience)
        path = "/v1/projects/\(PercentEncoding.encode(facts.projectId ?? ""))/messages:send"
        let login = credential.endpoint.text == Self.service ? CertificateEndpoint(Self.login) ?? credential.endpoint : credential.endpoint
        let door = try PushClient(login, trust: facts.trustedRoot, patience: patience)
        access = PushAccess(clock: clock) { await Self.ask(door, facts, key, at: clock.now) }
    }

    // MARK: the token

    /// developers.google.com, "Using OAuth 2.0 for server to server applications": a token of our own, signed with the account's key, for one of
    /// theirs.
    private static func ask(_ client: PushClient, _ facts: PushCredentialFacts, _ key: PrivateKey, at now: Date) async -> PushGrant {
        let seconds = Int(now.timeIntervalSince1970)
        let claims: [String: JSONWebToken.Claim] = [
            "iss": .text(facts.clientEmail ?? ""), "scope": .text(scope), "aud": .text(facts.tokenURI ?? ""), "iat": .number(seconds),
            "exp": .number(seconds + 3_600),
        ]
        let own = JSONWebToken(header: ["typ": "JWT", "kid": facts.privateKeyId ?? ""], claims: claims)
        guard let signed = try? own.signed(.rs256, by: key) else { return .failed(.refused(.credentialUnreadable)) }
        let form = Form([("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", signed)].map { (name: $0.0, value: $0.1) })
        let path = client.endpoint.text == login ? nil : URLComponents(string: facts.tokenURI ?? "")?.path.orNil
        return await PushOAuth.ask(client, path ?? "/token", form)
    }

    // MARK: messages

    func ask(_ parcel: PushParcel, _ token: String) async -> PushOutcome? {
        let head = "{\"message\":{\"token\":\(PushTokens.quoted(parcel.token)),"
        let body = Array(head.utf8) + parcel.payload.dropFirst() + [UInt8(ascii: "}")]
        return await client.deliver(path, ["authorization": "Bearer \(token)", "content-type": "application/json"], body, read: Self.outcome)
    }

    /// firebase.google.com, "ErrorCode"; Google asks for retries of 429, 500 and 503 only.
    static func outcome(_ answer: PushAnswer) -> PushOutcome? {
        if answer.status == 200 { return .accepted(id: answer.json(Taken.self)?.name) }
        let error = answer.json(Refused.self)?.error
        let reason = error?.details?.compactMap(\.errorCode).first ?? error?.status ?? "status-\(answer.status)"
        switch (answer.status, reason) {
        case (401, let reason) where reason != "THIRD_PARTY_AUTH_ERROR": return nil
        case (429, _), (500, _), (503, _): return .again(reason: reason, after: answer.retryAfter)
        case (502, _), (504, _): return .unknown(reason: reason)
        case (_, "UNREGISTERED"): return .refused(reason: reason, dropToken: true, at: nil)
        case (_, "INVALID_ARGUMENT"): return .refused(reason: reason, dropToken: error?.speaksOfToken ?? false, at: nil)
        default: return .refused(reason)
        }
    }

    /// Which reasons speak of the account and not of a device.
    static let ofCredential: Set<String> = [
        "THIRD_PARTY_AUTH_ERROR", "SENDER_ID_MISMATCH", "PERMISSION_DENIED", "NOT_FOUND", PushReason.noAccess.rawValue,
        PushReason.credentialUnreadable.rawValue,
        PushReason.untrusted.rawValue,
    ]

    private struct Taken: Decodable {
        let name: String?
    }

    private struct Refused: Decodable {
        let error: Reason

        struct Reason: Decodable {
            let status: String?
            let details: [Detail]?

            /// The field to blame is the token, not anything of the message.
            var speaksOfToken: Bool { details?.contains { $0.fieldViolations?.contains { $0.field == "message.token" } ?? false } ?? false }
        }

        struct Detail: Decodable {
            let errorCode: String?
            let fieldViolations: [Violation]?
        }

        struct Violation: Decodable {
            let field: String?
        }
    }
}
