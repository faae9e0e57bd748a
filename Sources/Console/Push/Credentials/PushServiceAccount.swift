import Foundation
import Signing

/// Why the file of a service account is none.
enum PushServiceAccountFailure: String, Error, CaseIterable, Sendable {
    case missing, damaged, otherKind, key
}

/// The JSON that Google gives for a service account (cloud.google.com, "Create and delete service account keys").
struct PushServiceAccount: Sendable {
    let facts: PushCredentialFacts
    /// In PEM.
    let privateKey: String

    private struct File: Decodable {
        let type: String?
        let project_id: String?
        let private_key_id: String?
        let private_key: String?
        let client_email: String?
        let token_uri: String?
    }

    init(_ text: String) throws(PushServiceAccountFailure) {
        guard !text.isEmpty else { throw .missing }
        guard text.utf8.count <= PushCredentialDraft.fileLimit, let file = try? JSONDecoder().decode(File.self, from: Data(text.utf8)) else {
            throw .damaged
        }
        guard file.type == "service_account", let project = file.project_id?.orNil, let mail = file.client_email?.orNil, let pem = file.private_key,
            project.utf8.count <= 200, mail.utf8.count <= 200, (file.private_key_id ?? "").utf8.count <= 200
        else { throw .otherKind }
        guard let key = try? PrivateKey(pem: Array(pem.utf8)), case .rsa = key.kind else { throw .key }
        facts = PushCredentialFacts(
            projectId: project,
            clientEmail: mail,
            privateKeyId: file.private_key_id,
            tokenURI: file.token_uri?.orNil ?? "https://oauth2.googleapis.com/token"
        )
        privateKey = pem
    }

    /// A file from outside must not have the console ask any address: Google's for tokens, or that of the endpoint.
    static func mayAsk(_ uri: String, beside endpoint: CertificateEndpoint) -> Bool {
        guard uri.utf8.count <= 300, let parts = URLComponents(string: uri), let scheme = parts.scheme, let host = parts.host else { return false }
        if endpoint == PushChannel.fcm.service { return scheme == "https" && ["oauth2.googleapis.com", "accounts.google.com"].contains(host) }
        return true
    }
}
