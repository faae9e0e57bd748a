import Foundation
import NIOHTTP1
import Signing
import Storage

/// Apple's push service by HTTP/2 (developer.apple.com, "Sending notification requests to APNs"), with one certificate or token key.
struct PushAPNsDoor: PushChannelDoor {
    private let certificate: Certificate
    private let client: PushClient
    private let tokens: PushAPNsTokens?
    private let clock: Clock

    /// - Throws: when the certificate or the root that it trusts cannot be used.
    init(_ push: PushCertificate, clock: Clock, patience: Duration = PushClient.patience) throws(PushClosed) {
        certificate = push.certificate
        self.clock = clock
        let trust = push.certificate.facts.trustedRoot
        switch push.key {
        case .identity(let file):
            let chain = file.certificate.chain(among: file.others).map(\.der)
            client = try PushClient(push.endpoint, trust: trust, identity: PushIdentity(chain: chain, key: file.privateKey.pem), patience: patience)
            tokens = nil
        case .token(let key, let keyId, let teamId):
            client = try PushClient(push.endpoint, trust: trust, patience: patience)
            tokens = PushAPNsTokens(key: key, keyId: keyId, teamId: teamId)
        }
    }

    func send(_ parcel: PushParcel) async -> PushOutcome {
        guard Self.isToken(parcel.token) else { return .refused(reason: PushReason.badToken.rawValue, dropToken: true, at: nil) }
        guard parcel.payload.count <= PushPayload.limit else { return .refused(.tooLarge) }
        if let end = certificate.worksUntil, end <= clock.now { return .refused(.certificateExpired) }
        let token = tokens?.current(at: clock.now)
        let outcome = await ask(parcel, token)
        guard outcome.reason == PushAPNsReason.expiredProviderToken, let token, let fresh = tokens?.renewed(after: token, at: clock.now) else {
            return outcome
        }
        return await ask(parcel, fresh)
    }

    /// A certificate shows whether it works only when something is sent; one that is expired is said so.
    func tryAccess() async -> PushOutcome? {
        certificate.worksUntil.map { $0 <= clock.now } ?? false ? .refused(.certificateExpired) : nil
    }

    /// 32 bytes up to now, and Apple reserves 100: hexadecimal digits.
    static func isToken(_ token: String) -> Bool {
        (64...200).contains(token.utf8.count) && token.utf8.count.isMultiple(of: 2) && token.utf8.allSatisfy { Hex.isDigit($0) }
    }

    private func ask(_ parcel: PushParcel, _ token: String?) async -> PushOutcome {
        do throws(PushTrouble) {
            return PushAPNsReason.outcome(try await client.post("/3/device/\(parcel.token)", headers(parcel, token), parcel.payload))
        } catch {
            return error.outcome
        }
    }

    private func headers(_ parcel: PushParcel, _ token: String?) -> HTTPHeaders {
        var headers: HTTPHeaders = [
            "apns-id": parcel.id,
            "apns-push-type": parcel.isSilent ? "background" : "alert",
            // Apple refuses 10 for what is silent.
            "apns-priority": parcel.isSilent ? "5" : "10",
            "apns-expiration": "\(parcel.expiresAt.map { Int($0.timeIntervalSince1970) } ?? 0)",
        ]
        if let topic = certificate.topic.orNil { headers.add(name: "apns-topic", value: topic) }
        if let collapse = parcel.collapseId.orNil { headers.add(name: "apns-collapse-id", value: collapse) }
        if let token { headers.add(name: "authorization", value: "bearer \(token)") }
        return headers
    }
}

extension Hex {
    fileprivate static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"): true
        default: false
        }
    }
}
