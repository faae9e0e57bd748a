import Storage

/// All migrations in order. A shipped one is never edited; a change is a new number.
public enum Schema {
    public static let migrations = [
        accounts, apps, telemetry, gateway, switches, badges, feedback, nodes, logChunks, changes, feedbackBlobs, modules, packages,
        jobLog, builds, certificates, updates, buildRequests, symbols, crashes, logIndex, sentry, alerts,
        hotpatchKeys, hotpatches, hotpatchGuard, push, diagnosis, ledger, alertChanges, exposures, searchIndex, savedViews,
        failedDeliveries, deviceTimes,
    ]
}
