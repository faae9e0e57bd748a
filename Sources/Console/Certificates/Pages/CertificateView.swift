import Foundation
import Web

/// A certificate as JSON and pages show it. Neither its key nor its password is in here.
struct CertificateView: Codable, Sendable {
    let id: String
    let app: String
    let platform: Platform
    let kind: CertificateKind
    let alias: String
    let environment: CertificateEnvironment
    let state: CertificateState
    /// Where pushes go; null for a build certificate, as the next two are.
    let endpoint: OrNull<String>
    let host: OrNull<String>
    let port: OrNull<Int>
    /// In PEM: who has to vouch for the endpoint; null for those that the machine trusts.
    let trustedRoot: OrNull<String>
    /// What may be pushed to; the first is the usual one.
    let topics: [String]
    /// The usual one.
    let topic: OrNull<String>
    /// Of a `.p8`.
    let keyId: OrNull<String>
    /// Of a `.p8`, or of the profile.
    let teamId: OrNull<String>
    /// Of a `.p12`, as the next five are.
    let subject: OrNull<String>
    let issuer: OrNull<String>
    let serial: OrNull<String>
    let sha256: OrNull<String>
    let validFrom: OrNull<Date>
    let validUntil: OrNull<Date>
    /// Algorithm and size of the key.
    let key: String
    /// Of its public half.
    let keySHA256: String
    /// Always true: others are not taken.
    let keyMatches: Bool
    /// Issuers as far as the file has them, the nearest first.
    let chain: [CertificateLink]
    /// Whether the chain ends with one that nobody else issued.
    let chainIsComplete: Bool
    /// Of a build certificate for iOS.
    let profile: OrNull<BuildProfile>
    /// The earlier end of certificate and profile; null for a token key, which has none.
    let worksUntil: OrNull<Date>
    /// Whole days until then; below zero once it is past.
    let daysLeft: OrNull<Int>
    let level: OrNull<ExpiryLevel>
    let warnings: [CertificateWarning]
    let fileName: String
    let createdAt: Date
    let createdBy: String
    let retiredAt: OrNull<Date>

    init(_ certificate: Certificate, now: Date) {
        let facts = certificate.facts
        id = certificate.id
        app = certificate.app
        platform = certificate.platform
        kind = certificate.kind
        alias = certificate.alias
        environment = certificate.environment
        state = certificate.state
        endpoint = OrNull(certificate.endpoint?.text)
        host = OrNull(certificate.endpoint?.host)
        port = OrNull(certificate.endpoint?.port)
        trustedRoot = OrNull(facts.trustedRoot)
        topics = facts.topics
        topic = OrNull(facts.topics.first)
        keyId = OrNull(facts.keyId)
        teamId = OrNull(facts.teamId ?? facts.profile?.teamId)
        subject = OrNull(facts.signer?.subject)
        issuer = OrNull(facts.signer?.issuer)
        serial = OrNull(facts.signer?.serial)
        sha256 = OrNull(facts.signer?.sha256)
        validFrom = OrNull(facts.signer?.validFrom)
        validUntil = OrNull(facts.signer?.validUntil)
        key = facts.key
        keySHA256 = facts.keySHA256
        keyMatches = true
        chain = facts.chain
        chainIsComplete = facts.chainIsComplete
        profile = OrNull(facts.profile)
        worksUntil = OrNull(certificate.worksUntil)
        daysLeft = OrNull(certificate.worksUntil.map { ExpiryLevel.days(until: $0, now: now) })
        level = OrNull(certificate.worksUntil.map { ExpiryLevel($0, now: now) })
        warnings = facts.warnings
        fileName = certificate.fileName
        createdAt = certificate.createdAt
        createdBy = certificate.createdBy
        retiredAt = OrNull(certificate.retiredAt)
    }
}
