import Web

/// What an agent shows for a request that it works on.
struct BuildAgentKey: Sendable {
    let request: String
    let lease: String
    /// That its token may work on; nil for all.
    let apps: [String]?

    init(_ request: String, lease: String, _ viewer: Viewer?) {
        self.request = request
        self.lease = lease
        apps = viewer.map(\.buildApps) ?? []
    }
}

extension Viewer {
    /// Apps whose requests it may work on; nil for all.
    var buildApps: [String]? {
        let allowed = roles.filter { $0.value >= .operator }.keys
        return allowed.contains("*") ? nil : allowed.sorted()
    }
}

/// What an agent can take.
struct BuildAgentSearch: Sendable {
    let agent: String
    let platforms: [Platform]
    let labels: [String]
    /// Nil for all.
    let apps: [String]?

    init(_ card: BuildAgentCard, apps: [String]?) {
        agent = card.name
        // Each once, however often it was said.
        platforms = Platform.allCases.filter(card.platforms.contains)
        labels = card.labels ?? []
        self.apps = apps
    }
}

/// An agent as it was seen asking.
struct BuildAgentSight: Sendable {
    let name: String
    let platforms: String
    let labels: String
    let address: String
    let token: String

    init(_ card: BuildAgentCard, address: String, token: String) {
        name = card.name
        platforms = Platform.allCases.filter(card.platforms.contains).map(\.rawValue).joined(separator: " ")
        labels = Set(card.labels ?? []).sorted().joined(separator: " ")
        self.address = address
        self.token = token
    }
}
