import Foundation
import Hummingbird
import HummingbirdTesting
import MainSiteClient
import TestSupport
import Testing

/// A console that is listening, and an app of it that uses the client library over the network.
struct ClientSite: Sendable {
    let console: TestConsole
    let address: URL
    let secret: String
    /// What was sent, in order.
    let wire: ClientWire

    static func run(_ test: @Sendable (ClientSite) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let secret = try await console.api(.post, "/apps/demo/platforms/ios/secret-reveal").json(Revealed.self).appSecret
            try await Application(router: try console.server.router(views: try TestConsole.views.get())).test(.live) { client in
                let address = try #require(URL(string: "http://127.0.0.1:\(client.port ?? 0)"))
                try await test(ClientSite(console: console, address: address, secret: secret, wire: ClientWire()))
            }
        }
    }

    private struct Revealed: Decodable {
        let appSecret: String
    }

    /// The app as it was just started; its directory is removed at the end.
    func withSite(secret: String? = nil, _ use: (MainSite) async throws -> Void) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = try await console.api(.get, "/apps/demo/config/ios")
        var configuration = try MainSiteConfiguration(
            file: Data(buffer: file.body),
            secret: secret ?? self.secret,
            version: "2.3.0",
            deviceId: "UTD1"
        )
        configuration.gateway = address.appending(path: "mgw.htm")
        configuration.logServer = address
        let site = try MainSite(configuration, directory: directory, send: wire.send) { [clock = console.clock] in clock.now }
        try await use(site)
    }
}
