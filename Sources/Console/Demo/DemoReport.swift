/// What seeding, or removing the seed, came to.
public struct DemoReport: Codable, Sendable, CustomStringConvertible {
    /// All demo apps there are; or, when removing, were.
    public let apps: [String]
    public let created: [String]
    public let lines: Int
    public let login: Login?

    public struct Login: Codable, Sendable {
        public let email: String
        public let password: String
    }

    public var description: String {
        guard let login else { return "removed \(apps.isEmpty ? "nothing" : apps.joined(separator: ", "))" }
        let made = created.isEmpty ? "the demo was there already" : "created \(created.joined(separator: ", ")) with \(lines) log lines"
        return "\(made)\ndemo login: \(login.email) \(login.password)"
    }
}
