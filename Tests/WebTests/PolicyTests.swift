import Testing

@testable import Web

/// Every kind of viewer against every kind of route.
struct PolicyTests {
    private static let viewers: [String: Viewer?] = [
        "nobody": nil,
        "stranger": account(["other": .admin]),
        "viewer": account(["demo": .viewer]),
        "operator": account(["demo": .operator]),
        "releaser": account(["demo": .releaser]),
        "appAdmin": account(["demo": .admin]),
        "admin": account(["*": .admin]),
        "tokenAll": token([.all]),
        "tokenRead": token([.read]),
        "tokenWrite": token([.read, .write]),
        "tokenSecrets": token([.secrets]),
        "tokenBuilds": token([.builds]),
    ]

    private static func account(_ roles: [String: Role]) -> Viewer {
        Viewer(id: "a", kind: .account, name: "a", roles: roles, csrf: "c")
    }

    private static func token(_ scopes: Set<Scope>) -> Viewer {
        Viewer(id: "t", kind: .token, name: "t", roles: ["*": .admin], scopes: scopes)
    }

    /// What each policy says on the app `demo`, one letter a viewer: `+` yes, `u` unauthorized, `n` not found, `f` forbidden.
    @Test(arguments: [
        (Policy.anyone, "++++++++++++"), (.signedIn, "un++++++++ff"), (.role(.viewer), "un++++++++ff"), (.role(.operator), "unf+++++f+ff"),
        (.role(.releaser), "unff++++ffff"), (.role(.admin), "unfff+++ffff"), (.secrets, "unfff+++ff+f"), (.building, "unf+++++f+f+"),
    ])
    func onAnApp(policy: Policy, expected: String) {
        #expect(row(policy, app: "demo") == expected)
    }

    /// Without an app in the path only roles on the whole console count, but for who brings builds.
    @Test(arguments: [
        (Policy.signedIn, "u+++++++++ff"), (.role(.viewer), "ufffff++++ff"), (.role(.admin), "ufffff++ffff"), (.building, "u+f+++++f+f+"),
    ])
    func onTheConsole(policy: Policy, expected: String) {
        #expect(row(policy, app: nil) == expected)
    }

    private static let order = [
        "nobody", "stranger", "viewer", "operator", "releaser", "appAdmin", "admin", "tokenAll", "tokenRead", "tokenWrite", "tokenSecrets",
        "tokenBuilds",
    ]

    private func row(_ policy: Policy, app: String?) -> String {
        Self.order.map { verdict(policy, Self.viewers[$0] ?? nil, app) }.joined()
    }

    private func verdict(_ policy: Policy, _ viewer: Viewer?, _ app: String?) -> String {
        do {
            try policy.check(viewer, app: app)
            return "+"
        } catch let problem as Problem {
            return String(problem.kind.rawValue.prefix(1))
        } catch {
            return "?"
        }
    }

    @Test func rolesRise() {
        #expect(Role.allCases == Role.allCases.sorted())
        #expect(Viewer(id: "a", kind: .account, name: "a", roles: ["*": .viewer, "demo": .admin]).role(on: "demo") == .admin)
        #expect(Role.allCases.map(\.scope) == [.read, .write, .release, .admin])
    }
}
