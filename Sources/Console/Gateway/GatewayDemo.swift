/// The operations of the documents' demo app, so that it works against a fresh console. Only demo apps have them: the account is public.
struct GatewayDemo: Sendable {
    let sessions: GatewaySessions

    /// The account that the documents name.
    private static let user = "alipayAdmin"
    private static let password = "ali123"

    var operations: [GatewayOperation] {
        [
            GatewayOperation("alipay.mpaasgw.logindemo", logIn),
            GatewayOperation("alipay.mpaasgw.needlogintest", needsLogin: true, greet),
        ]
    }

    struct Login: Decodable, Sendable {
        let userId: String
        let password: String
    }

    struct Session: Encodable, Sendable {
        let sessionId: String
    }

    @Sendable private func logIn(_ login: Login, _ call: GatewayCall) async throws -> Session {
        try check(call)
        guard login.userId == Self.user, login.password == Self.password else {
            throw GatewayRefusal(.accessDenied, "the demo's user or password is wrong")
        }
        return Session(sessionId: sessions.make(login.userId, app: call.app.id, at: call.receivedAt))
    }

    struct Greeting: Encodable, Sendable {
        let userId: String
        let success = true
    }

    struct Nobody: Decodable, Sendable {}

    @Sendable private func greet(_: Nobody, _ call: GatewayCall) async throws -> Greeting {
        try check(call)
        return Greeting(userId: call.user ?? "")
    }

    private func check(_ call: GatewayCall) throws {
        guard call.app.demo else { throw GatewayRefusal(.noOperation, "only demo apps have \(call.operation)") }
    }
}
