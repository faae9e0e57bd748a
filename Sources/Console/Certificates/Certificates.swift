import Foundation
import Signing
import Storage
import Web

/// What can be done with certificates. Each verb is one transaction with its audit entry.
public struct Certificates: Sendable {
    let database: Database
    /// Of the key file: seals the private keys and their passwords.
    let key: [UInt8]
    let reading: CertificateReading
    var audit: Audit
    var clock: Clock

    init(database: Database, key: [UInt8], inspector: FileInspector, directory: String, audit: Audit, clock: Clock) {
        self.database = database
        self.key = key
        reading = CertificateReading(archive: CertificateArchive(inspector: inspector, directory: directory))
        self.audit = audit
        self.clock = clock
    }

    // MARK: looking

    /// Newest first.
    func list(of app: String, _ filter: CertificateFilter, _ place: ListPlace) async throws -> List<Certificate> {
        try await database.read { connection in
            let rows = try connection.certificates(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countCertificates(app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// - Throws: `notFound`, also for one of the other purpose.
    public func certificate(_ id: String, of app: String, for purpose: CertificatePurpose) async throws -> Certificate {
        try await database.read { try $0.existingCertificate(app, id, purpose) }
    }

    /// Whether builds of a platform may be signed with it: it is the app's, in use, and not expired.
    public func isUsable(_ id: String, of app: String, on platform: Platform) async throws -> Bool {
        guard let found = try await database.read({ try $0.certificate(app, id) }) else { return false }
        let isAlive = found.worksUntil.map { clock.now < $0 } ?? true
        return found.purpose == .build && found.platform == platform && found.state == .current && isAlive
    }

    /// Those that builds may be signed with, newest first.
    public func usable(of app: String) async throws -> [Certificate] {
        let now = clock.now
        return try await database.read { connection in
            try connection.certificates(app, .build).filter { $0.state == .current && $0.worksUntil.map { now < $0 } ?? true }
        }
    }

    // MARK: taking

    /// Reads the files and keeps them, or says what is wrong and keeps nothing.
    /// - Throws: `invalid` beside the file or field that is to blame; `conflict` when it is there already, or when there are too many.
    func add(_ files: [SmallFile], _ new: NewCertificate, for purpose: CertificatePurpose, to app: App, by actor: Actor) async throws -> Certificate {
        try new.check()
        guard !files.isEmpty else { throw Problem.invalid("file", "web.required") }
        let platform = new.platform ?? .ios
        guard let owner = app.platform(platform) else { throw Problem.invalid("platform", "certificates.platform.none") }
        guard purpose == .build || platform == .ios else { throw Problem.invalid("platform", "certificates.platform.push") }
        let contents = try await reading.read(files, new, for: purpose, on: owner, now: clock.now)
        let id = Random.hex(8)
        let sealed = try contents.secret.sealed(key, for: id)
        let endpoint = purpose == .push ? new.ownEndpoint ?? .apple(contents.environment) : nil
        var facts = contents.facts
        facts.trustedRoot = purpose == .push ? new.trustedRoot?.trimmingCharacters(in: .whitespacesAndNewlines).orNil : nil
        let certificate = Certificate(
            id: id,
            app: app.id,
            platform: platform,
            purpose: purpose,
            kind: contents.kind,
            alias: contents.alias,
            environment: contents.environment,
            endpoint: endpoint,
            facts: facts,
            fileName: contents.fileName,
            state: .current,
            createdAt: clock.now,
            createdBy: actor.name,
            retiredAt: nil
        )
        try await keep(certificate, sealed, by: actor)
        return certificate
    }

    private func keep(_ certificate: Certificate, _ sealed: [UInt8], by actor: Actor) async throws {
        try await database.write { [audit] connection in
            let others = try connection.certificates(certificate.app, certificate.purpose)
            guard others.count < CertificateLimits.most else {
                throw Problem(.conflict, "certificates.tooMany", ["limit": "\(CertificateLimits.most)"])
            }
            if let same = others.first(where: { $0.state == .current && $0.isSame(as: certificate) }) {
                throw Problem(.conflict, "certificates.twice", ["alias": same.alias])
            }
            try connection.insertCertificate(certificate, sealed: sealed)
            try audit.record(connection, by: actor, "certificate.add", app: certificate.app, object: certificate.id, after: certificate.audited)
        }
    }
}

extension Connection {
    /// - Throws: `notFound`, also for one of the other purpose.
    func existingCertificate(_ app: String, _ id: String, _ purpose: CertificatePurpose) throws -> Certificate {
        guard let found = try certificate(app, id), found.purpose == purpose else { throw Problem.notFound }
        return found
    }
}

extension Certificate {
    fileprivate func isSame(as other: Certificate) -> Bool {
        platform == other.platform && environment == other.environment && facts.identity == other.facts.identity
    }

    /// What the ledger of changes needs to name it and lead to it.
    var ledgered: [String: String] { ["alias": alias, "purpose": purpose.rawValue, "platform": platform.rawValue] }

    /// For the audit log: nothing in it is secret.
    var audited: [String: String] {
        [
            "purpose": purpose.rawValue, "platform": platform.rawValue, "alias": alias, "environment": environment.rawValue,
            "endpoint": endpoint?.text ?? "", "subject": facts.signer?.subject ?? "", "certificateSHA256": facts.signer?.sha256 ?? "",
            "keyId": facts.keyId ?? "", "profile": facts.profile?.uuid ?? "", "validUntil": worksUntil?.ISO8601Format() ?? "",
        ].filter { !$0.value.isEmpty }
    }
}
