import Foundation
import Web

/// What e-mails, names and passwords have to be like.
enum AccountRules {
    /// E-mails are compared without case, so they are kept in lower case.
    static func normalized(_ email: String) -> String {
        email.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    static func email(_ email: String) -> [Rejection] {
        let isAddress = email.utf8.count <= 254 && email.wholeMatch(of: #/[^\s@,;<>"\\\p{C}]{1,64}@[a-z0-9][a-z0-9.\-]{0,189}/#) != nil
        return isAddress ? [] : [Rejection("email", "accounts.email.invalid")]
    }

    static func name(_ name: String) -> [Rejection] {
        (1...longestName).contains(name.unicodeScalars.count) && name.isOneLine ? [] : [Rejection("name", "accounts.name.invalid")]
    }

    private static let longestName = 60

    /// The name that somebody was given; without one, as much of what stands before the `@` as a name may have.
    static func name(_ name: String?, of email: String) -> String {
        let given = (name ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        if !given.isEmpty { return given }
        let email = email.trimmingCharacters(in: .whitespacesAndNewlines)
        return String(String.UnicodeScalarView(email.unicodeScalars.prefix { $0 != "@" }.prefix(longestName)))
    }

    /// Length and familiarity, no rules of composition (NIST SP 800-63B, 5.1.1.2).
    static func password(_ password: String, email: String, name: String) -> [Rejection] {
        guard passwordLength.contains(password.unicodeScalars.count) else { return [Rejection("password", "accounts.password.length")] }
        let plain = password.lowercased()
        let own = [email, String(email.prefix { $0 != "@" }), name.lowercased()]
        if own.contains(plain) { return [Rejection("password", "accounts.password.own")] }
        return AccountCommonPasswords.contains(plain) ? [Rejection("password", "accounts.password.common")] : []
    }

    /// In Unicode scalars. A longer one is never hashed.
    static let passwordLength = 10...128

    static func zone(_ zone: String?) -> [Rejection] {
        zone.map { TimeZone(identifier: $0) != nil } ?? true ? [] : [Rejection("zone", "accounts.zone.unknown")]
    }
}
