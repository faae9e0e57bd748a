/// A request that is ours for as long as its lease is renewed.
struct AgentClaim: Decodable, Sendable {
    let request: AgentRequest
    let lease: Lease
    /// Where our first piece of log begins.
    let logOffset: Int
    /// Bytes of a log that the console keeps, over all attempts.
    let logLimit: Int
    /// Bytes that it takes at once.
    let logPiece: Int

    struct Lease: Decodable, Sendable {
        let token: String
        let seconds: Int

        var life: Duration { .seconds(seconds) }
    }
}

/// What is to be built.
struct AgentRequest: Decodable, Sendable {
    let id: String
    let app: String
    let number: Int
    let platform: String
    let source: Source
    let configuration: String
    let certificate: String?
    let note: String
    let parameters: [Parameter]
    let attempts: Int

    struct Source: Decodable, Sendable {
        let repository: String
        let kind: String
        let ref: String
    }

    struct Parameter: Decodable, Sendable {
        let name: String
        let value: String
    }

    /// For people.
    var title: String { RemoteText.clean("\(app) \(platform) #\(number) (\(source.ref))") }

    /// What the command finds in its environment. Parameters have a prefix: none of them can be `PATH`.
    var environment: [String: String] {
        let own = [
            "BUILD_REQUEST": id, "BUILD_NUMBER": "\(number)", "BUILD_APP": app, "BUILD_PLATFORM": platform, "BUILD_REPOSITORY": source.repository,
            "BUILD_REF_KIND": source.kind, "BUILD_REF": source.ref, "BUILD_CONFIGURATION": configuration, "BUILD_CERTIFICATE": certificate ?? "",
            "BUILD_NOTE": note, "BUILD_ATTEMPT": "\(attempts)",
        ]
        return parameters.reduce(into: own) { $0["BUILD_PARAM_\($1.name)"] = $1.value }
    }
}
