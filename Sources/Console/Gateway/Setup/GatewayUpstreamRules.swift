import Formats
import Foundation
import Web

/// What an upstream may look like.
struct GatewayUpstreamRules: Sendable {
    /// Operations that the console answers itself.
    let builtIn: Set<String>

    /// Upstreams of one app at most: each of them is in memory, and in the statistics.
    static let limit = 500
    /// Bytes of a mock at most.
    static let mockLimit = 64 << 10
    /// Calls a second that a limit can name.
    static let highestRate = 1_000_000

    /// - Parameters:
    ///   - before: what the upstream replaces.
    ///   - isAdmin: whether an administrator asks.
    /// - Throws: `invalid` with every field that is wrong.
    func check(_ upstream: GatewayUpstream, replacing before: GatewayUpstream?, isAdmin: Bool) throws {
        var wrong = operation(upstream.operation) + address(upstream) + numbers(upstream) + content(upstream)
        if !isAdmin, !mayStayPrivate(upstream, before) { wrong.append(Rejection("allowsPrivate", "gateway.private.admin")) }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private func operation(_ name: String) -> [Rejection] {
        guard Self.isName(name), name.utf8.count >= 3 else { return [Rejection("operation", "gateway.operation.invalid")] }
        return builtIn.contains(name) || name == GatewayRecord.unknown ? [Rejection("operation", "gateway.operation.builtIn")] : []
    }

    /// Whether an operation could be called so: what else a device sends is counted as unknown.
    static func isName(_ name: String) -> Bool {
        name.wholeMatch(of: #/[A-Za-z0-9._\-]{1,120}/#) != nil
    }

    private func address(_ upstream: GatewayUpstream) -> [Rejection] {
        Self.isAddress(upstream.url) ? [] : [Rejection("url", "gateway.url.invalid")]
    }

    /// A name and password in an address would be shown to everybody who may look at the page.
    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let parts = URLComponents(string: text) else {
            return false
        }
        guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme), parts.host?.isEmpty == false else { return false }
        guard parts.user == nil, parts.password == nil, parts.fragment == nil else { return false }
        // What is checked and what is connected to have to be one name, whoever decodes it.
        guard parts.percentEncodedHost?.contains("%") == false else { return false }
        return parts.port.map { (1...65_535).contains($0) } ?? true
    }

    private func numbers(_ upstream: GatewayUpstream) -> [Rejection] {
        Self.range(upstream.timeoutMilliseconds, 100...60_000, "timeoutMilliseconds") + Self.range(upstream.rate, 0...Self.highestRate, "rate")
            + Self.range(upstream.cacheSeconds, 0...86_400, "cacheSeconds")
    }

    static func range(_ value: Int, _ range: ClosedRange<Int>, _ field: String) -> [Rejection] {
        if range.contains(value) { return [] }
        return [Rejection(field, "gateway.range", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"])]
    }

    private func content(_ upstream: GatewayUpstream) -> [Rejection] {
        var wrong: [Rejection] = []
        if let name = upstream.passHeaders.first(where: { !GatewayPassHeaders.admits($0) }) {
            wrong.append(Rejection("passHeaders", "gateway.passHeaders.invalid", ["name": String(name.prefix(64))]))
        } else if upstream.passHeaders.count > GatewayPassHeaders.limit {
            wrong.append(Rejection("passHeaders", "gateway.passHeaders.many", ["limit": "\(GatewayPassHeaders.limit)"]))
        }
        if let mock = upstream.mock, !Self.isJSON(mock) { wrong.append(Rejection("mock", "gateway.mock.invalid")) }
        if upstream.changesState, upstream.cacheSeconds > 0 { wrong.append(Rejection("cacheSeconds", "gateway.cache.changes")) }
        return wrong
    }

    /// As strictly as what devices send: Foundation takes `[1,]`.
    private static func isJSON(_ text: String) -> Bool {
        guard text.utf8.count <= mockLimit else { return false }
        do {
            _ = try JSONScanner.elements(of: Array(text.utf8))
            return true
        } catch {
            return false
        }
    }

    /// What an administrator allowed stays allowed as long as the address does.
    private func mayStayPrivate(_ upstream: GatewayUpstream, _ before: GatewayUpstream?) -> Bool {
        !upstream.allowsPrivate || (before?.allowsPrivate == true && before?.url == upstream.url)
    }
}
