import Web

extension GatewaySettings {
    /// - Throws: `invalid` for a rate out of range.
    func check() throws {
        let rates = 0...GatewayUpstreamRules.highestRate
        let wrong = GatewayUpstreamRules.range(appRate, rates, "appRate") + GatewayUpstreamRules.range(deviceRate, rates, "deviceRate")
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// For the audit log.
    var audited: [String: String] {
        ["hmacOnly": "\(hmacOnly)", "appRate": "\(appRate)", "deviceRate": "\(deviceRate)"]
    }
}

extension GatewayUpstream {
    /// For the audit log, which keeps the beginning of a mock only.
    var audited: [String: String] {
        [
            "url": url, "method": method.rawValue, "timeoutMilliseconds": "\(timeoutMilliseconds)", "needsLogin": "\(needsLogin)",
            "needsSignature": "\(needsSignature)", "changesState": "\(changesState)", "allowsPrivate": "\(allowsPrivate)", "rate": "\(rate)",
            "cacheSeconds": "\(cacheSeconds)", "passHeaders": passHeaders.joined(separator: ", "), "mock": String((mock ?? "").prefix(300)),
        ]
    }
}
