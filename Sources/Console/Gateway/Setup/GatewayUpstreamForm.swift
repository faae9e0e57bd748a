import Web

/// The fields of an upstream, as the pages that make and change one show them. Read by `Views/Gateway/upstreamFields`.
struct GatewayUpstreamForm: Codable, Sendable {
    let url: String
    let methods: [MethodChoice]
    let timeoutMilliseconds: String
    let needsLogin: Bool
    let needsSignature: Bool
    let changesState: Bool
    let allowsPrivate: Bool
    let rate: String
    let cacheSeconds: String
    /// Separated by commas.
    let passHeaders: String
    let mock: String
    /// Whether the reader may decide about private addresses.
    let isAdmin: Bool

    struct MethodChoice: Codable, Sendable {
        let method: GatewayUpstream.Method
        let chosen: Bool
    }

    /// What was typed just now, otherwise the upstream as it is.
    init(_ upstream: GatewayUpstream, isAdmin: Bool, _ context: Context) {
        func isOn(_ field: String, _ stored: Bool) -> Bool { context.submitted.map { $0[field] == "true" } ?? stored }
        let method = context.filled("method", upstream.method.rawValue)
        url = context.filled("url", upstream.url)
        methods = GatewayUpstream.Method.allCases.map { MethodChoice(method: $0, chosen: $0.rawValue == method) }
        timeoutMilliseconds = context.filled("timeoutMilliseconds", "\(upstream.timeoutMilliseconds)")
        needsLogin = isOn("needsLogin", upstream.needsLogin)
        needsSignature = isOn("needsSignature", upstream.needsSignature)
        changesState = isOn("changesState", upstream.changesState)
        allowsPrivate = isOn("allowsPrivate", upstream.allowsPrivate)
        rate = context.filled("rate", "\(upstream.rate)")
        cacheSeconds = context.filled("cacheSeconds", "\(upstream.cacheSeconds)")
        passHeaders = context.filled("passHeaders", upstream.passHeaders.joined(separator: ", "))
        mock = context.filled("mock", upstream.mock ?? "")
        self.isAdmin = isAdmin
    }
}
