import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// Connections to upstreams, kept open between calls: one client a host, tied to the address that was checked. A name that resolves to another
/// address a moment later leads nowhere new.
actor GatewayClients {
    private var pinned: [Key: Pinned] = [:]
    private let resolve: @Sendable (_ host: String) async throws -> GatewayAddress
    private let trust: Duration

    private struct Key: Hashable {
        let host: String
        let allowsPrivate: Bool
    }

    private struct Pinned {
        let client: HTTPClient
        let address: GatewayAddress
        let checked: ContinuousClock.Instant
    }

    /// How long a client is kept that nobody asks for: hosts come and go as operators change upstreams.
    private static let idle = Duration.seconds(3_600)
    /// How long a client goes on that another has taken the place of, so that calls under way end: twice an upstream's longest timeout.
    private static let farewell = Duration.seconds(120)

    /// - Parameter trust: how long an address counts as checked.
    init(
        trust: Duration = .seconds(60),
        resolve: @escaping @Sendable (_ host: String) async throws -> GatewayAddress = GatewayAddress.resolve
    ) {
        self.trust = trust
        self.resolve = resolve
    }

    deinit {
        for (_, pin) in pinned { pin.client.shutdown(queue: .global()) { _ in } }
    }

    /// - Throws: a refusal with 4002 for a host that cannot be found, or has a private address without leave.
    func client(for upstream: GatewayUpstream) async throws -> HTTPClient {
        // As the HTTP client reads it: `URLComponents` spells the host of an international name (`xn--…`) otherwise, and the other one would be asked.
        guard let host = URL(string: upstream.url)?.host, !host.isEmpty else {
            throw GatewayRefusal(.upstreamFailed, "the upstream's address has no host")
        }
        let key = Key(host: host, allowsPrivate: upstream.allowsPrivate)
        if let pin = pinned[key], ContinuousClock.now - pin.checked < trust { return pin.client }
        let address = try await checked(host, allowsPrivate: upstream.allowsPrivate)
        return pin(key, address)
    }

    private func checked(_ host: String, allowsPrivate: Bool) async throws -> GatewayAddress {
        guard let address = try? await resolve(host.trimmingCharacters(in: ["[", "]"])) else {
            throw GatewayRefusal(.upstreamFailed, "the upstream's host cannot be found")
        }
        if !allowsPrivate, address.isPrivate { throw GatewayRefusal(.upstreamFailed, "the upstream's host has a private address") }
        return address
    }

    private func pin(_ key: Key, _ address: GatewayAddress) -> HTTPClient {
        let old = pinned[key]
        let client = old.flatMap { $0.address == address ? $0.client : nil } ?? Self.make(key.host, address)
        pinned[key] = Pinned(client: client, address: address, checked: .now)
        // A name with several addresses gives another one each time.
        if let old, old.client !== client { Self.retire(old.client) }
        for (key, pin) in pinned where ContinuousClock.now - pin.checked > Self.idle {
            pinned[key] = nil
            Self.retire(pin.client)
        }
        return client
    }

    private static func retire(_ client: HTTPClient) {
        Task {
            try? await Task.sleep(for: farewell)
            try? await client.shutdown()
        }
    }

    private static func make(_ host: String, _ address: GatewayAddress) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.dnsOverride = [host: address.text]
        configuration.timeout.connect = .seconds(5)
        configuration.decompression = .enabled(limit: .size(GatewayProxy.streamLimit))
        return HTTPClient(eventLoopGroup: .singletonMultiThreadedEventLoopGroup, configuration: configuration)
    }
}
