import Foundation
import Web

/// What a one-time link is for.
struct AccountLink: Sendable {
    /// Whose password it sets; nil makes the first administrator.
    let account: Account?
}

/// A link to hand to somebody; shown once, kept only as its hash.
public struct NewLink: Codable, Sendable {
    public let account: Account
    public let link: String
    public let expiresAt: Date
}

/// Who to invite, and to what.
public struct Invitation: Codable, Sendable {
    public let email: String
    /// The part of the e-mail before `@` when absent.
    public let name: String?
    public let role: Role
    /// An app's id; all apps when absent.
    public let app: String?
}
