import Foundation
import Signing
import Web

/// A key that opens Apple's push service.
struct CertificatePushReading {
    let files: [CertificateFile]
    let new: NewCertificate
    let now: Date

    func read() throws -> CertificateContents {
        if let stranger = files.stranger(to: [.p12, .text]) {
            throw stranger.unread(instead: stranger.kind == .signed ? "profileForPush" : "unknown")
        }
        guard let file = files.first else { throw Problem.invalid("file", "web.required") }
        if files.count > 1 { throw files[1].refused("severalKeys", ["other": file.name]) }
        return file.kind == .text ? try readToken(file) : try readIdentity(file)
    }

    // MARK: .p12

    private func readIdentity(_ file: CertificateFile) throws -> CertificateContents {
        let key = try CertificateKeyFile(file: file, password: new.password ?? "", now: now).read()
        var facts = CertificateFacts(key)
        facts.topics = try topics(of: key.certificate)
        if facts.topics.isEmpty { facts.warnings.append(.noTopic) }
        if Self.environments(of: key.certificate).isEmpty { facts.warnings.append(.notApplePush) }
        if now < key.certificate.validFrom { facts.warnings.append(.notYet) }
        return CertificateContents(
            kind: .p12,
            environment: try environment(of: key.certificate),
            alias: CertificateAlias.pick(new.alias, key.friendlyName, key.certificate.commonName, file.shortName),
            fileName: file.shortName,
            facts: facts,
            secret: CertificateSecret(file: Data(file.bytes), password: new.password ?? "", profile: nil)
        )
    }

    /// The one that was asked for comes first.
    private func topics(of certificate: X509Certificate) throws -> [String] {
        let own = certificate.pushTopics.filter { $0.wholeMatch(of: CertificateRules.topic) != nil }.prefix(50)
        guard let topic = new.topic?.orNil else { return Array(own) }
        if own.isEmpty { return [topic] }
        guard own.contains(topic) else { throw Problem.invalid("topic", "certificates.topic.other", ["topics": own.joined(separator: ", ")]) }
        return [topic] + own.filter { $0 != topic }
    }

    private static func environments(of certificate: X509Certificate) -> Set<CertificateEnvironment> {
        var found: Set<CertificateEnvironment> = []
        if certificate.opensPushForDevelopment { found.insert(.development) }
        if certificate.opensPushForProduction { found.insert(.production) }
        return found
    }

    /// One that opens both is for production unless somebody says otherwise.
    private func environment(of certificate: X509Certificate) throws -> CertificateEnvironment {
        let may = Self.environments(of: certificate)
        guard let asked = new.environment else { return may == [.development] ? .development : .production }
        guard may.isEmpty || may.contains(asked) else { throw Problem.invalid("environment", "certificates.environment.other") }
        return asked
    }

    // MARK: .p8

    private func readToken(_ file: CertificateFile) throws -> CertificateContents {
        let key = try tokenKey(file)
        let keyId = new.keyId?.orNil ?? Self.keyId(in: file.shortName)
        var wrong: [Rejection] = []
        if keyId == nil { wrong.append(Rejection("keyId", "web.required")) }
        if new.teamId?.orNil == nil { wrong.append(Rejection("teamId", "web.required")) }
        if new.topic?.orNil == nil { wrong.append(Rejection("topic", "web.required")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        var facts = CertificateFacts(key)
        facts.keyId = keyId
        facts.teamId = new.teamId
        facts.topics = [new.topic].compactMap { $0 }
        return CertificateContents(
            kind: .p8,
            environment: new.environment ?? .production,
            alias: CertificateAlias.pick(new.alias, file.shortName),
            fileName: file.shortName,
            facts: facts,
            secret: CertificateSecret(file: Data(file.bytes), password: "", profile: nil)
        )
    }

    private func tokenKey(_ file: CertificateFile) throws -> PrivateKey {
        let key: PrivateKey
        do {
            key = try PrivateKey(pem: file.bytes)
        } catch {
            throw file.refused(error == .encrypted ? "encrypted" : "notAKey")
        }
        // Apple takes tokens by ES256 only.
        guard key.kind == .ec(curve: "prime256v1") else { throw file.refused("otherCurve") }
        return key
    }

    /// Apple names the files so: `AuthKey_ABC123DEFG.p8`.
    private static func keyId(in name: String) -> String? {
        name.firstMatch(of: #/AuthKey_([A-Z0-9]{10})\.p8/#).map { String($0.output.1) }
    }
}
