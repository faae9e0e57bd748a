import Storage

/// Tables that get many rows at once.
enum CrashTables {
    static let hour = BulkTable(
        "crash_group_hour",
        [.init("app_id", .text), .init("group_id", .text), .init("hour", .integer), .init("version", .text), .init("reports", .integer)],
        key: ["app_id", "group_id", "hour", "version"],
        conflict: .add(["reports"])
    )
    static let facet = BulkTable(
        "crash_group_facet",
        [.init("app_id", .text), .init("group_id", .text), .init("facet", .text), .init("value", .text), .init("reports", .integer)],
        key: ["app_id", "group_id", "facet", "value"],
        conflict: .add(["reports"])
    )
    static let device = member("crash_group_device", "device", more: [.init("first_time", .integer)])
    static let user = member("crash_group_user", "user_id")
    /// Of devices whose rows are there: only the time is taken, where it is earlier. The columns are those of ``device``, as both are staged in one
    /// table.
    static let first = BulkTable(
        device.name,
        device.columns,
        key: device.key,
        conflict: .replace(["first_time"], when: "crash_group_device.first_time IS NULL OR excluded.first_time < crash_group_device.first_time")
    )

    private static func member(_ name: String, _ column: String, more: [BulkTable.Column] = []) -> BulkTable {
        BulkTable(
            name,
            [.init("app_id", .text), .init("group_id", .text), .init(column, .text), .init("reports", .integer)] + more,
            key: ["app_id", "group_id", column],
            conflict: .add(["reports"])
        )
    }

    static let analysis = BulkTable(
        "crash_analysis",
        [
            .init("app_id", .text), .init("crash_id", .text), .init("group_id", .text), .init("grouping", .integer), .init("fingerprint", .text),
            .init("format", .text), .init("time", .integer), .init("waits", .integer),
        ],
        key: ["app_id", "crash_id"],
        conflict: .replace(["group_id", "grouping", "fingerprint", "format", "waits"])
    )
    static let want = BulkTable(
        "crash_want",
        [.init("app_id", .text), .init("debug_id", .text), .init("crash_id", .text)],
        key: ["app_id", "debug_id", "crash_id"],
        conflict: .keep
    )
}
