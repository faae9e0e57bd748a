import Hummingbird
import Signing
import Web

/// The cookies of a person: who they are in this browser, and that they have been here.
///
/// On https the session's name starts with `__Host-`, which browsers accept only with Secure, `Path=/` and no domain; on http, where
/// they would drop such a cookie, it is plain.
enum SessionCookie {
    static func read(_ context: Context) -> String? {
        context.cookie(name(context))
    }

    /// A browser known to an account; nil for anything the console did not make.
    static func readDevice(_ context: Context) -> String? {
        context.cookie(device).flatMap { SecretToken.isWellFormed($0, prefix: "msd_") ? $0 : nil }
    }

    static func write(_ new: NewSession, to response: inout Response, _ context: Context) {
        response.setCookie(cookie(name(context), new.secret, context))
        response.setCookie(cookie(device, new.device, context, maxAge: 90 * 86_400))
    }

    static func clear(_ response: inout Response, _ context: Context) {
        response.setCookie(cookie(name(context), "", context, maxAge: 0))
    }

    private static let device = "device"

    private static func name(_ context: Context) -> String {
        context.secure ? "__Host-session" : "session"
    }

    private static func cookie(_ name: String, _ value: String, _ context: Context, maxAge: Int? = nil) -> Cookie {
        Cookie(name: name, value: value, maxAge: maxAge, path: "/", secure: context.secure, httpOnly: true, sameSite: .lax)
    }
}
