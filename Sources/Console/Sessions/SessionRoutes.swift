import Hummingbird
import Web

/// Logging in and out, and the preferences that anybody has. Scripts use tokens, so these are pages only.
struct SessionRoutes: Sendable {
    let accounts: Accounts
    let sessions: Sessions

    func add(to routes: Routes) throws {
        let logIn = try routes.page("login", needs: .anyone, view: "Sessions/login", form)
        try routes.submit("login", needs: .anyone, form: logIn, logIn(_:_:))
        let again = try routes.page("login/again", needs: .anyone, view: "Sessions/again", keptForm)
        try routes.submit("login/again", needs: .anyone, form: again, logInAgain)
        try routes.submit("logout", needs: .anyone, logOut)
        try routes.submit("preferences", needs: .anyone, savePreferences)
    }

    struct LogInQuery: Codable, Sendable {
        /// Where to go on: a path of this console.
        let `return`: String?
    }

    struct LogInPage: Codable, Sendable {
        let form: Form

        struct Form: Codable, Sendable {
            let email: String
            let `return`: String
        }
    }

    @Sendable func form(_ query: LogInQuery, _ context: Context) async throws -> Answer<LogInPage> {
        .show(LogInPage(form: .init(email: context.filled("email"), return: context.filled("return", ReturnPath.checked(query.return) ?? ""))))
    }

    struct LogIn: Codable, Sendable {
        let email: String
        let password: String
        let `return`: String?
    }

    @Sendable func logIn(_ input: LogIn, _ context: Context) async throws -> Answer<Nothing> {
        let new = try await sessions.logIn(email: input.email, password: input.password, from: SessionOrigin(context))
        try await end(context)
        var response = Response.seeOther(ReturnPath.checked(input.return) ?? "/apps")
        SessionCookie.write(new, to: &response, context)
        return .response(response)
    }

    struct KeptForm: Codable, Sendable {
        /// Where the form goes after the log-in.
        let target: String
        let email: String
        let fields: [Field]

        struct Field: Codable, Sendable {
            let name: String
            let value: String
        }
    }

    /// A form that was sent after its session had ended, kept while its sender logs in.
    @Sendable func keptForm(_: Nothing, _ context: Context) async throws -> Answer<KeptForm> {
        guard let form = context.submitted, let target = ReturnPath.checked(context.query["return"]) else { throw Problem.notFound }
        let kept = form.fields.filter { !Self.neverKept.contains($0.name) }
        return .show(KeptForm(target: target, email: form["loginEmail"] ?? "", fields: kept.map { .init(name: $0.name, value: $0.value) }))
    }

    private static let neverKept: Set = ["csrf", "password", "current", "loginEmail", "loginPassword"]

    struct LogInAgain: Codable, Sendable {
        let loginEmail: String
        let loginPassword: String
    }

    /// 307: the form goes on to where it was sent first. Its token is of the old session, so it is shown there to be sent once more.
    @Sendable func logInAgain(_ input: LogInAgain, _ context: Context) async throws -> Answer<Nothing> {
        guard let target = ReturnPath.checked(context.query["return"]) else { throw Problem.notFound }
        guard !input.loginEmail.isEmpty else { throw Problem(.invalid, "sessions.ended") }
        let new: NewSession
        do {
            new = try await sessions.logIn(email: input.loginEmail, password: input.loginPassword, from: SessionOrigin(context))
        } catch let problem as Problem {
            throw problem.renamed { $0 == "password" ? "loginPassword" : $0 }
        }
        try await end(context)
        var response = Response(status: .temporaryRedirect, headers: [.location: target, .cacheControl: "no-store"])
        SessionCookie.write(new, to: &response, context)
        return .response(response)
    }

    /// Also the session that the browser had before another log-in.
    private func end(_ context: Context) async throws {
        guard let viewer = context.viewer, let session = context.session else { return }
        do {
            try await sessions.logOut(session, of: viewer.id, by: context.actor)
        } catch let problem as Problem where problem.kind == .notFound {
            // It ended in the meantime, as after a second click.
        }
    }

    @Sendable func logOut(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        try await end(context)
        var response = Response.seeOther("/login", flash: Message("sessions.loggedOut"))
        SessionCookie.clear(&response, context)
        return .response(response)
    }

    struct DisplayPreferences: Codable, Sendable {
        let theme: Theme?
        let language: Language?
        let `return`: String?
    }

    /// Kept in cookies for a year, and with the account of who is logged in.
    @Sendable func savePreferences(_ input: DisplayPreferences, _ context: Context) async throws -> Answer<Nothing> {
        if let viewer = context.viewer {
            try await accounts.choose(theme: input.theme, language: input.language, for: viewer.id)
        }
        var response = Response.seeOther(ReturnPath.checked(input.return) ?? "/apps")
        for (name, value) in [("theme", input.theme?.rawValue), ("language", input.language?.rawValue)] {
            guard let value else { continue }
            response.setCookie(
                Cookie(name: name, value: value, maxAge: 365 * 86_400, path: "/", secure: context.secure, httpOnly: true, sameSite: .lax)
            )
        }
        return .response(response)
    }
}

extension SessionOrigin {
    init(_ context: Context) {
        self.init(
            address: context.address,
            userAgent: context.headers[.userAgent] ?? "",
            device: SessionCookie.readDevice(context),
            requestID: context.requestID
        )
    }
}
