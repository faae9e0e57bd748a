import Foundation
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
    func checked() throws -> PushCredentialContents {
        guard let channel, channel != .apns else { throw Problem.invalid("channel", "pushCredentials.channel.required") }
        var wrong = wrongInAll(channel)
        let found: (facts: PushCredentialFacts, secret: String)
        if channel == .fcm {
            found = account(&wrong)
        } else {
            wrong += wrongInFields(channel)
            found = fields(channel)
        }
        guard wrong.isEmpty, let endpoint = chosenEndpoint(channel) else { throw Problem.invalid(wrong) }
        if let uri = found.facts.tokenURI, !PushServiceAccount.mayAsk(uri, beside: endpoint) {
            throw Problem.invalid("serviceAccount", "pushCredentials.serviceAccount.tokenURI")
        }
        var facts = found.facts
        facts.trustedRoot = Self.trimmed(trustedRoot)
        let name = Self.trimmed(alias) ?? facts.projectId ?? facts.packageName ?? facts.appId ?? facts.appKey ?? channel.rawValue
        let short = String(String.UnicodeScalarView(name.unicodeScalars.prefix(PushCredential.longestAlias)))
        let secret = PushCredentialSecret(secret: found.secret)
        return PushCredentialContents(channel: channel, alias: short, endpoint: endpoint, facts: facts, secret: secret)
    }

    /// Of FCM.
    private func account(_ wrong: inout [Rejection]) -> (PushCredentialFacts, String) {
        do throws(PushServiceAccountFailure) {
            let account = try PushServiceAccount(serviceAccount ?? "")
            return (account.facts, account.privateKey)
        } catch {
            wrong.append(Rejection("serviceAccount", "pushCredentials.serviceAccount.\(error.rawValue)"))
            return (PushCredentialFacts(), "")
        }
    }

    /// Of the others.
    private func fields(_ channel: PushChannel) -> (PushCredentialFacts, String) {
        var facts = PushCredentialFacts()
        let has = Set(channel.credentialFields)
        facts.appId = has.contains(.appId) ? Self.trimmed(appId) : nil
        facts.appKey = has.contains(.appKey) ? Self.trimmed(appKey) : nil
        facts.packageName = has.contains(.packageName) ? Self.trimmed(packageName) : nil
        return (facts, Self.trimmed(secret) ?? "")
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

/// What a draft turned out to be: all that is kept of it.
struct PushCredentialContents: Sendable {
    let channel: PushChannel
    let alias: String
    let endpoint: CertificateEndpoint
    let facts: PushCredentialFacts
    let secret: PushCredentialSecret
}
