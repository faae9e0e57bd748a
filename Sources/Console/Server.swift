import Foundation
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import Signing
import Storage
import Web

/// The console: everything it is made of is wired here, and in `ServerRooms.swift` what keeps nothing in memory; its routes are in `ServerRoutes.swift`.
public struct Server: Sendable {
    public let settings: Settings
    public let apps: Apps
    public let accounts: Accounts
    let sessions: Sessions
    public let tokens: Tokens
    public let telemetry: Telemetry
    let switches: Switches
    let updates: Updates
    let hotpatches: Hotpatches
    let hotpatchReports: HotpatchReports
    let hotpatchExposures: HotpatchExposures
    let hotpatchSpared: HotpatchSpared
    let exposures: Exposures
    let exposureActivity = ExposureActivity()
    let badges: Badges
    let feedback: FeedbackInbox
    let modules: Modules
    let packages: Packages
    let packageWriter: PackageWriter
    let installs: Installs
    let certificates: Certificates
    let hotpatchKeys: HotpatchKeys
    let hotpatchScripts: HotpatchScripts
    let symbolLookup: SymbolLookup
    let sentryProjects: SentryProjects
    let sentryAttachments: SentryAttachments
    let sentryTally: SentryTally
    let alerts: Alerts
    let pushDevices: PushDevices
    let pushDoors: PushDoors
    let pushStops = PushStops()
    let pushSending: PushSending
    let pushHygiene: PushHygiene
    let diagnosis: Diagnosis
    let savedViews: SavedViews
    let database: Database
    let audit: Audit
    let gateway: Gateway
    let gatewaySetup: GatewaySetup
    let gatewayStatistics: GatewayStatistics
    let replays: ReplayStore
    let changes: Changes
    let nodes: Nodes
    let schedulers: NodeLease
    let jobs: Jobs
    let health: OperationsHealth
    let desk = MovingDesk()
    let directory: DataDirectory
    let blobs: any Blobs
    let files: FileIntake
    let inspector: FileInspector
    let nodeClock: NodeClock
    /// This node's, unless a test brings another.
    let clock: Clock
    let logger: Logger
    /// Of the installation: seals secrets.
    let key: [UInt8]
    let metrics: OperationsMetrics
    /// Every sentence that a person reads.
    let catalogue: Catalogue

    /// Takes the data directory, opens the database and brings its schema up to date.
    /// - Throws: `StorageError.inUse` when another console runs on it, `.newerSchema` when it was written by a newer one.
    public init(
        settings: Settings,
        clock: Clock? = nil,
        synchronous: Database.Synchronous = .full,
        hasher: AccountPasswordHasher = AccountPasswordHasher(),
        catalogue: Catalogue? = nil
    ) async throws {
        self.settings = settings
        self.catalogue = try catalogue ?? Self.catalogue(home: settings.home)
        let nodeClock = NodeClock()
        let clock = clock ?? nodeClock.clock
        (self.nodeClock, self.clock) = (nodeClock, clock)
        logger = Logger(label: "console")
        directory = try DataDirectory(settings.data)
        blobs = try settings.openBlobs()
        files = try FileIntake(directory: directory.file("incoming"))
        database = try await Self.openDatabase(settings, directory, synchronous)
        try await database.migrate(Schema.migrations)
        try await nodeClock.compare(with: database)
        Operations.startMetrics()
        metrics = Operations.metrics

        audit = Audit(clock: clock, tell: AlertChangeOutbox(catalogue: self.catalogue, publicURL: settings.publicURL).put)
        key = try await NodeInstallation.key(at: settings.keyFile, of: database)
        apps = Apps(database: database, secrets: AppSecrets(key: key), audit: audit, clock: clock)
        accounts = Accounts(database: database, audit: audit, clock: clock, hasher: hasher)
        sessions = Sessions(accounts: accounts)
        tokens = Tokens(database: database, audit: audit, clock: clock, cache: accounts.cache)
        replays = ReplayStore(database: database, key: key, clock: clock)
        let raw = try Telemetry.raw(for: database, directory: directory.file("segments"), blobs: blobs)
        hotpatchExposures = HotpatchExposures(database: database, clock: clock)
        exposures = Exposures(database: database, clock: clock)
        telemetry = Telemetry(
            database: database,
            raw: raw,
            blobs: blobs,
            index: apps.index,
            audit: audit,
            clock: clock,
            watch: hotpatchExposures.telemetry
        )
        badges = Badges(database: database, audit: audit, clock: clock, raised: [FeedbackBadge.path], exposures: exposures)
        feedback = FeedbackInbox(database: database, blobs: blobs, badges: badges, audit: audit, clock: clock)
        switches = Switches(database: database, audit: audit, clock: clock, exposures: exposures)
        updates = Updates(database: database, audit: audit, clock: clock, builds: UpdateBuilds(database), exposures: exposures)
        inspector = FileInspector()
        let artifacts = ModuleArtifacts(
            database: database,
            blobs: blobs,
            inspector: inspector,
            isNeeded: { [database] blob in try await database.read { try $0.isBlobNeeded(blob, besidesPackagesOf: "") } },
            directory: directory.file("incoming"),
            clock: clock
        )
        modules = Modules(database: database, audit: audit, clock: clock, artifacts: artifacts)
        hotpatchKeys = HotpatchKeys(database: database, audit: audit, key: key, clock: clock)
        hotpatchScripts = HotpatchScripts(directory: directory.file("incoming"))
        hotpatches = Hotpatches(
            database: database,
            blobs: blobs,
            apps: apps.index,
            keys: hotpatchKeys,
            removeFile: { try await artifacts.remove($0) },
            audit: audit,
            clock: clock
        )
        hotpatchReports = HotpatchReports(database: database)
        hotpatchSpared = HotpatchSpared(database: database)
        let hotpatchServing = HotpatchServing(
            index: hotpatches.index,
            exposures: hotpatchExposures,
            spared: hotpatchSpared,
            reports: hotpatchReports,
            told: exposures
        )
        sentryProjects = SentryProjects(database: database, audit: audit, clock: clock, index: SentryIndex())
        sentryAttachments = SentryAttachments(database: database, blobs: blobs, removeFile: { try await artifacts.remove($0) }, clock: clock)
        sentryTally = SentryTally(database: database, clock: clock)
        gatewayStatistics = GatewayStatistics(database: database, clock: clock)
        savedViews = SavedViews(database: database, apps: apps.index, audit: audit, clock: clock)
        nodes = Nodes(database: database, name: settings.nodeName) { [telemetry] in NodeFigures(telemetry.load) }
        jobs = Jobs(database: database, audit: audit)
        certificates = Certificates(
            database: database,
            key: key,
            inspector: inspector,
            directory: directory.file("incoming"),
            audit: audit,
            clock: clock
        )
        pushDevices = PushDevices(database: database, audit: audit, clock: clock)
        pushDoors = PushDoors(database: database, certificates: certificates, key: key, clock: clock)
        pushSending = PushSending(database: database, doors: pushDoors, lease: nodes.id, clock: clock, stops: pushStops)
        pushHygiene = PushHygiene(database: database, clock: clock)
        let waking = PushDirect(database: database, doors: pushDoors, clock: clock)
        diagnosis = Diagnosis(
            database: database,
            blobs: blobs,
            apps: apps.index,
            jobs: jobs,
            inspector: inspector,
            directory: directory.file("incoming"),
            key: key,
            push: { await waking.wake($1, of: $0, data: $2).map(DiagnosisWakeOutcome.init) },
            audit: audit,
            clock: clock
        )
        gateway = Gateway(
            database: database,
            apps: apps.index,
            index: GatewayIndex(),
            key: key,
            clock: clock,
            nodes: { [nodes] in nodes.alive },
            operations: switches.operations + updates.operations + hotpatchServing.operations + badges.operations + feedback.operations
                + pushDevices.operations + DiagnosisOperations(diagnosis: diagnosis).operations,
            count: { [gatewayStatistics] in gatewayStatistics.tally.add($0) }
        )
        gatewaySetup = GatewaySetup(database: database, audit: audit, clock: clock, index: gateway.index, builtIn: Set(gateway.operations.keys))
        health = OperationsHealth(database: database, dataPath: settings.data, started: clock.now) { [telemetry] in telemetry.failure() }
        alerts = Alerts(
            database: database,
            apps: apps.index,
            key: key,
            catalogue: self.catalogue,
            client: AlertClient(networks: settings.alertNetworks),
            publicURL: settings.publicURL,
            audit: audit,
            clock: clock
        )
        changes = Changes(
            database: database,
            refreshes: [
                ChangeRefresh(.apps, at: { [apps] in apps.index.version }, apps.refreshIndex),
                ChangeRefresh(.accounts, at: { [accounts] in accounts.cache.version }) { [accounts, database] in
                    try await accounts.cache.refresh(from: database)
                },
                ChangeRefresh(.switches, at: { [switches] in switches.index.state.version }, switches.refresh),
                ChangeRefresh(.updates, at: { [updates] in updates.index.version }, updates.refresh),
                ChangeRefresh(.hotpatches, at: { [hotpatches] in hotpatches.index.version }, hotpatches.refresh),
                ChangeRefresh(.gateway, at: { [gateway] in gateway.index.version }, gatewaySetup.refresh),
                ChangeRefresh(.badges, at: { [badges] in badges.index.version }, badges.refreshIndex),
                ChangeRefresh(.sentry, at: { [sentryProjects] in sentryProjects.index.version }, sentryProjects.refresh),
                ChangeRefresh(.modules, at: { [modules] in modules.index.version }, modules.refreshIndex),
                ChangeRefresh(.alerts, at: { [alerts] in alerts.unread.version }, alerts.refreshUnread),
                ChangeRefresh(.diagnosis, at: { [diagnosis] in diagnosis.index.version }, diagnosis.refresh),
                ChangeRefresh(.savedViews, at: { [savedViews] in savedViews.index.version }, savedViews.refresh),
            ]
        )
        schedulers = NodeLease("schedulers", holder: nodes.id, database: database)
        packages = Packages(
            database: database,
            blobs: blobs,
            jobs: jobs,
            modules: modules.index,
            audit: audit,
            clock: clock,
            schema: try PackageSchema(home: settings.home)
        )
        packageWriter = PackageWriter(
            database: database,
            blobs: blobs,
            modules: modules.index,
            catalogue: self.catalogue,
            clock: clock,
            scratch: try PackageScratch(directory: directory.file("packages"))
        )
        installs = Installs(
            database: database,
            apps: apps.index,
            audit: audit,
            clock: clock,
            hasher: hasher,
            seal: InstallSeal(installation: key)
        )
        symbolLookup = SymbolLookup(
            database: database,
            cache: try SymbolCache(blobs: blobs, directory: directory.file("symbols")),
            symbolizer: SymbolizerProcess(program: settings.symbolizer),
            names: SymbolNames(),
            mappings: SymbolMappings()
        )
        for refresh in changes.refreshes { try await refresh.refresh() }
        try await badges.loadReach()
    }
}
