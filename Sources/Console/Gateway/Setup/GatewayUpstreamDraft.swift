import Foundation

/// An upstream as an operator writes it down; what is left out has a value that most upstreams want.
struct GatewayUpstreamDraft: Codable, Sendable {
    /// Of a new upstream; afterwards the address names it, and this may only say the same.
    var operation: String?
    /// `http` or `https`.
    var url: String
    /// POST when absent.
    var method: GatewayUpstream.Method?
    /// 5,000 when absent.
    var timeoutMilliseconds: Int?
    var needsLogin: Bool?
    /// True when absent.
    var needsSignature: Bool?
    var changesState: Bool?
    /// Said by an administrator only.
    var allowsPrivate: Bool?
    /// Calls a second; 0 for no limit.
    var rate: Int?
    /// 0 for never.
    var cacheSeconds: Int?
    /// Names of headers.
    var passHeaders: [String]?
    /// A JSON text; empty for none.
    var mock: String?

    func upstream(_ operation: String, enabled: Bool, at time: Date) -> GatewayUpstream {
        GatewayUpstream(
            operation: operation,
            url: url.trimmingCharacters(in: .whitespacesAndNewlines),
            method: method ?? .post,
            timeoutMilliseconds: timeoutMilliseconds ?? 5_000,
            needsLogin: needsLogin ?? false,
            needsSignature: needsSignature ?? true,
            changesState: changesState ?? false,
            allowsPrivate: allowsPrivate ?? false,
            rate: rate ?? 0,
            cacheSeconds: cacheSeconds ?? 0,
            passHeaders: GatewayPassHeaders.once(passHeaders ?? []),
            mock: mock.flatMap { $0.trimmingCharacters(in: .whitespacesAndNewlines).orNil },
            enabled: enabled,
            changedAt: time
        )
    }
}

extension GatewayUpstreamDraft {
    init(url: String) {
        self.init(operation: nil, url: url)
    }
}
