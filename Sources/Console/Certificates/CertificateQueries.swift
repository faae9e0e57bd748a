import Foundation
import Storage
import Web

extension Connection {
    func insertCertificate(_ certificate: Certificate, sealed: [UInt8]) throws {
        try run(
            """
            INSERT INTO certificate (app_id, id, platform, purpose, kind, alias, environment, endpoint, facts, sealed, file_name, works_until, state,
                created_at, created_by, retired_at)
            VALUES (\(certificate.app), \(certificate.id), \(certificate.platform), \(certificate.purpose), \(certificate.kind), \(certificate.alias),
                \(certificate.environment), \(certificate.endpoint), \(try CertificateFactsText.write(certificate.facts)), \(sealed),
                \(certificate.fileName), \(certificate.worksUntil), \(certificate.state), \(certificate.createdAt), \(certificate.createdBy),
                \(certificate.retiredAt))
            """
        )
    }

    func certificate(_ app: String, _ id: String) throws -> Certificate? {
        try first("\(Self.certificateColumns) WHERE app_id = \(app) AND id = \(id)", Certificate.init)
    }

    /// All of an app and purpose, newest first; there are at most ``CertificateLimits/most``.
    func certificates(_ app: String, _ purpose: CertificatePurpose) throws -> [Certificate] {
        try all("\(Self.certificateColumns) WHERE app_id = \(app) AND purpose = \(purpose) ORDER BY created_at DESC, id DESC", Certificate.init)
    }

    /// Newest first.
    /// - Parameter last: the last one already shown.
    func certificates(_ app: String, _ filter: CertificateFilter, before last: Cursor?, limit: Int) throws -> [Certificate] {
        let rest: SQL = last.map { "(created_at, id) < (\($0.number), \($0.id))" } ?? "1 = 1"
        return try all(
            """
            \(Self.certificateColumns) WHERE app_id = \(app) AND \(filter.condition) AND \(rest)
            ORDER BY created_at DESC, id DESC LIMIT \(limit)
            """,
            Certificate.init
        )
    }

    func countCertificates(_ app: String, _ filter: CertificateFilter) throws -> Int {
        try value("SELECT count(*) FROM certificate WHERE app_id = \(app) AND \(filter.condition)") ?? 0
    }

    /// Those in use that cease to work before a time, the first to end first; also those that are expired.
    func certificates(endingBefore end: Date, limit: Int) throws -> [Certificate] {
        try all(
            """
            \(Self.certificateColumns) WHERE works_until < \(end) AND state = \(CertificateState.current)
            ORDER BY works_until, app_id, id LIMIT \(limit)
            """,
            Certificate.init
        )
    }

    /// - Throws: `notFound`.
    func sealedCertificate(_ app: String, _ id: String) throws -> [UInt8] {
        guard let sealed: [UInt8] = try value("SELECT sealed FROM certificate WHERE app_id = \(app) AND id = \(id)") else { throw Problem.notFound }
        return sealed
    }

    func updateCertificate(_ app: String, _ id: String, alias: String, endpoint: CertificateEndpoint?, _ facts: CertificateFacts) throws {
        try run(
            """
            UPDATE certificate SET alias = \(alias), endpoint = \(endpoint), facts = \(try CertificateFactsText.write(facts))
            WHERE app_id = \(app) AND id = \(id)
            """
        )
    }

    func setCertificateState(_ app: String, _ id: String, _ state: CertificateState, retiredAt: Date?) throws {
        try run("UPDATE certificate SET state = \(state), retired_at = \(retiredAt) WHERE app_id = \(app) AND id = \(id)")
    }

    func deleteCertificate(_ app: String, _ id: String) throws {
        try run("DELETE FROM certificate WHERE app_id = \(app) AND id = \(id)")
    }

    private static var certificateColumns: SQL {
        """
        SELECT app_id, id, platform, purpose, kind, alias, environment, endpoint, facts, file_name, state, created_at, created_by, retired_at
        FROM certificate
        """
    }
}

/// Which of an app's certificates are asked for.
struct CertificateFilter: Sendable {
    var purpose: CertificatePurpose
    var platform: Platform?
    var state: CertificateState?

    fileprivate var condition: SQL {
        let parts: [SQL?] = ["purpose = \(purpose)", platform.map { "platform = \($0)" }, state.map { "state = \($0)" }]
        return .all(parts.compactMap { $0 })
    }
}

/// Facts as they are stored.
private enum CertificateFactsText {
    static func write(_ facts: CertificateFacts) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return String(decoding: try encoder.encode(facts), as: UTF8.self)
    }

    static func read(_ text: String) throws -> CertificateFacts {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(CertificateFacts.self, from: Data(text.utf8))
    }
}

extension Certificate {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            platform: try row["platform"],
            purpose: try row["purpose"],
            kind: try row["kind"],
            alias: try row["alias"],
            environment: try row["environment"],
            endpoint: try row["endpoint"],
            facts: try CertificateFactsText.read(try row["facts"]),
            fileName: try row["file_name"],
            state: try row["state"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"],
            retiredAt: try row["retired_at"]
        )
    }
}
