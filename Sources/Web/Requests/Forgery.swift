import HTTPTypes
import Hummingbird

/// Keeps other sites from acting in a person's name: the form's token has to be the session's, and the browser's `Origin` ours.
enum Forgery {
    /// - Parameter form: holds the token in its field `csrf`; without the field it has to be in `X-CSRF-Token`.
    /// - Throws: `forbidden`. Requests without a session need no token: they have nothing to abuse.
    static func check(_ request: Request, _ context: Context, _ form: Form) throws {
        try checkOrigin(request, context)
        try checkToken(request, context, form)
    }

    /// A form from before the last log-in has another session's token.
    static let stale = Problem(.forbidden, "web.forbidden.csrf")

    /// - Throws: ``stale``.
    static func checkToken(_ request: Request, _ context: Context, _ form: Form) throws {
        guard let viewer = context.viewer, viewer.kind == .account else { return }
        let sent = form["csrf"] ?? request.headers[.csrfToken] ?? ""
        guard constantTimeEqual(sent, viewer.csrf) else { throw stale }
    }

    static func checkOrigin(_ request: Request, _ context: Context) throws {
        guard let origin = request.headers[.origin] else { return }
        let host = request.head.authority ?? ""
        guard origin == context.publicURL || origin == "http://\(host)" || origin == "https://\(host)" else {
            throw Problem(.forbidden, "web.forbidden.origin")
        }
    }

    private static func constantTimeEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count, !left.isEmpty else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension HTTPField.Name {
    static let csrfToken = Self("X-CSRF-Token")!
}
