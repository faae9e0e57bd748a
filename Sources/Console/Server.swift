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
    let updates: Updates
    let hotpatches: Hotpatches
    let hotpatchReports: HotpatchReports
    let hotpatchExposures: HotpatchExposures
    let hotpatchSpared: HotpatchSpared
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
    private let key: [UInt8]
    private let metrics: OperationsMetrics

    /// Takes the data directory, opens the database and brings its schema up to date.
    /// - Throws: `StorageError.inUse` when another console runs on it, `.newerSchema` when it was written by a newer one.
    public init(
        settings: Settings,
        clock: Clock? = nil,
        synchronous: Database.Synchronous = .full,
        hasher: AccountPasswordHasher = AccountPasswordHasher()
    ) async throws {
        self.settings = settings
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

        audit = Audit(clock: clock)
        key = try await NodeInstallation.key(at: settings.keyFile, of: database)
        apps = Apps(database: database, secrets: AppSecrets(key: key), audit: audit, clock: clock)
        accounts = Accounts(database: database, audit: audit, clock: clock, hasher: hasher)
        sessions = Sessions(accounts: accounts)
        tokens = Tokens(database: database, audit: audit, clock: clock, cache: accounts.cache)
        replays = ReplayStore(database: database, key: key, clock: clock)
        let raw = try Telemetry.raw(for: database, directory: directory.file("segments"), blobs: blobs)
        hotpatchExposures = HotpatchExposures(database: database, clock: clock)
        telemetry = Telemetry(
            database: database,
            raw: raw,
            blobs: blobs,
            index: apps.index,
            audit: audit,
            clock: clock,
            watch: hotpatchExposures.telemetry
        )
        badges = Badges(database: database, audit: audit, clock: clock, raised: [FeedbackBadge.path])
        feedback = FeedbackInbox(database: database, blobs: blobs, badges: badges, audit: audit, clock: clock)
        switches = Switches(database: database, audit: audit, clock: clock)
        updates = Updates(database: database, audit: audit, clock: clock, builds: UpdateBuilds(database))
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
            reports: hotpatchReports
        )
        sentryProjects = SentryProjects(database: database, audit: audit, clock: clock, index: SentryIndex())
        sentryAttachments = SentryAttachments(database: database, blobs: blobs, removeFile: { try await artifacts.remove($0) }, clock: clock)
        sentryTally = SentryTally(database: database, clock: clock)
        gatewayStatistics = GatewayStatistics(database: database, clock: clock)
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
        let words = try Self.catalogue(home: settings.home)
        alerts = Alerts(
            database: database,
            apps: apps.index,
            key: key,
            catalogue: words,
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
            catalogue: words,
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

    // Rooms that keep nothing in memory.
    var statistics: Statistics { Statistics(database: database, clock: clock) }
    var hotpatchGuard: HotpatchGuard {
        HotpatchGuard(database: database, hotpatches: hotpatches, exposures: hotpatchExposures, alerts: alerts, clock: clock)
    }
    var hotpatchRamps: HotpatchRamps {
        HotpatchRamps(database: database, hotpatches: hotpatches, guard: hotpatchGuard, audit: audit, clock: clock)
    }
    var baselines: ModuleBaselines { ModuleBaselines(modules: modules) { try $0.countPackages(from: $1) } }
    var shipments: PackageShipments { PackageShipments(packages: packages) }
    var builds: Builds {
        Builds(
            database: database,
            blobs: blobs,
            inspector: inspector,
            shipments: shipments,
            removeFile: { [modules] in try await modules.artifacts.remove($0) },
            countPromises: { [clock] in try $0.countUpdates(telling: $2, of: $1, at: clock.now) },
            audit: audit,
            clock: clock
        )
    }
    var buildAgents: BuildAgents { BuildAgents(database: database, audit: audit) }
    var buildRequests: BuildRequests {
        BuildRequests(database: database, audit: audit) { [certificates] in try await certificates.isUsable($0, of: $1, on: $2) }
    }
    var buildRequestLogs: BuildRequestLogs { BuildRequestLogs(database: database, agents: buildAgents) }
    var buildDelivery: BuildDelivery {
        BuildDelivery(agents: buildAgents, files: files, builds: builds, apps: apps, largest: settings.buildLimit)
    }
    var buildUploads: BuildUploads { BuildUploads(database: database, blobs: blobs, files: files, largest: settings.buildLimit) }
    var buildUploadAssembly: BuildUploadAssembly {
        BuildUploadAssembly(
            uploads: buildUploads,
            builds: builds,
            delivery: buildDelivery,
            apps: apps,
            directory: directory.file("incoming")
        )
    }
    var symbols: Symbols {
        Symbols(
            database: database,
            blobs: blobs,
            inspector: inspector,
            jobs: jobs,
            directory: directory.file("incoming"),
            removeFile: { [modules] in try await modules.artifacts.remove($0) },
            audit: audit,
            clock: clock
        )
    }
    var crashReports: CrashReports { CrashReports(database: database, telemetry: telemetry, lookup: symbolLookup) }
    var crashAnalyst: CrashAnalyst { CrashAnalyst(lookup: symbolLookup) }
    var crashWorker: CrashWorker { CrashWorker(database: database, analyst: crashAnalyst, clock: clock) }
    var crashGroups: CrashGroups { CrashGroups(database: database, audit: audit, clock: clock) }
    private func crashGroupPages(_ catalogue: Catalogue) -> CrashGroupPages {
        CrashGroupPages(
            groups: crashGroups,
            reports: crashReports,
            accounts: accounts,
            updates: updates,
            hotpatches: hotpatches,
            statistics: statistics,
            catalogue: catalogue
        )
    }
    var crashGroupings: CrashGroupings { CrashGroupings(database: database, jobs: jobs, audit: audit, clock: clock) }
    var expiries: ExpiryRadar {
        ExpiryRadar(database: database, apps: apps.index) { [database] end in try await database.read { try $0.buildProfiles(endingBefore: end) } }
    }
    var pushMessages: PushMessages { PushMessages(database: database, audit: audit, clock: clock, stops: pushStops) }
    var pushTemplates: PushTemplates { PushTemplates(database: database, audit: audit, clock: clock) }
    var pushLists: PushLists { PushLists(database: database, audit: audit, clock: clock) }
    var pushCredentials: PushCredentials {
        PushCredentials(database: database, doors: pushDoors, key: key, audit: audit, clock: clock)
    }
    var pushScheduling: PushScheduling { PushScheduling(messages: pushMessages) }
    var pushInterruptions: PushInterruptions { PushInterruptions(database: database, lease: nodes.id, clock: clock) }
    var diagnosisRules: DiagnosisRules { DiagnosisRules(diagnosis: diagnosis) }
    var usages: ModuleUsages { ModuleUsages(database: database, statistics: statistics) }

    static func catalogue(home: String) throws -> Catalogue {
        try Catalogue(directory: "\(home)/Views")
    }

    /// The templates and sentences of the place where the console stands.
    public static func views(home: String) throws -> Views {
        try Views(directory: "\(home)/Views", catalogue: try catalogue(home: home))
    }

    /// Routes of every room, in the order of the sidebar.
    /// - Parameter views: for tests, which make hundreds of consoles: compiling templates takes half of a console's start.
    public func router(views: Views? = nil) throws -> Router<Context> {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let views = try views ?? Self.views(home: settings.home)
        let catalogue = views.catalogue
        let assets = try Assets(directory: "\(settings.home)/Public") { Hex.encode(Digest.sha256($0)) }
        let menu = Menu()
        let layout = Layout(index: apps.index, assets: assets, catalogue: catalogue, menu: menu, unread: alerts.unread.count(of:))
        let renderer = try Renderer(views: views) { _, context in layout.frame(context)
        }
        let routes = Routes(router: router, renderer: renderer, replays: replays.replays, menu: menu)

        router.add(middleware: envelope)
        router.add(middleware: Compression())
        router.add(middleware: SessionIdentification(accounts: accounts, sessions: sessions, tokens: tokens))

        try OverviewRoutes(apps: apps, statistics: statistics, expiries: expiries, catalogue: catalogue).add(to: routes)
        try ExpiryRoutes(radar: expiries).add(to: routes)
        try AppRoutes(apps: apps, erase: eraseTraces(of:)).add(to: routes)
        try AppWizardRoutes(apps: apps, check: packages.checkFirst, package: packages.createFirst(_:of:publicURL:by:)).add(to: routes)
        try AppPlatformRoutes(apps: apps, confirmPassword: sessions.confirmPassword, oldSecretUses: gatewayStatistics.oldSecretUses) {
            [sentryProjects] in try await sentryProjects.dsn(of: $0, $1, publicURL: $2)
        }.add(to: routes)
        try SentryProjectRoutes(projects: sentryProjects, apps: apps).add(to: routes)
        try AppConfigRoutes(apps: apps).add(to: routes)
        try StatisticsRoutes(apps: apps, statistics: statistics, catalogue: catalogue) { telemetry.feed.subscribe(app: $0) }.add(to: routes)
        try TelemetryRoutes(telemetry: telemetry, apps: apps).add(to: routes)
        try SentryRoutes(
            intake: SentryIntake(telemetry: telemetry, index: sentryProjects.index, attachments: sentryAttachments, tally: sentryTally)
        ).add(to: routes)
        try SentryAttachmentRoutes(attachments: sentryAttachments, apps: apps).add(to: routes)
        try CrashReportRoutes(
            reports: crashReports,
            telling: CrashTelling(reports: crashReports, switches: switches, updates: updates),
            attachments: sentryAttachments,
            apps: apps
        ).add(to: routes)
        try TelemetryRebuildRoutes(database: database, jobs: jobs, audit: audit, apps: apps).add(to: routes)
        try TelemetryErasureRoutes(erasures: TelemetryErasures(database: database, jobs: jobs, audit: audit), apps: apps).add(to: routes)
        try CrashGroupRoutes(groups: crashGroups, pages: crashGroupPages(catalogue), apps: apps).add(to: routes)
        try CrashGroupingRoutes(groupings: crashGroupings, apps: apps).add(to: routes)
        try CrashGroupingPageRoutes(groupings: crashGroupings, apps: apps).add(to: routes)
        try SymbolRoutes(symbols: symbols, lookup: symbolLookup, files: files, apps: apps).add(to: routes)
        try SymbolPageRoutes(symbols: symbols, lookup: symbolLookup, files: files, apps: apps).add(to: routes)
        try AlertRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertRuleRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertChannelRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertDeliveryRoutes(alerts: alerts, apps: apps).add(to: routes)
        try GatewayRoutes(gateway: gateway, catalogue: catalogue).add(to: routes)
        try GatewayStatisticsRoutes(apps: apps, statistics: gatewayStatistics, setup: gatewaySetup, catalogue: catalogue).add(to: routes)
        try GatewayTrialRoutes(trials: GatewayTrials(gateway: gateway, database: database, audit: audit), apps: apps).add(to: routes)
        try GatewaySetupRoutes(setup: gatewaySetup, apps: apps).add(to: routes)
        try ModuleRoutes(modules: modules).add(to: routes)
        try ModuleVersionRoutes(modules: modules) { [packages] in try await packages.holding($0.module, $0.version, $0.platform) }.add(to: routes)
        try ModuleArtifactRoutes(modules: modules, files: files, download: FileDownload(blobs: blobs)).add(to: routes)
        try ModuleBaselineRoutes(baselines: baselines).add(to: routes)
        try PackageRoutes(packages: packages, apps: apps).add(to: routes)
        try PackagePageRoutes(packages: packages, shipments: shipments, apps: apps).add(to: routes)
        try ShipmentRoutes(
            shipments: shipments,
            packages: packages,
            statistics: statistics,
            intake: files,
            manifests: ManifestInArchive(inspector: inspector),
            apps: apps
        ).add(to: routes)
        try ModuleUsageRoutes(usages: usages, modules: modules.index, apps: apps).add(to: routes)
        try BuildRoutes(builds: builds, installs: installs, files: files, apps: apps, largest: settings.buildLimit).add(to: routes)
        try BuildPageRoutes(builds: builds, installs: installs, files: files, apps: apps, largest: settings.buildLimit).add(to: routes)
        try InstallLinkRoutes(installs: installs, apps: apps).add(to: routes)
        try InstallRoutes(installs: installs, builds: builds).add(to: routes)
        try BuildUploadRoutes(uploads: buildUploads, assembly: buildUploadAssembly, apps: apps).add(to: routes)
        try BuildRequestRoutes(requests: buildRequests, agents: buildAgents, logs: buildRequestLogs, builds: builds, apps: apps) {
            [certificates] in try await certificates.usable(of: $0).map { BuildRequestCertificate(id: $0.id, name: $0.alias, platform: $0.platform) }
        }.add(to: routes)
        try BuildAgentRoutes(agents: buildAgents, logs: buildRequestLogs, delivery: buildDelivery).add(to: routes)
        for purpose in CertificatePurpose.allCases {
            try CertificateRoutes(purpose: purpose, certificates: certificates, apps: apps).add(to: routes)
        }
        try HotpatchKeyRoutes(keys: hotpatchKeys, apps: apps).add(to: routes)
        try HotpatchConversionRoutes(
            conversions: HotpatchConversions(keys: hotpatchKeys, scripts: hotpatchScripts, apps: apps),
            apps: apps
        ).add(to: routes)
        try HotpatchRoutes(
            hotpatches: hotpatches,
            scripts: hotpatchScripts,
            apps: apps,
            watch: hotpatchGuard,
            ramps: hotpatchRamps,
            spared: hotpatchSpared
        ).add(to: routes)
        try HotpatchRampRoutes(ramps: hotpatchRamps, apps: apps, catalogue: catalogue).add(to: routes)
        try UpdateRoutes(updates: updates, apps: apps, statistics: statistics, catalogue: catalogue).add(to: routes)
        try PushDeviceRoutes(devices: pushDevices, apps: apps).add(to: routes)
        try PushMessageRoutes(
            messages: pushMessages,
            templates: pushTemplates,
            lists: pushLists,
            apps: apps,
            catalogue: catalogue,
            missing: { [pushCredentials] in try await pushCredentials.missing(app: $0, channels: $1, environments: $2) }
        ).add(to: routes)
        try PushListRoutes(lists: pushLists, apps: apps).add(to: routes)
        try PushCredentialRoutes(credentials: pushCredentials, apps: apps).add(to: routes)
        try DiagnosisRoutes(diagnosis: diagnosis, apps: apps).add(to: routes)
        try DiagnosisRuleRoutes(rules: diagnosisRules, apps: apps).add(to: routes)
        try DiagnosisLogRoutes(diagnosis: diagnosis, apps: apps).add(to: routes)
        try DiagnosisUploadRoutes(diagnosis: diagnosis).add(to: routes)
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
        try NodeRoutes(nodes: nodes).add(to: routes)
        try JobRoutes(jobs: jobs).add(to: routes)
        try AccountRoutes(accounts: accounts, sessions: sessions, apps: apps.index).add(to: routes)
        try operations.add(to: routes, openAPI: try OpenAPI(routes.table).json())
        assets.add(to: router)
        router.add(middleware: Fallback(routes))
        return router
    }

    /// What other rooms keep of an app that is deleted; the right to ask for it again goes last.
    @Sendable func eraseTraces(of app: String) async throws {
        try await pushMessages.erase(app)
        try await sentryProjects.forget(app: app)
        try await sentryAttachments.erase(app)
        try await telemetry.erase(app)
        try await crashGroups.erase(app)
        try await gatewaySetup.forget(app: app)
        try await gatewayStatistics.erase(app)
        try await switches.forget(app: app)
        try await updates.forget(app: app)
        try await hotpatches.forget(app: app)
        try await hotpatchGuard.forget(app: app)
        try await badges.forget(app: app)
        try await feedback.erase(app)
        try await packages.erase(app)
        try await builds.erase(app)
        try await pushDevices.forget(app: app)
        try await diagnosis.forget(app: app)
        try await buildUploads.erase(app)
        try await symbols.erase(app)
        try await alerts.erase(app)
        try await tokens.forget(app: app)
        try await accounts.forget(app: app)
    }

    private var envelope: Envelope {
        Envelope(
            publicURL: settings.publicURL,
            trustedProxies: Set(settings.trustedProxies),
            secure: settings.tlsKey != nil,
            busyRoutes: ["/loggw/", "/api/{project}/", "/mgw.htm", "/healthz", "/readyz", "/metrics"],
            clock: { clock.now },
            makeID: { Random.hex(8) },
            logger: logger
        )
    }
}
