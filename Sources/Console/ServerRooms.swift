import Foundation
import Storage
import Web

/// Rooms that keep nothing in memory: made anew wherever they are asked for.
extension Server {
    var ledger: Ledger { Ledger(database: database) }
    var ledgerEnds: LedgerEnds {
        LedgerEnds(database: database, audit: audit, clock: clock, rooms: [Updates.ends, Hotpatches.ends, Badges.ends])
    }
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
    var exposureLifts: ExposureLifts { ExposureLifts(database: database, ledger: ledger, activity: exposureActivity, clock: clock) }
    var crashGroupings: CrashGroupings { CrashGroupings(database: database, jobs: jobs, audit: audit, clock: clock) }
    var expiries: ExpiryRadar {
        ExpiryRadar(database: database, apps: apps.index) { [database] end in try await database.read { try $0.buildProfiles(endingBefore: end) } }
    }
    var overviewLooking: OverviewLooking {
        OverviewLooking(database: database, ledger: ledger, expiries: expiries, unread: alerts.unread.count(of:))
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
    var devices: Devices {
        Devices(
            directory: TelemetryDirectory(database: database),
            crashes: crashGroups,
            push: pushDevices,
            diagnosis: diagnosis,
            feedback: feedback,
            exposures: exposures,
            clock: clock
        )
    }
    var deviceWhys: DeviceWhys {
        DeviceWhys(
            directory: TelemetryDirectory(database: database),
            updates: updates,
            hotpatches: HotpatchPreviews(hotpatches: hotpatches, devices: TelemetryKnownDevices(database: database), spared: hotpatchSpared),
            switches: switches,
            messages: pushMessages,
            push: pushDevices,
            badges: badges,
            diagnosis: diagnosis,
            exposures: exposures,
            clock: clock
        )
    }
    var usages: ModuleUsages { ModuleUsages(database: database, statistics: statistics) }

    var search: Search {
        let devices = devices
        return Search(
            apps: apps.index,
            finders: [
                SearchFinder(.device, devices.find), SearchFinder(.user, devices.findUsers),
                SearchFinder(.group, crashGroups.find), SearchFinder(.report, crashReports.find), SearchFinder(.update, updates.find),
                SearchFinder(.patch, hotpatches.find), SearchFinder(.switches, switches.find), SearchFinder(.message, pushMessages.find),
                SearchFinder(.build, builds.find), SearchFinder(.version, statistics.find), SearchFinder(.feedback, feedback.find),
                SearchFinder(.badge, badges.find),
            ],
            adminFinders: [SearchFinder(.audit) { [database] text, _, limit in try await AuditLog(database: database).find(text, limit: limit) }]
        )
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
        try await exposures.forget(app: app)
        try await badges.forget(app: app)
        try await feedback.erase(app)
        try await packages.erase(app)
        try await builds.erase(app)
        try await pushDevices.forget(app: app)
        try await diagnosis.forget(app: app)
        try await buildUploads.erase(app)
        try await symbols.erase(app)
        try await alerts.erase(app)
        try await savedViews.forget(app: app)
        try await tokens.forget(app: app)
        try await accounts.forget(app: app)
    }
}
