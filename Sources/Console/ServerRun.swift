import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Storage
import Web

extension Server {
    /// Listens until SIGTERM or SIGINT, then lets what is under way finish (at most 25 s) and returns.
    /// - Parameter announce: told once the socket is open: where people reach the console, and what to do first.
    public func run(announce: @escaping @Sendable (ServerGreeting) async -> Void) async throws {
        let demo = Demo.login(in: directory.file("demo-login.json"))
        let setup = try await accounts.needsSetup() ? try await accounts.makeSetupToken() : nil
        let application = try settings.listener.application(try router(), logger: logger) { channel in
            let address = reachableAddress(port: channel.localAddress?.port)
            await announce(ServerGreeting(address: address, setup: setup.map { "\(address)/setup?token=\($0)" }, demo: setup == nil ? demo : nil))
        }
        let local = try LocalSocket(path: DataDirectory.socket(in: settings.data)) { await outcome(of: $0) }.application(logger)
        var configuration = ServiceGroupConfiguration(services: [application, local] + workers, logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        configuration.maximumGracefulShutdownDuration = .seconds(25)
        try await ServiceGroup(configuration: configuration).run()
        try await gatewayStatistics.flush()
        try database.close()
    }

    /// All background work with its periods.
    private var workers: [any Service] {
        [
            Worker(name: "telemetry retention", every: .seconds(60), logger: logger) { try await telemetry.retention.tick() },
            Worker(name: "gateway statistics", every: .seconds(1), logger: logger) { try await gatewayStatistics.flush() },
            Worker(name: "gateway retention", every: .seconds(60), logger: logger) {
                try await GatewayRetention(database: database, clock: clock).tick()
            },
            Worker(name: "gateway signatures purge", every: .seconds(60), logger: logger) { try await gateway.replays.purge() },
            Worker(name: "badges", every: .seconds(10), logger: logger) { try await badges.tick() },
            Worker(name: "replays purge", every: .seconds(600), logger: logger) { try await replays.purge() },
            Worker(name: "tokens purge", every: .seconds(3_600), logger: logger) { try await tokens.purge() },
            Worker(name: "sessions purge", every: .seconds(600), logger: logger) { try await sessions.purge() },
        ]
    }

    /// An address that another machine can use: never 0.0.0.0.
    private func reachableAddress(port: Int?) -> String {
        if let publicURL = settings.publicURL { return publicURL }
        if let socket = settings.unixSocket { return "unix:\(socket)" }
        let scheme = settings.tlsKey == nil ? "http" : "https"
        let everywhere = ["0.0.0.0", "::", "*"].contains(settings.hostname)
        return "\(scheme)://\(everywhere ? OperationsAddress.own : settings.hostname):\(port ?? settings.port)"
    }
}

/// Where people reach the console, and who can log in: the demo account, or while there is nobody, whoever opens the link.
public struct ServerGreeting: Codable, Sendable, CustomStringConvertible {
    public let address: String
    /// Makes the first administrator, once.
    public let setup: String?
    public let demo: DemoReport.Login?

    public var description: String {
        let lines = [
            "main site: \(address)", setup.map { "create the first administrator: \($0)" }, demo.map { "demo login: \($0.email) \($0.password)" },
        ]
        return lines.compactMap { $0 }.joined(separator: "\n")
    }
}
