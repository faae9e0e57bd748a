import Storage

extension Connection {
    /// Writes who was exposed, each device of a release once; the first arm stays, whatever came later. Counts those that are new, and opens the watch of
    /// releases that had none.
    /// - Parameter time: ms since 1970.
    func insertHotpatchExposures(_ exposures: [HotpatchExposure], at time: Int) throws {
        let ordered = HotpatchTables.exposure.ordered(exposures) { $0.row }
        let releases = Set(exposures.map { HotpatchReleaseKey(app: $0.app, release: $0.release) })
        _ = try insertNew(HotpatchTables.watch.ordered(releases.map { $0.row(at: time) }), into: HotpatchTables.watch)
        var counts: [HotpatchCohortKey: Int] = [:]
        for place in try insertNew(ordered.map(\.row), into: HotpatchTables.exposure) {
            let one = ordered[place]
            counts[HotpatchCohortKey(app: one.app, release: one.release, arm: one.arm, slice: one.slice), default: 0] += 1
        }
        try add(counts.map { $0.key.row + [.integer($0.value)] }, to: HotpatchTables.cohort)
    }

    /// Apps with a release that the guard watches.
    func watchedHotpatchApps() throws -> Set<String> {
        Set(try all("SELECT DISTINCT app_id FROM hotpatch_watch WHERE closed_at IS NULL") { try $0[0] as String })
    }

    /// Of some devices, what they are watched for.
    func watchedHotpatchExposures(_ app: String, _ devices: [String]) throws -> [HotpatchExposed] {
        try devices.inPieces.flatMap { devices in
            try all(
                """
                SELECT e.release_id, e.device, e.at FROM hotpatch_exposure e
                JOIN hotpatch_watch w ON w.app_id = e.app_id AND w.release_id = e.release_id
                WHERE e.app_id = \(app) AND e.device IN (\(SQL.list(devices))) AND w.closed_at IS NULL
                """
            ) { HotpatchExposed(release: try $0[0], device: try $0[1], at: try $0[2]) }
        }
    }

    /// Writes what uploads say of exposed devices.
    func insertHotpatchReports(_ rows: [[SQLValue]]) throws {
        _ = try insertNew(HotpatchTables.inbox.ordered(rows), into: HotpatchTables.inbox)
    }

    /// Exposed devices by arm and slice.
    func hotpatchCounts(_ app: String, _ release: String) throws -> HotpatchCounts {
        var counts = HotpatchCounts()
        let rows = try all("SELECT arm, slice, devices FROM hotpatch_cohort WHERE app_id = \(app) AND release_id = \(release)") {
            (arm: try $0[0] as HotpatchArm, slice: try $0[1] as Int, devices: try $0[2] as Int)
        }
        for row in rows { counts[row.arm, row.slice] = row.devices }
        return counts
    }

    /// Devices that had the patch of a release, the latest first.
    func treatedHotpatchDevices(_ app: String, _ release: String, limit: Int) throws -> [String] {
        try all(
            """
            SELECT device FROM hotpatch_exposure WHERE app_id = \(app) AND release_id = \(release) AND arm = 'treatment' ORDER BY at DESC LIMIT \(limit)
            """
        ) { try $0[0] }
    }
}

/// A device that is watched for a release, from a moment on.
struct HotpatchExposed: Sendable, Equatable {
    let release: String
    let device: String
    /// ms since 1970.
    let at: Int
}

/// Tables of the guard that get many rows at once.
enum HotpatchTables {
    static let exposure = BulkTable(
        "hotpatch_exposure",
        [
            .init("app_id", .text), .init("release_id", .text), .init("device", .text), .init("platform", .text), .init("version", .text),
            .init("arm", .text), .init("slice", .integer), .init("at", .integer), .init("seen_at", .integer), .init("crashes", .integer),
            .init("actives", .integer), .init("returned", .integer), .init("started", .integer), .init("silent", .integer),
        ],
        key: ["app_id", "release_id", "device"],
        conflict: .replace(["seen_at", "crashes", "actives", "returned", "started", "silent"])
    )
    static let cohort = BulkTable(
        "hotpatch_cohort",
        [.init("app_id", .text), .init("release_id", .text), .init("arm", .text), .init("slice", .integer), .init("devices", .integer)],
        key: ["app_id", "release_id", "arm", "slice"],
        conflict: .add(["devices"])
    )
    static let watch = BulkTable(
        "hotpatch_watch",
        [
            .init("app_id", .text), .init("release_id", .text), .init("opened_at", .integer), .init("silence_by_hand", .integer),
            .init("state", .text),
        ],
        key: ["app_id", "release_id"],
        conflict: .keep
    )
    static let inbox = BulkTable(
        "hotpatch_inbox",
        [
            .init("app_id", .text), .init("release_id", .text), .init("received_at", .integer), .init("upload", .text), .init("device", .text),
            .init("crashes", .integer), .init("actives", .integer), .init("seen_at", .integer), .init("startup", .integer),
        ],
        key: ["app_id", "release_id", "received_at", "upload", "device"],
        conflict: .keep
    )
}

private struct HotpatchReleaseKey: Hashable {
    let app: String
    let release: String

    func row(at time: Int) -> [SQLValue] { [.text(app), .text(release), .integer(time), .integer(0), .text("{}")] }
}

extension Connection {
    /// Somebody's data is erased: what is counted stays counted, under a name by chance.
    func renameHotpatchDevice(_ device: String, to name: String, of app: String) throws {
        for table in ["hotpatch_exposure", "hotpatch_inbox", "hotpatch_report"] as [SQL] {
            try run("UPDATE \(table) SET device = \(name) WHERE app_id = \(app) AND device = \(device)")
        }
    }
}

private struct HotpatchCohortKey: Hashable {
    let app: String
    let release: String
    let arm: HotpatchArm
    let slice: Int

    var row: [SQLValue] { [.text(app), .text(release), .text(arm.rawValue), .integer(slice)] }
}

extension HotpatchExposure {
    fileprivate var row: [SQLValue] {
        [
            .text(app), .text(release), .text(device), .text(platform), .text(version), .text(arm.rawValue), .integer(slice), .integer(at),
            .integer(at), .integer(0), .integer(0), .integer(0), .integer(0), .integer(0),
        ]
    }
}
