import Foundation
import Storage
import Web

extension Connection {
    /// Those in use first, then the newest; there are at most ``PushCredential/most``.
    func pushCredentials(of app: String) throws -> [PushCredential] {
        try all("\(Self.pushCredentialColumns) WHERE app_id = \(app) ORDER BY state, created_at DESC, id DESC", PushCredential.init)
    }

    func pushCredential(_ app: String, _ id: String) throws -> PushCredential? {
        try first("\(Self.pushCredentialColumns) WHERE app_id = \(app) AND id = \(id)", PushCredential.init)
    }

    /// The one in use of a channel: there is at most one.
    func currentPushCredential(_ app: String, _ channel: PushChannel) throws -> PushCredential? {
        try first(
            "\(Self.pushCredentialColumns) WHERE app_id = \(app) AND channel = \(channel) AND state = \(CertificateState.current)",
            PushCredential.init
        )
    }

    private static var pushCredentialColumns: SQL {
        "SELECT app_id, id, channel, alias, endpoint, facts, state, created_at, created_by FROM push_credential"
    }

    /// - Throws: `notFound`.
    func sealedPushCredential(_ app: String, _ id: String) throws -> [UInt8] {
        let sealed: [UInt8]? = try value("SELECT secret FROM push_credential WHERE app_id = \(app) AND id = \(id)")
        guard let sealed else { throw Problem.notFound }
        return sealed
    }

    func insertPushCredential(_ credential: PushCredential, sealed: [UInt8]) throws {
        try run(
            """
            INSERT INTO push_credential (app_id, id, channel, alias, endpoint, facts, secret, state, created_at, created_by)
            VALUES (\(credential.app), \(credential.id), \(credential.channel), \(credential.alias), \(credential.endpoint),
                \(try JSONValue(encoding: credential.facts).text()), \(sealed), \(credential.state), \(credential.createdAt), \(credential.createdBy))
            """
        )
    }

    func setPushCredentialState(_ app: String, _ id: String, _ state: CertificateState) throws {
        try run("UPDATE push_credential SET state = \(state) WHERE app_id = \(app) AND id = \(id)")
    }

    func deletePushCredential(_ app: String, _ id: String) throws {
        try run("DELETE FROM push_credential WHERE app_id = \(app) AND id = \(id)")
    }
}

extension PushCredential {
    fileprivate init(_ row: Row) throws {
        self.init(
            id: try row["id"],
            app: try row["app_id"],
            channel: try row["channel"],
            alias: try row["alias"],
            endpoint: try row["endpoint"],
            facts: try JSONDecoder().decode(PushCredentialFacts.self, from: Data((try row["facts"] as String).utf8)),
            state: try row["state"],
            createdAt: try row["created_at"],
            createdBy: try row["created_by"]
        )
    }
}
