import Foundation
import Signing
import Storage
import Web

/// What becomes of a certificate later.
extension Certificates {
    /// Calls it otherwise, or sends its pushes elsewhere.
    /// - Throws: `invalid`, `notFound`.
    func edit(_ id: String, of app: String, for purpose: CertificatePurpose, _ details: CertificateDetails, by actor: Actor) async throws {
        try details.check()
        let alias = details.alias.trimmingCharacters(in: .whitespaces)
        try await database.write { [audit] connection in
            let old = try connection.existingCertificate(app, id, purpose)
            let asked = details.endpoint?.orNil.flatMap { CertificateEndpoint($0) }
            let endpoint = purpose == .push ? asked ?? old.endpoint : nil
            var facts = old.facts
            if purpose == .push, let root = details.trustedRoot { facts.trustedRoot = root.trimmingCharacters(in: .whitespacesAndNewlines).orNil }
            try connection.updateCertificate(app, id, alias: alias, endpoint: endpoint, facts)
            var (before, after) = (["alias": old.alias], ["alias": alias, "purpose": purpose.rawValue, "platform": old.platform.rawValue])
            if let endpoint, let last = old.endpoint { (before["endpoint"], after["endpoint"]) = (last.text, endpoint.text) }
            if facts.trustedRoot != old.facts.trustedRoot {
                (before["trustedRoot"], after["trustedRoot"]) = (old.facts.trustedRootSHA256, facts.trustedRootSHA256)
            }
            try audit.record(connection, by: actor, "certificate.edit", app: app, object: id, before: before, after: after)
        }
    }

    /// Takes it out of use, or back into it.
    /// - Throws: `notFound`; `conflict` when it is so already.
    func move(_ id: String, of app: String, for purpose: CertificatePurpose, to state: CertificateState, by actor: Actor) async throws {
        let now = clock.now
        try await database.write { [audit] connection in
            let old = try connection.existingCertificate(app, id, purpose)
            guard old.state.mayBecome(state) else { throw Problem(.conflict, "certificates.state.\(state.rawValue)") }
            try connection.setCertificateState(app, id, state, retiredAt: state == .retired ? now : nil)
            let action = state == .retired ? "certificate.retire" : "certificate.restore"
            try audit.record(connection, by: actor, action, app: app, object: id, before: old.ledgered)
        }
    }

    /// Removes it with its key: nothing brings it back.
    /// - Throws: `notFound`.
    func delete(_ id: String, of app: String, for purpose: CertificatePurpose, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let old = try connection.existingCertificate(app, id, purpose)
            try connection.deleteCertificate(app, id)
            try audit.record(connection, by: actor, "certificate.delete", app: app, object: id, before: old.audited)
        }
    }

    // MARK: keys

    /// The files and their password, for whoever may have them; written down each time.
    /// - Throws: `notFound`; `conflict` for a retired one.
    public func unlock(_ id: String, of app: String, for purpose: CertificatePurpose = .build, by actor: Actor) async throws -> CertificateExport {
        let (found, sealed) = try await database.write { [audit] connection in
            let found = try connection.existingCertificate(app, id, purpose)
            guard found.state == .current else { throw Problem(.conflict, "certificates.state.retired") }
            try audit.record(connection, by: actor, "certificate.unlock", app: app, object: id, after: ["alias": found.alias])
            return (found, try connection.sealedCertificate(app, id))
        }
        return CertificateExport(found, try CertificateSecret.open(sealed, key, for: id))
    }

    /// A push certificate with its key, for the console itself.
    /// - Throws: `notFound`; `conflict` for a retired one.
    public func pushCertificate(_ id: String, of app: String) async throws -> PushCertificate {
        let (found, sealed) = try await database.read { connection in
            (try connection.existingCertificate(app, id, .push), try connection.sealedCertificate(app, id))
        }
        guard found.state == .current else { throw Problem(.conflict, "certificates.state.retired") }
        let secret = try CertificateSecret.open(sealed, key, for: id)
        switch found.kind {
        case .p12:
            return PushCertificate(certificate: found, key: .identity(try PKCS12(der: [UInt8](secret.file), password: secret.password)))
        case .p8:
            let token = try PrivateKey(pem: [UInt8](secret.file))
            return PushCertificate(certificate: found, key: .token(token, keyId: found.facts.keyId ?? "", teamId: found.facts.teamId ?? ""))
        }
    }
}

/// A certificate's files as they were brought. Shown by the one route that writes it down.
public struct CertificateExport: Codable, Sendable {
    public let id: String
    public let alias: String
    /// The key's, then the profile's.
    public let files: [File]
    /// Of the `.p12`; null for a `.p8`.
    public let password: OrNull<String>

    public struct File: Codable, Sendable {
        public let name: String
        /// Base64.
        public let content: String
    }

    init(_ certificate: Certificate, _ secret: CertificateSecret) {
        id = certificate.id
        alias = certificate.alias
        let name =
            certificate.fileName.lowercased().hasSuffix(".\(certificate.kind.rawValue)") ? certificate.fileName : "key.\(certificate.kind.rawValue)"
        let profile = secret.profile.map {
            File(name: "\(certificate.facts.profile?.uuid ?? "profile").mobileprovision", content: $0.base64EncodedString())
        }
        files = [File(name: name, content: secret.file.base64EncodedString())] + [profile].compactMap { $0 }
        password = OrNull(certificate.kind == .p12 ? secret.password : nil)
    }
}
