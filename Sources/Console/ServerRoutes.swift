import Foundation
import Hummingbird
import Signing
import Web

/// The way from the sockets to the rooms.
extension Server {
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
        try mounted(views: views).router
    }

    /// The same with the table of its routes.
    func mounted(views: Views? = nil) throws -> (router: Router<Context>, routes: Routes) {
        let router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let views = try views ?? Views(directory: "\(settings.home)/Views", catalogue: self.catalogue)
        let catalogue = views.catalogue
        let assets = try Assets(directory: "\(settings.home)/Public") { Hex.encode(Digest.sha256($0)) }
        let menu = Menu()
        let layout = Layout(
            index: apps.index,
            assets: assets,
            catalogue: catalogue,
            menu: menu,
            unread: alerts.unread.count(of:),
            savedViews: savedViews.index
        )
        let renderer = try Renderer(views: views) { _, context in layout.frame(context) }
        let routes = Routes(router: router, renderer: renderer, replays: replays.replays, menu: menu)

        router.add(middleware: envelope)
        router.add(middleware: Compression())
        router.add(middleware: SessionIdentification(accounts: accounts, sessions: sessions, tokens: tokens))

        try addApps(to: routes, catalogue)
        try addAnalysis(to: routes, catalogue)
        try addGateway(to: routes, catalogue)
        try addModules(to: routes)
        try addBuilds(to: routes)
        try addReleases(to: routes, catalogue)
        try addCloud(to: routes, catalogue)
        try addPeople(to: routes)
        let operations = OperationsRoutes(health: health, metrics: metrics, settings: settings)
        try operations.add(to: routes)
        try NodeRoutes(nodes: nodes).add(to: routes)
        try JobRoutes(jobs: jobs).add(to: routes)
        try AccountRoutes(accounts: accounts, sessions: sessions, apps: apps.index).add(to: routes)
        try SearchRoutes(search: search, apps: apps.index, catalogue: catalogue, menu: menu).add(to: routes)
        try routes.addExports()
        try AutomationRoutes(apps: apps, endpoints: routes.endpoints(on: .api)).add(to: routes)
        try operations.add(to: routes, openAPI: OpenAPI(routes.table))
        assets.add(to: router)
        router.add(middleware: Fallback(routes))
        return (router, routes)
    }

    /// Apps: what they are, and how they stand.
    private func addApps(to routes: Routes, _ catalogue: Catalogue) throws {
        try OverviewRoutes(apps: apps, statistics: statistics, looking: overviewLooking, catalogue: catalogue).add(to: routes)
        try LedgerRoutes(ledger: ledger, apps: apps, catalogue: catalogue).add(to: routes)
        try ExpiryRoutes(radar: expiries).add(to: routes)
        try AppRoutes(apps: apps, erase: eraseTraces(of:)).add(to: routes)
        try AppWizardRoutes(apps: apps, check: packages.checkFirst, package: packages.createFirst(_:of:publicURL:by:)).add(to: routes)
        try AppPlatformRoutes(apps: apps, confirmPassword: sessions.confirmPassword, oldSecretUses: gatewayStatistics.oldSecretUses) {
            [sentryProjects] in try await sentryProjects.dsn(of: $0, $1, publicURL: $2)
        }.add(to: routes)
        try SentryProjectRoutes(projects: sentryProjects, apps: apps).add(to: routes)
        try AppConfigRoutes(apps: apps).add(to: routes)
    }

    /// What devices send, and what is made of it.
    private func addAnalysis(to routes: Routes, _ catalogue: Catalogue) throws {
        try StatisticsRoutes(apps: apps, statistics: statistics, ledger: ledger, catalogue: catalogue) {
            telemetry.feed.subscribe(app: $0)
        }.add(to: routes)
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
        try ExposureRoutes(lifts: exposureLifts, groups: crashGroups, apps: apps, catalogue: catalogue).add(to: routes)
        try CrashGroupingRoutes(groupings: crashGroupings, apps: apps).add(to: routes)
        try CrashGroupingPageRoutes(groupings: crashGroupings, apps: apps).add(to: routes)
        try DeviceRoutes(devices: devices, apps: apps, catalogue: catalogue).add(to: routes)
        try DeviceWhyRoutes(whys: deviceWhys, apps: apps, catalogue: catalogue).add(to: routes)
        try SymbolRoutes(symbols: symbols, lookup: symbolLookup, files: files, apps: apps).add(to: routes)
        try SymbolPageRoutes(symbols: symbols, lookup: symbolLookup, files: files, apps: apps).add(to: routes)
        try AlertRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertRuleRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertChannelRoutes(alerts: alerts, apps: apps).add(to: routes)
        try AlertDeliveryRoutes(alerts: alerts, apps: apps).add(to: routes)
    }

    /// What devices ask, and who answers.
    private func addGateway(to routes: Routes, _ catalogue: Catalogue) throws {
        try GatewayRoutes(gateway: gateway, catalogue: catalogue).add(to: routes)
        try GatewayStatisticsRoutes(
            apps: apps,
            statistics: gatewayStatistics,
            setup: gatewaySetup,
            ledger: ledger,
            catalogue: catalogue
        ).add(to: routes)
        try GatewayTrialRoutes(trials: GatewayTrials(gateway: gateway, database: database, audit: audit), apps: apps).add(to: routes)
        try GatewaySetupRoutes(setup: gatewaySetup, apps: apps).add(to: routes)
    }

    /// Modules of the SDK, and packages of them.
    private func addModules(to routes: Routes) throws {
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
    }

    /// Packages of apps: built, signed, installed.
    private func addBuilds(to routes: Routes) throws {
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
    }

    /// What is released to devices.
    private func addReleases(to routes: Routes, _ catalogue: Catalogue) throws {
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
        try UpdateRoutes(updates: updates, apps: apps, statistics: statistics, ledger: ledger, catalogue: catalogue).add(to: routes)
    }

    /// What devices are told, and asked for.
    private func addCloud(to routes: Routes, _ catalogue: Catalogue) throws {
        try PushDeviceRoutes(devices: pushDevices, apps: apps).add(to: routes)
        try PushMessageRoutes(
            messages: pushMessages,
            templates: pushTemplates,
            lists: pushLists,
            apps: apps,
            ledger: ledger,
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
    }

    /// Who may do what, and what was done.
    private func addPeople(to routes: Routes) throws {
        try SessionRoutes(accounts: accounts, sessions: sessions).add(to: routes)
        try AccountLinkRoutes(accounts: accounts, sessions: sessions).add(to: routes)
        try AccountMemberRoutes(accounts: accounts, apps: apps.index).add(to: routes)
        try TokenRoutes(tokens: tokens, apps: apps.index).add(to: routes)
        try AuditRoutes(log: AuditLog(database: database)).add(to: routes)
        try SavedViewRoutes(views: savedViews).add(to: routes)
    }

    private func crashGroupPages(_ catalogue: Catalogue) -> CrashGroupPages {
        CrashGroupPages(
            groups: crashGroups,
            reports: crashReports,
            accounts: accounts,
            statistics: statistics,
            ledger: ledger,
            lifts: exposureLifts,
            catalogue: catalogue
        )
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
