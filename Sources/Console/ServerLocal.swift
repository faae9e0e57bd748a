import Foundation
import Storage
import Web

extension Server {
    /// Runs a command of the command line; what people did wrong comes back as a sentence.
    public func outcome(of command: LocalCommand) async -> LocalOutcome {
        do {
            return try LocalOutcome(done: try await run(command))
        } catch let problem as Problem {
            return .refused(sentence(problem))
        } catch {
            return LocalOutcome(refusing: error)
        }
    }

    private func run(_ command: LocalCommand) async throws -> any Encodable {
        switch command {
        case .createAdmin(let email, let password):
            return try await accounts.createAdmin(email: email, password: password, by: .local)
        case .resetPassword(let email, let password):
            try await accounts.resetPassword(email: email, password: password, by: .local)
            return ["email": email]
        case .createToken(let name, let scopes, let app, let days):
            return try await tokens.create(NewToken(name: name, scopes: scopes, app: app, expiresInDays: days), for: nil, by: .local)
        case .createApp(let new):
            return try await apps.create(new, by: .local)
        case .seed:
            return try await demo.load()
        case .unseed:
            return try await demo.remove()
        case .rebuildTelemetry(let app):
            guard apps.index.app(app) != nil else { throw Problem.invalid("app", "accounts.app.unknown") }
            try await telemetry.rebuild(app: app)
            return ["app": app]
        case .backUp(let order):
            try begin { progress in
                try await MovingBackup(database: database, blobs: blobs, settings: settings, order: order, progress: progress, clock: clock).run()
            }
            return MovingState()
        case .migrate(let order):
            try begin { try await migration(order, $0).run() }
            return MovingState()
        case .doctor:
            try begin { try await Doctor(settings: settings, database: database, isRunning: true).report($0) }
            return MovingState()
        case .spread: return try await DoctorSpread.read(database)
        case .work: return try desk.state()
        case .stay:
            database.allowWrites()
            try MovedNote.remove(in: settings.data)
            return ["database": database.name]
        }
    }

    /// What takes long is given up when the command line no longer asks for it: then nobody is there who would hear of it.
    private func begin(_ body: @escaping @Sendable (MovingProgress) async throws -> any Encodable) throws {
        try desk.begin(patience: .seconds(20), body)
    }

    private func migration(_ order: MovingMigrationOrder, _ progress: MovingProgress) -> MovingMigration {
        MovingMigration(database: database, blobs: blobs, settings: settings, order: order, progress: progress, clock: clock) {
            try await gatewayStatistics.flush()
            try await badges.writeReach()
        }
    }

    private var demo: Demo {
        Demo(
            apps: apps,
            accounts: accounts,
            stock: { try await moduleSeed.fill() },
            clear: {
                try await moduleSeed.remove { try $0.packagedModules() }
                try await BuildRequestSeed(folder: seeds).remove(from: buildAgents)
            },
            fill: fill(_:),
            erase: eraseTraces(of:),
            seeds: seeds,
            loginFile: directory.file("demo-login.json")
        )
    }

    private var seeds: URL { URL(fileURLWithPath: "\(settings.home)/Seeds") }

    private var moduleSeed: ModuleSeed {
        get throws { try ModuleSeed(folder: seeds, modules, baselines, directory: directory.file("incoming")) }
    }

    /// What rooms have for new demo apps, one line a room; answers how many log lines.
    @Sendable private func fill(_ apps: Set<String>) async throws -> Int {
        let some = self.apps.index.all.filter { apps.contains($0.id) }
        try await fillReleases(some)
        try await BadgeSeed(folder: seeds).publish(to: badges, some)
        try await FeedbackSeed(folder: seeds).send(to: feedback, apps)
        try await GatewaySeed(folder: seeds).fill(gatewaySetup, gatewayStatistics, some)
        let alertSeed = try AlertSeed(folder: seeds)
        try await alertSeed.add(to: alerts, some)
        let traffic = try TelemetrySeed(folder: seeds)
        let told = try await HotpatchGuardSeed(folder: seeds, traffic: traffic).fill(hotpatchGuard, telemetry, some)
        let lines = try await traffic.send(to: telemetry, apps)
        let demoExposures = DemoExposures(exposures: exposures, now: clock.now)
        for app in some { try await demoExposures.fill(app) }
        for one in told { try await demoExposures.fill(one) }
        try await PushSeed(folder: seeds).fill(pushMessages, some)
        try await DiagnosisSeed(folder: seeds).fill(diagnosis, some, publicURL: ownURL)
        try await CrashSeed(worker: crashWorker, groups: crashGroups, folder: seeds).fill(apps)
        try await alertSeed.watch(alerts, some)
        return lines
    }

    private var ownURL: String { settings.publicURL ?? "http://127.0.0.1:\(settings.port)" }

    /// Certificates, packages and builds, and what was published of them before the story begins.
    private func fillReleases(_ apps: [App]) async throws {
        try await SwitchSeed(folder: seeds).fill(switches, apps)
        let manifests = try await PackageSeed(folder: seeds, publicURL: ownURL).fill(packages, packageWriter, apps, holder: nodes.id)
        let buildSeed = BuildSeed(folder: seeds, directory: directory.file("incoming"), manifests: manifests)
        try await buildSeed.fill(builds, installs, self.apps.index, Set(apps.map(\.id)))
        try await UpdateSeed(folder: seeds).publish(to: updates, apps)
        try await HotpatchSeed(folder: seeds).publish(to: hotpatches, apps)
        try await CertificateSeed(folder: seeds).add(to: certificates, apps)
        try await BuildRequestSeed(folder: seeds).fill(buildRequests, buildRequestLogs, builds, apps)
    }

    private func sentence(_ problem: Problem) -> String {
        let words = catalogue[.english]
        let fields = problem.rejections.map { "\($0.field): \(words[$0.message])" }
        return fields.isEmpty ? words[problem.detail] : fields.joined(separator: "\n")
    }
}
