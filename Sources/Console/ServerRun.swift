import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Storage
import Web

extension Server {
    /// Listens until SIGTERM or SIGINT, then lets what is under way finish (at most 25 s) and returns.
    /// - Parameter announce: told once the socket is open: where people reach the console, and what to do first.
    public func run(announce: @escaping @Sendable (String) async -> Void) async throws {
        let setup = try await setupAdvice()
        let application = try settings.listener.application(try router(), logger: logger) { channel in
            let address = reachableAddress(port: channel.localAddress?.port)
            await announce((["main site: \(address)"] + setup(address)).joined(separator: "\n"))
        }
        let local = try LocalSocket(path: DataDirectory.socket(in: settings.data)) { await outcome(of: $0) }.application(logger)
        var configuration = ServiceGroupConfiguration(services: [application, local] + workers, logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        configuration.maximumGracefulShutdownDuration = .seconds(25)
        try await ServiceGroup(configuration: configuration).run()
        try database.close()
    }

    /// All background work with its periods.
    private var workers: [any Service] {
        [
            Worker(name: "telemetry retention", every: .seconds(60), logger: logger) { try await telemetry.retention.tick() },
            Worker(name: "replays purge", every: .seconds(600), logger: logger) { try await replays.purge() },
            Worker(name: "tokens purge", every: .seconds(3_600), logger: logger) { try await tokens.purge() },
            Worker(name: "sessions purge", every: .seconds(600), logger: logger) { try await sessions.purge() },
        ]
    }

    /// Who can log in: the demo account, or while there is nobody, a one-time link that makes the first administrator.
    private func setupAdvice() async throws -> @Sendable (String) -> [String] {
        let demo = Demo.login(in: directory.file("demo-login.json")).map { "demo login: \($0.email) \($0.password)" }
        guard try await accounts.needsSetup() else { return { _ in demo.map { [$0] } ?? [] } }
        let token = try await accounts.makeSetupToken()
        return { address in ["create the first administrator: \(address)/setup?token=\(token)"] }
    }

    /// An address that another machine can use: never 0.0.0.0.
    private func reachableAddress(port: Int?) -> String {
        if let publicURL = settings.publicURL { return publicURL }
        if let socket = settings.unixSocket { return "unix:\(socket)" }
        let scheme = settings.tlsKey == nil ? "http" : "https"
        let everywhere = ["0.0.0.0", "::", "*"].contains(settings.hostname)
        return "\(scheme)://\(everywhere ? NetworkAddress.own : settings.hostname):\(port ?? settings.port)"
    }
}

/// Does one bounded batch every so often, until shutdown.
struct Worker: Service {
    let name: String
    let every: Duration
    let logger: Logger
    let tick: @Sendable () async throws -> Void

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                await tickOnce()
                try? await Task.sleep(for: every)
            }
        }
    }

    private func tickOnce() async {
        do {
            try await tick()
        } catch {
            logger.error("worker failed", metadata: ["worker": "\(name)", "error": "\(error)"])
        }
    }
}
