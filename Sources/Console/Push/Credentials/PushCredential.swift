import Foundation
import Storage
import Web

/// What opens a channel other than Apple's for an app. The secret itself is not in here.
struct PushCredential: Codable, Sendable, Equatable {
    let id: String
    let app: String
    let channel: PushChannel
    /// What people call it.
    let alias: String
    /// Where pushes go: the maker's service, or a server that stands in for it.
    let endpoint: CertificateEndpoint
    let facts: PushCredentialFacts
    let state: CertificateState
    let createdAt: Date
    let createdBy: String

    /// Of an app, retired ones too.
    static let most = 50
    /// Characters.
    static let longestAlias = 60
}

/// What is not secret of a credential; each channel has some of these.
struct PushCredentialFacts: Codable, Sendable, Equatable {
    /// FCM's, as the three next.
    var projectId: String?
    var clientEmail: String?
    var privateKeyId: String?
    /// Where the service account gets its tokens.
    var tokenURI: String?
    /// Huawei's and vivo's.
    var appId: String?
    /// OPPO's and vivo's.
    var appKey: String?
    /// Xiaomi's.
    var packageName: String?
    /// In PEM: who has to vouch for the endpoint; nil for whom the machine trusts.
    var trustedRoot: String?
}

extension PushChannel {
    /// Those that a ``PushCredential`` opens.
    static let withCredentials = allCases.filter { $0 != .apns }

    /// The maker's own; nil for Apple's, which a certificate names.
    var service: CertificateEndpoint? {
        switch self {
        case .apns: nil
        case .fcm: CertificateEndpoint(PushFCMDoor.service)
        case .huawei: CertificateEndpoint(PushHuaweiDoor.service)
        case .xiaomi: CertificateEndpoint(PushXiaomiDoor.service)
        case .oppo: CertificateEndpoint(PushOPPODoor.service)
        case .vivo: CertificateEndpoint(PushVivoDoor.service)
        }
    }

    /// Fields beside the secret that a credential of it has to have.
    var credentialFields: [PushCredentialField] {
        switch self {
        case .apns, .fcm: []
        case .huawei: [.appId]
        case .xiaomi: [.packageName]
        case .oppo: [.appKey]
        case .vivo: [.appId, .appKey]
        }
    }
}

/// A field of a credential's form.
enum PushCredentialField: String, Codable, CaseIterable, Sendable {
    case appId, appKey, packageName
}

extension PushCredential {
    /// For the log of changes: nothing in it is secret.
    var audited: [String: String] {
        [
            "channel": channel.rawValue, "alias": alias, "endpoint": endpoint.text, "projectId": facts.projectId ?? "",
            "clientEmail": facts.clientEmail ?? "", "appId": facts.appId ?? "", "appKey": facts.appKey ?? "", "packageName": facts.packageName ?? "",
        ].filter { !$0.value.isEmpty }
    }

    /// For people who have to tell them apart.
    var spoken: String { "\(alias) (\(id))" }
}

/// What a message cannot be sent for.
struct PushMissing: Codable, Sendable, Equatable {
    let channel: PushChannel
    /// Of Apple's.
    let environment: OrNull<PushEnvironment>
    let reason: Reason

    enum Reason: String, Codable, CaseIterable, Sendable {
        case noCertificate, certificateExpired, noCredentials
    }
}
