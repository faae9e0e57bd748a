import Foundation

/// How a PostgreSQL server is reached.
struct PostgresSettings: Sendable {
    /// `postgresql://…`, or `key=value …`, as libpq takes it.
    let url: String
    let application: String
    let connections: Int
    let readLimit: Duration

    /// A write's statement may take this long; waiting for another's lock included.
    static let writeLimit = Duration.seconds(60)

    /// The URL as messages and pages may show it.
    var shownURL: String {
        guard var components = URLComponents(string: url), components.scheme != nil else { return "postgresql" }
        if components.password != nil { components.password = "***" }
        components.queryItems = components.queryItems?.map { $0.name == "password" ? URLQueryItem(name: $0.name, value: "***") : $0 }
        return components.string ?? "postgresql"
    }

    /// libpq's parameters. `dbname` may hold a whole URL, which later parameters would overrule: only what it does not name comes behind it.
    /// A server that has gone without a word is noticed after about 10 s.
    var parameters: [(String, String)] {
        var parameters = [("fallback_application_name", application), ("dbname", url)]
        for (name, value) in Self.standard where !url.contains("\(name)=") { parameters.append((name, value)) }
        return parameters
    }

    private static let standard = [
        ("client_encoding", "UTF8"), ("connect_timeout", "5"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "5"), ("keepalives_interval", "2"),
        ("keepalives_count", "3"), ("target_session_attrs", "read-write"),
    ]

    /// Said once on each connection. A node that falls silent in the middle of a transaction keeps its locks until the server gives it up, and
    /// others wait for them, whom `lock_timeout` would refuse.
    static let session = """
        SET synchronous_commit = on; SET standard_conforming_strings = on; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '5s';
        SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '10s';
        SET statement_timeout = \(writeLimit.milliseconds); SET client_min_messages = warning; SET client_connection_check_interval = '2s'
        """
}

extension Duration {
    var milliseconds: Int { Int(components.seconds) * 1_000 + Int(components.attoseconds / 1_000_000_000_000_000) }
}
