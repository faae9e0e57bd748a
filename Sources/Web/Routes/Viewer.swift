/// Who is asking, as far as one request needs to know.
public struct Viewer: Sendable {
    /// The account's id, the token's id, or `local` for the command line on the same machine.
    public let id: String
    /// How they showed who they are.
    public let kind: Kind
    /// The account that answers for what is done: the person's own, or the one a token was made under.
    public let account: String?
    /// Of the person or the token.
    public let name: String
    /// Empty for tokens.
    public let email: String
    /// Roles by app id; `*` stands for all apps.
    public let roles: [String: Role]
    /// nil for people: their roles alone decide.
    public let scopes: Set<Scope>?
    /// The only app that a token works on; nil for people, and for tokens of all that their owner may see.
    public let onlyApp: String?
    /// The secret that forms have to bring back; empty for tokens.
    public let csrf: String
    /// What the person chose under 个人设置; nil follows cookie and browser.
    public let preferences: Preferences

    /// A person with a session, a script with a token, or the command line on the same machine.
    public enum Kind: String, Codable, Sendable {
        case account, token, local
    }

    public init(
        id: String,
        kind: Kind,
        account: String? = nil,
        name: String,
        email: String = "",
        roles: [String: Role],
        scopes: Set<Scope>? = nil,
        onlyApp: String? = nil,
        csrf: String = "",
        preferences: Preferences = Preferences()
    ) {
        self.id = id
        self.kind = kind
        self.account = account ?? (kind == .account ? id : nil)
        self.name = name
        self.email = email
        self.roles = roles
        self.scopes = scopes
        self.onlyApp = onlyApp
        self.csrf = csrf
        self.preferences = preferences
    }

    /// The role on an app, or on the console as a whole when `app` is nil.
    public func role(on app: String?) -> Role? {
        [roles["*"], app.flatMap { roles[$0] }].compactMap { $0 }.max()
    }

    /// Whether the token was made for this; people are only asked for their role.
    public func has(_ scope: Scope) -> Bool {
        scopes.map { $0.contains(scope) || $0.contains(.all) } ?? true
    }

    /// Whether a list may show this app.
    public func sees(_ app: String) -> Bool {
        role(on: app) != nil
    }
}
