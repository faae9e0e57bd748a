import Foundation
import Signing
import Web

/// A credential as somebody brings it: FCM's as the file of a service account, the others' in fields.
struct PushCredentialDraft: Codable, Sendable {
    var channel: PushChannel?
    /// At most 60 characters; the project, package or app when absent.
    var alias: String?
    /// `host`, `host:port` or a URL; the maker's own when absent.
    var endpoint: String?
    /// In PEM: who has to vouch for an endpoint of one's own.
    var trustedRoot: String?
    /// FCM: the JSON of a service account.
    var serviceAccount: String?
    var appId: String?
    var appKey: String?
    var packageName: String?
    /// Of the app: client secret (Huawei), AppSecret (Xiaomi, vivo), master secret (OPPO).
    var secret: String?

    /// Bytes of a service account's file: Google's have 2,400.
    static let fileLimit = 16 << 10

    /// Everything that is kept of it.
    /// - Throws: `invalid` with every field that is wrong.
    func checked() throws -> (channel: PushChannel, alias: String, endpoint: CertificateEndpoint, PushCredentialFacts, PushCredentialSecret) {
        guard let channel, channel != .apns else { throw Problem.invalid("channel", "pushCredentials.channel.required") }
        var wrong = wrongInAll(channel)
        var (facts, secret) = (PushCredentialFacts(), "")
        if channel == .fcm {
            do throws(PushServiceAccountFailure) {
                let account = try PushServiceAccount(serviceAccount ?? "")
                (facts, secret) = (account.facts, account.privateKey)
            } catch {
                wrong.append(Rejection("serviceAccount", "pushCredentials.serviceAccount.\(error.rawValue)"))
            }
        } else {
            wrong += wrongInFields(channel)
            let has = Set(channel.credentialFields)
            facts.appId = has.contains(.appId) ? Self.trimmed(appId) : nil
            facts.appKey = has.contains(.appKey) ? Self.trimmed(appKey) : nil
            facts.packageName = has.contains(.packageName) ? Self.trimmed(packageName) : nil
            secret = Self.trimmed(self.secret) ?? ""
        }
        facts.trustedRoot = Self.trimmed(trustedRoot)
        guard wrong.isEmpty, let endpoint = chosenEndpoint(channel) else { throw Problem.invalid(wrong) }
        if let uri = facts.tokenURI, !PushServiceAccount.mayAsk(uri, beside: endpoint) {
            throw Problem.invalid("serviceAccount", "pushCredentials.serviceAccount.tokenURI")
        }
        let name = Self.trimmed(alias) ?? facts.projectId ?? facts.packageName ?? facts.appId ?? facts.appKey ?? channel.rawValue
        let short = String(String.UnicodeScalarView(name.unicodeScalars.prefix(PushCredential.longestAlias)))
        return (channel, short, endpoint, facts, PushCredentialSecret(secret: secret))
    }

    private func chosenEndpoint(_ channel: PushChannel) -> CertificateEndpoint? {
        Self.trimmed(endpoint).map { CertificateEndpoint($0) } ?? channel.service
    }

    private func wrongInAll(_ channel: PushChannel) -> [Rejection] {
        var wrong: [Rejection] = []
        if let alias, alias.unicodeScalars.count > PushCredential.longestAlias || !alias.isOneLine {
            wrong.append(Rejection("alias", "pushCredentials.alias.invalid"))
        }
        if chosenEndpoint(channel) == nil { wrong.append(Rejection("endpoint", "pushCredentials.endpoint.invalid")) }
        if let root = Self.trimmed(trustedRoot), !CertificateRules.isRoot(root) {
            wrong.append(Rejection("trustedRoot", "pushCredentials.trustedRoot.invalid"))
        }
        return wrong
    }

    private func wrongInFields(_ channel: PushChannel) -> [Rejection] {
        var wrong: [Rejection] = []
        for field in channel.credentialFields {
            let text = Self.trimmed(value(of: field))
            if text == nil { wrong.append(Rejection(field.rawValue, "web.required")) }
            if let text, !Self.isIdentifier(text, upTo: 200) { wrong.append(Rejection(field.rawValue, "pushCredentials.field.invalid")) }
        }
        let secret = Self.trimmed(secret)
        if secret == nil { wrong.append(Rejection("secret", "web.required")) }
        if let secret, !Self.isIdentifier(secret, upTo: 500) { wrong.append(Rejection("secret", "pushCredentials.field.invalid")) }
        return wrong
    }

    func value(of field: PushCredentialField) -> String? {
        switch field {
        case .appId: appId
        case .appKey: appKey
        case .packageName: packageName
        }
    }

    /// Printable, without spaces: it goes into addresses and headers.
    private static func isIdentifier(_ text: String, upTo most: Int) -> Bool {
        text.utf8.count <= most && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static func trimmed(_ text: String?) -> String? {
        text?.trimmingCharacters(in: .whitespacesAndNewlines).orNil
    }
}

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
