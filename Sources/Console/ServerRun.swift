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
            nodes.listens(at: ownAddress(port: channel.localAddress?.port))
            let address = reachableAddress(port: channel.localAddress?.port)
            await announce(ServerGreeting(address: address, setup: setup.map { "\(address)/setup?token=\($0)" }, demo: setup == nil ? demo : nil))
        }
        let local = try LocalSocket(path: DataDirectory.socket(in: settings.data)) { await outcome(of: $0) }.application(logger)
        var configuration = ServiceGroupConfiguration(services: [application, local, changes] + workers, logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        configuration.maximumGracefulShutdownDuration = .seconds(25)
        try await ServiceGroup(configuration: configuration).run()
        await leave()
        try await writeRest()
        try database.close()
    }

    /// What is counted in memory.
    private func writeRest() async throws {
        do {
            try await gatewayStatistics.flush()
            try await badges.writeReach()
            try await sentryTally.flush()
            try await hotpatchReports.flush()
            try await hotpatchExposures.flush()
            try await exposures.flush()
            try await diagnosis.flush()
        } catch StorageError.readOnly(let reason) {
            logger.notice("the last counts are not written", metadata: ["reason": "\(reason)"])
        }
    }

    /// All background work with its periods: what each node does for itself, and what one node does for all of them, whichever has the lease.
    private var workers: [any Service] {
        let outage = WorkerOutage()
        func each(_ name: String, every period: Duration, _ tick: @escaping @Sendable () async throws -> Void) -> Worker {
            Worker(name, every: period, outage, tick)
        }
        func once(_ name: String, every period: Duration, _ tick: @escaping @Sendable () async throws -> Void) -> Worker {
            Worker(name, every: period, under: schedulers, outage, tick)
        }
        let jobWorker = JobWorker(database: database, holder: nodes.id, handlers: jobHandlers)
        let jobWorkers = (1...JobWorker.perNode).map { each("jobs \($0)", every: .seconds(1), jobWorker.run) }
        return jobWorkers + [
            each("heartbeat", every: Nodes.period, nodes.beat),
            each("clock", every: .seconds(5)) { try await nodeClock.compare(with: database) },
            each("schedulers' lease", every: NodeLease.period) { try await schedulers.keep() },
            each("gateway statistics", every: .seconds(1)) { try await gatewayStatistics.flush() },
            each("hotpatch reports", every: .seconds(1)) { try await hotpatchReports.flush() },
            each("hotpatch exposures", every: .seconds(1)) { try await hotpatchExposures.flush() },
            each("exposures", every: .seconds(1)) { try await exposures.flush() },
            once("exposures purge", every: .seconds(3_600)) { try await exposures.purge() },
            each("hotpatch spared", every: .seconds(1)) { try await hotpatchSpared.refresh() },
            once("hotpatch guard", every: .seconds(1)) { try await hotpatchGuard.tick() },
            once("hotpatch ramps", every: .seconds(5)) { try await hotpatchRamps.tick() },
            once("hotpatch guard purge", every: .seconds(3_600)) { try await hotpatchGuard.purge() },
            once("hotpatch packing", every: .seconds(5)) { try await hotpatches.packAgain() },
            each("sentry counts", every: .seconds(5)) { try await sentryTally.flush() },
            once("sentry counts purge", every: .seconds(3_600)) { try await sentryTally.purge() },
            once("sentry attachments", every: .seconds(60)) { try await sentryAttachments.sweep() },
            each("badges reach", every: .seconds(10)) { try await badges.writeReach() },
            each("telemetry gauges", every: .seconds(15)) { try await telemetry.measure() },
            once("telemetry retention", every: .seconds(60)) { try await telemetry.retention.tick() },
            once("telemetry sealing", every: .seconds(10)) { try await telemetry.sealing.tick() },
            once("telemetry indexing", every: .seconds(10)) { try await telemetry.indexing.tick() },
            once("crashes", every: .seconds(1)) { try await crashWorker.tick() },
            once("gateway retention", every: .seconds(60)) { try await GatewayRetention(database: database, clock: clock).tick() },
            once("gateway signatures purge", every: .seconds(60)) { try await gateway.replays.purge() },
            once("badges tidying", every: .seconds(10)) { try await badges.tidy() },
            once("ledger ends", every: .seconds(10)) { try await ledgerEnds.tick() },
            once("replays purge", every: .seconds(600)) { try await replays.purge() },
            once("tokens purge", every: .seconds(3_600)) { try await tokens.purge() },
            once("sessions purge", every: .seconds(600)) { try await sessions.purge() },
            once("module artifacts", every: .seconds(3_600)) { try await modules.artifacts.sweep() },
            once("install downloads purge", every: .seconds(3_600)) { try await installs.purge() },
            once("build requests", every: .seconds(10)) { try await buildAgents.takeBack() },
            once("build requests purge", every: .seconds(3_600)) { try await buildAgents.purge() },
            once("build uploads", every: .seconds(600)) { try await buildUploads.sweep() },
            each("symbolizer", every: .seconds(60)) { await symbolLookup.symbolizer.rest() },
            once("symbols missing", every: .seconds(3_600)) { try await symbols.sweep() },
            once("alerts", every: .seconds(10)) { try await alerts.takeHappenings() },
            once("alerts watch", every: .seconds(60)) { try await alerts.watch() },
            once("alerts sending", every: .seconds(1)) { try await alerts.sendDue() },
            once("alerts purge", every: .seconds(3_600)) { try await alerts.purge() },
            each("push sending", every: .milliseconds(250), pushSending.tick),
            once("push scheduling", every: .seconds(1), pushScheduling.tick),
            once("push interruptions", every: .seconds(5), pushInterruptions.tick),
            once("push devices", every: .seconds(10), pushHygiene.tick),
            once("push purge", every: .seconds(3_600), pushMessages.purge),
            each("diagnosis deliveries", every: .seconds(1)) { try await diagnosis.flush() },
            once("diagnosis waking", every: .seconds(2), diagnosis.wake),
            once("diagnosis ends", every: .seconds(10), diagnosis.expire),
            once("diagnosis rules", every: .seconds(60), diagnosisRules.tick),
            once("diagnosis sweep", every: .seconds(3_600), diagnosis.sweep),
            once("jobs purge", every: .seconds(3_600)) { try await jobs.purge() },
        ]
    }

    /// Who does the jobs of which kind.
    var jobHandlers: [JobHandler] {
        [
            JobHandler(.telemetryRebuild) { work, run in
                run.report(0, "rebuilding")
                try await telemetry.rebuild(app: work.app)
            },
            JobHandler(
                .telemetryErasure,
                TelemetryErasing(
                    telemetry: telemetry,
                    others: [
                        pushDevices.erase(_:of:), diagnosis.erase(_:of:), savedViews.erase(_:of:), feedback.erase(_:of:), badges.erase(_:of:),
                    ]
                ).run
            ),
            JobHandler(.packageWrite, packageWriter.write),
            JobHandler(.symbolApply, SymbolWaiting(read: crashGroups.readAgain).apply),
            JobHandler(.diagnosisRead, DiagnosisReading(diagnosis: diagnosis).run),
            JobHandler(.crashTrial, CrashTrying(database: database, analyst: crashAnalyst).run),
        ]
    }

    /// So that no other node waits for this one. While the database is away they find out by themselves.
    private func leave() async {
        try? await schedulers.release()
        try? await nodes.leave()
    }

    /// An address that another machine can use: never 0.0.0.0.
    private func reachableAddress(port: Int?) -> String {
        if let publicURL = settings.publicURL { return publicURL }
        return ownAddress(port: port)
    }

    /// Where this node itself can be reached, past any balancer.
    private func ownAddress(port: Int?) -> String {
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
