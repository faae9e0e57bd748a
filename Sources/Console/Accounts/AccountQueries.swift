import Foundation
import Storage
import Web

extension Connection {
    func insertAccount(_ account: Account, password: String?) throws {
        try run(
            """
            INSERT INTO account (id, email, name, password, created_at)
            VALUES (\(account.id), \(account.email), \(account.name), \(password), \(account.createdAt))
            """
        )
        for role in account.roles { try setRole(role.role, on: role.app, of: account.id) }
    }

    func account(_ id: String) throws -> Account? {
        try first("\(Self.accountColumns) WHERE id = \(id)") { try Account($0, roles: try roles(of: id)) }
    }

    func account(email: String) throws -> Account? {
        try value("SELECT id FROM account WHERE email = \(email)", as: String.self).flatMap { try account($0) }
    }

    /// By e-mail.
    /// - Parameters:
    ///   - text: part of the e-mail or name; empty for all.
    ///   - email: the last one already shown.
    func accounts(matching text: String, after email: String, limit: Int) throws -> [Account] {
        let shown: SQL = "email > \(email) AND \(Self.matches(text)) ORDER BY email LIMIT \(limit)"
        let roles = Dictionary(grouping: try roles("account_id IN (SELECT id FROM account WHERE \(shown))"), by: \.account)
        return try all("\(Self.accountColumns) WHERE \(shown)") { try Account($0, roles: roles[try $0["id"]]?.map(\.role) ?? []) }
    }

    func countAccounts(matching text: String) throws -> Int {
        try value("SELECT count(*) FROM account WHERE \(Self.matches(text))") ?? 0
    }

    private static func matches(_ text: String) -> SQL {
        let pattern = SQL.containing(text.lowercased())
        return text.isEmpty ? "1 = 1" : "(email LIKE \(pattern) ESCAPE '\\' OR lower(name) LIKE \(pattern) ESCAPE '\\')"
    }

    private static var accountColumns: SQL {
        "SELECT id, email, name, password IS NOT NULL AS joined, language, theme, zone, created_at, disabled_at FROM account"
    }

    /// How many can manage the console: administrators of all apps who have a password and are not disabled.
    func countAdministrators() throws -> Int {
        try value(
            """
            SELECT count(*) FROM account JOIN account_role ON account_role.account_id = account.id
            WHERE account_role.app_id = '*' AND account_role.role = 'admin' AND account.password IS NOT NULL AND account.disabled_at IS NULL
            """
        ) ?? 0
    }

    func roles(of account: String) throws -> [AccountRole] {
        try roles("account_id = \(account)").map(\.role)
    }

    private func roles(_ condition: SQL) throws -> [(account: String, role: AccountRole)] {
        try all("SELECT account_id, app_id, role FROM account_role WHERE \(condition) ORDER BY account_id, app_id") {
            (account: try $0["account_id"], role: AccountRole(app: try $0["app_id"], role: try Role(column: $0["role"])))
        }
    }

    func setRole(_ role: Role?, on app: String, of account: String) throws {
        guard let role else {
            try run("DELETE FROM account_role WHERE account_id = \(account) AND app_id = \(app)")
            return
        }
        try run(
            """
            INSERT INTO account_role (account_id, app_id, role) VALUES (\(account), \(app), \(role.rawValue))
            ON CONFLICT (account_id, app_id) DO UPDATE SET role = excluded.role
            """
        )
    }

    func deleteRoles(app: String) throws {
        try run("DELETE FROM account_role WHERE app_id = \(app)")
    }

    func updateAccount(_ id: String, name: String, _ preferences: Preferences) throws {
        try run(
            """
            UPDATE account SET name = \(name), language = \(preferences.language?.rawValue), theme = \(preferences.theme?.rawValue),
                zone = \(preferences.zone)
            WHERE id = \(id)
            """
        )
    }

    func disableAccount(_ id: String, at time: Date?) throws {
        try run("UPDATE account SET disabled_at = \(time) WHERE id = \(id)")
    }

    func deleteAccount(_ id: String) throws {
        try run("DELETE FROM account WHERE id = \(id)")
    }

    /// The scrypt record; nil without an account or before it joined.
    func password(of account: String) throws -> String? {
        try value("SELECT password FROM account WHERE id = \(account)", as: String?.self) ?? nil
    }

    func setPassword(_ record: String, of account: String) throws {
        try run("UPDATE account SET password = \(record) WHERE id = \(account)")
    }
}

extension Account {
    fileprivate init(_ row: Row, roles: [AccountRole]) throws {
        let language: String? = try row["language"]
        let theme: String? = try row["theme"]
        self.init(
            id: try row["id"],
            email: try row["email"],
            name: try row["name"],
            roles: roles,
            preferences: Preferences(language: language.flatMap(Language.init), theme: theme.flatMap(Theme.init), zone: try row["zone"]),
            createdAt: try row["created_at"],
            disabledAt: try row["disabled_at"],
            joined: try row["joined"]
        )
    }
}

extension Role {
    init(column text: String) throws {
        guard let role = Role(rawValue: text) else { throw StorageError.column("role", in: text) }
        self = role
    }
}
