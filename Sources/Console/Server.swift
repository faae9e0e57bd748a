import Foundation
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import Signing
import Storage
import Web

/// The console: everything it is made of, wired here and nowhere else.
public struct Server: Sendable {
    public let settings: Settings
    public let apps: Apps
    public let accounts: Accounts
    let sessions: Sessions
    public let tokens: Tokens
    public let telemetry: Telemetry
    let switches: Switches
    let badges: Badges
    let feedback: FeedbackInbox
    let database: Database
    let audit: Audit
    let gateway: Gateway
    let gatewaySetup: GatewaySetup
    let gatewayStatistics: GatewayStatistics
    let replays: ReplayStore
    let health: OperationsHealth
    let directory: DataDirectory
    let clock: Clock
    let logger: Logger
    private let metrics: OperationsMetrics

    /// Takes the data directory, opens the database and brings its schema up to date.
    /// - Throws: `StorageError.inUse` when another console runs on it, `.newerSchema` when it was written by a newer one.
    public init(
        settings: Settings,
        clock: Clock = .system,
        synchronous: Database.Synchronous = .full,
        hasher: AccountPasswordHasher = AccountPasswordHasher()
    ) async throws {
        self.settings = settings
        self.clock = clock
        logger = Logger(label: "console")
        directory = try DataDirectory(settings.data)
        database = try Database(path: directory.file("console.sqlite"), synchronous: synchronous)
        try await database.migrate(Schema.migrations)
        Operations.startMetrics()
        metrics = Operations.metrics

        audit = Audit(clock: clock)
        let key = try KeyFile.loadOrCreate(at: directory.file("secret.key"))
        apps = Apps(database: database, secrets: AppSecrets(key: key), audit: audit, clock: clock)
        accounts = Accounts(database: database, audit: audit, clock: clock, hasher: hasher)
        sessions = Sessions(accounts: accounts)
        tokens = Tokens(database: database, audit: audit, clock: clock, cache: accounts.cache)
        replays = ReplayStore(database: database, key: key, clock: clock)
        telemetry = try Telemetry(database: database, directory: directory.file("segments"), index: apps.index, audit: audit, clock: clock)
        badges = Badges(database: database, audit: audit, clock: clock, raised: [FeedbackBadge.path])
        feedback = FeedbackInbox(database: database, directory: directory.file("feedback"), badges: badges, audit: audit, clock: clock)
        switches = Switches(database: database, audit: audit, clock: clock)
        gatewayStatistics = GatewayStatistics(database: database, clock: clock)
        gateway = Gateway(
            database: database,
            apps: apps.index,
            index: GatewayIndex(),
            key: key,
            clock: clock,
            operations: switches.operations + badges.operations + feedback.operations
        ) { [gatewayStatistics] in gatewayStatistics.tally.add($0) }
        gatewaySetup = GatewaySetup(database: database, audit: audit, clock: clock, index: gateway.index, builtIn: Set(gateway.operations.keys))
        health = OperationsHealth(database: database, dataPath: settings.data, started: clock.now) { [telemetry] in telemetry.failure() }
        try await apps.refreshIndex()
        try await switches.refresh()
        try await gatewaySetup.refresh()
        try await badges.refreshIndex()
    }

    // Rooms that keep nothing in memory.
    var statistics: Statistics { Statistics(database: database) }

    /// Routes of every room, in the order of the sidebar.
    public func router() throws -> Router<Context> {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let catalogue = try Catalogue(directory: "\(settings.home)/Views")
        let assets = try Assets(directory: "\(settings.home)/Public") { Hex.encode(Digest.sha256($0)) }
        let menu = Menu()
        let layout = Layout(index: apps.index, assets: assets, catalogue: catalogue, menu: menu)
        let renderer = try Renderer(views: try Views(directory: "\(settings.home)/Views", catalogue: catalogue)) { _, context in layout.frame(context)
        }
        let routes = Routes(router: router, renderer: renderer, replays: replays.replays, menu: menu)

        router.add(middleware: envelope)
        router.add(middleware: Compression())
        router.add(middleware: SessionIdentification(accounts: accounts, sessions: sessions, tokens: tokens))

        try OverviewRoutes(apps: apps, statistics: statistics, catalogue: catalogue).add(to: routes)
        try AppRoutes(apps: apps, erase: eraseTraces(of:)).add(to: routes)
        try AppWizardRoutes(apps: apps).add(to: routes)
        try AppPlatformRoutes(apps: apps, confirmPassword: sessions.confirmPassword, oldSecretUses: gatewayStatistics.oldSecretUses).add(to: routes)
        try AppConfigRoutes(apps: apps).add(to: routes)
        try StatisticsRoutes(apps: apps, statistics: statistics, catalogue: catalogue) { telemetry.feed.subscribe(app: $0) }.add(to: routes)
        try TelemetryRoutes(telemetry: telemetry, apps: apps).add(to: routes)
        try GatewayRoutes(gateway: gateway, catalogue: catalogue).add(to: routes)
        try GatewayStatisticsRoutes(apps: apps, statistics: gatewayStatistics, setup: gatewaySetup, catalogue: catalogue).add(to: routes)
        try GatewayTrialRoutes(trials: GatewayTrials(gateway: gateway, database: database, audit: audit), apps: apps).add(to: routes)
        try GatewaySetupRoutes(setup: gatewaySetup, apps: apps).add(to: routes)
        try SwitchRoutes(switches: switches, apps: apps).add(to: routes)
        try BadgeRoutes(badges: badges, apps: apps).add(to: routes)
        try FeedbackRoutes(inbox: feedback, apps: apps).add(to: routes)
        try SessionRoutes(accounts: accounts, sessions: sessions).add(to: routes)
        try AccountLinkRoutes(accounts: accounts, sessions: sessions).add(to: routes)
        try AccountMemberRoutes(accounts: accounts, apps: apps.index).add(to: routes)
        try TokenRoutes(tokens: tokens, apps: apps.index).add(to: routes)
        try AuditRoutes(log: AuditLog(database: database)).add(to: routes)
        let operations = OperationsRoutes(health: health, metrics: metrics, settings: settings)
        try operations.add(to: routes)
        try AccountRoutes(accounts: accounts, sessions: sessions, apps: apps.index).add(to: routes)
        try operations.add(to: routes, openAPI: try OpenAPI(routes.table).json())
        assets.add(to: router)
        router.add(middleware: Fallback(routes))
        return router
    }

    /// What other rooms keep of an app that is deleted; the right to ask for it again goes last.
    @Sendable func eraseTraces(of app: String) async throws {
        try await telemetry.erase(app)
        try await gatewaySetup.forget(app: app)
        try await gatewayStatistics.erase(app)
        switches.forget(app: app)
        badges.forget(app: app)
        try feedback.erase(app)
        try await tokens.forget(app: app)
        try await accounts.forget(app: app)
    }

    private var envelope: Envelope {
        Envelope(
            publicURL: settings.publicURL,
            trustedProxies: Set(settings.trustedProxies),
            secure: settings.tlsKey != nil,
            busyRoutes: ["/loggw/", "/mgw.htm", "/healthz", "/readyz", "/metrics"],
            clock: { clock.now },
            makeID: { Random.hex(8) },
            logger: logger
        )
    }
}
