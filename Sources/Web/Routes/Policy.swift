/// What a route asks of its viewer. Every route names one; there is no default.
public enum Policy: Sendable, Equatable {
    /// Nobody needs to be known: log-in, set-up, health.
    case anyone
    /// Any account or token that may know of the app in the path, if it names one.
    case signedIn
    /// A role on the app in the path, or on the whole console when the path names none.
    case role(Role)
    /// AppSecrets: administrators, and tokens only with the scope `secrets`.
    case secrets
    /// Bringing builds: operators, and tokens with the scope `write` or `builds`. Where the path names no app, on any app.
    case building

    /// - Parameter app: the app named in the path.
    /// - Throws: `unauthorized` for nobody, `notFound` for an app the viewer may not know of, `forbidden` otherwise.
    func check(_ viewer: Viewer?, app: String?) throws {
        switch self {
        case .anyone: return
        case .signedIn: try check(viewer, role: nil, scope: .read, app: app)
        case .role(let role): try check(viewer, role: role, scope: role.scope, app: app)
        case .secrets: try check(viewer, role: .admin, scope: .secrets, app: app)
        case .building:
            let scope: Scope = viewer?.has(.builds) ?? false ? .builds : .write
            let anywhere = viewer?.roles.max { $0.value < $1.value }?.key
            try check(viewer, role: .operator, scope: scope, app: app ?? anywhere)
        }
    }

    private func check(_ viewer: Viewer?, role: Role?, scope: Scope, app: String?) throws {
        guard let viewer else { throw Problem(.unauthorized, "web.unauthorized") }
        if let app, !viewer.sees(app) { throw Problem.notFound }
        if let role, viewer.role(on: app).map({ $0 < role }) ?? true {
            throw Problem(.forbidden, "web.forbidden.role.\(role.rawValue)")
        }
        guard viewer.has(scope) else { throw Problem(.forbidden, "web.forbidden.scope", ["scope": scope.rawValue]) }
    }

    /// Whether the check lets the viewer pass.
    public func admits(_ viewer: Viewer?, app: String?) -> Bool {
        (try? check(viewer, app: app)) != nil
    }
}

extension Context {
    /// Whether the asker administers the app; a token needs the scope for it too.
    public func isAdmin(_ app: String) -> Bool { Policy.role(.admin).admits(viewer, app: app) }

    /// Whether the asker may change what devices of the app are served.
    public func mayOperate(_ app: String) -> Bool { Policy.role(.operator).admits(viewer, app: app) }
}
