import Foundation
import Web

/// A key for scripts: what it may do, on which app, until when. The secret itself is not in it.
public struct Token: Codable, Sendable, Equatable {
    public let id: String
    public let name: String
    public let scopes: [Scope]
    /// The only app it works on; nil for all that its owner may see.
    public let app: String?
    /// E-mail of the account it was made under; nil for the command line's.
    public let owner: String?
    public let createdAt: Date
    public let expiresAt: Date
    /// To the minute.
    public let lastUsedAt: Date?
    public let revokedAt: Date?

    /// Whether it works at a time; one that was revoked stays revoked when it expires.
    public func state(at time: Date) -> TokenState {
        if revokedAt != nil { return .revoked }
        return expiresAt <= time ? .expired : .active
    }
}

/// Whether a token works.
public enum TokenState: String, Codable, CaseIterable, Sendable {
    case active, expired, revoked
}

/// What it takes to make a token.
public struct NewToken: Codable, Sendable {
    public let name: String
    public let scopes: [Scope]?
    /// The same for a single one.
    public let scope: Scope?
    public let app: String?
    /// 1 to 730; 365 when absent.
    public let expiresInDays: Int?

    public init(name: String, scopes: [Scope], app: String? = nil, expiresInDays: Int? = nil) {
        self.name = name
        self.scopes = scopes
        scope = nil
        self.app = app
        self.expiresInDays = expiresInDays
    }

    /// In the order of `Scope`, each once.
    var allScopes: [Scope] {
        let wanted = Set((scopes ?? []) + [scope].compactMap { $0 })
        return Scope.allCases.filter(wanted.contains)
    }

    var life: TimeInterval { Double(expiresInDays ?? 365) * 86_400 }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong: [Rejection] = []
        if !(1...60).contains(name.unicodeScalars.count) || !name.isOneLine { wrong.append(Rejection("name", "tokens.name.invalid")) }
        if allScopes.isEmpty { wrong.append(Rejection("scopes", "tokens.scopes.none")) }
        if !(1...730).contains(expiresInDays ?? 365) { wrong.append(Rejection("expiresInDays", "tokens.expiry.range")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}

/// A token as it is shown once.
public struct IssuedToken: Codable, Sendable {
    public let id: String
    /// The secret; kept nowhere.
    public let token: String
    public let name: String
    public let scopes: [Scope]
    public let app: String?
    public let expiresAt: Date
}
