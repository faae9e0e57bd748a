import Hummingbird
import Web

/// Crash, activity, version, start-up and call statistics, as pages and as JSON.
public struct StatisticsRoutes: Sendable {
    let apps: Apps
    let statistics: Statistics
    let catalogue: Catalogue
    let changes: @Sendable (_ app: String) -> AsyncStream<String>

    /// - Parameter changes: yields `changed` whenever something of the app was counted.
    public init(apps: Apps, statistics: Statistics, catalogue: Catalogue, changes: @escaping @Sendable (_ app: String) -> AsyncStream<String>) {
        self.apps = apps
        self.statistics = statistics
        self.catalogue = catalogue
        self.changes = changes
    }

    public func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/stats/crashes",
            "Crashes, active reports and crash rate, step by step.",
            needs: .role(.viewer),
            page: "apps/{app}/crashes",
            view: "Statistics/crashes",
            menu: .under(.governance, "statistics.menu.crashes", key: "c"),
            crashes
        )
        try routes.stream(
            "apps/{app}/stats/crashes.csv",
            "Crashes by minute as a table for spreadsheets; takes what stats/crashes takes.",
            needs: .role(.viewer),
            produces: "text/csv",
            crashesCSV
        )
        try routes.get(
            "apps/{app}/stats/crash-trend",
            "Crashes by version, step by step.",
            needs: .role(.viewer),
            page: "apps/{app}/crash-trend",
            view: "Statistics/trend",
            menu: .under(.governance, "statistics.menu.crashTrend"),
            trend
        )
        try routes.get(
            "apps/{app}/stats/actives",
            "Active reports, devices, new devices and users; by day unless asked otherwise.",
            needs: .role(.viewer),
            page: "apps/{app}/actives",
            view: "Statistics/actives",
            menu: .under(.analysis, "statistics.menu.actives", key: "a"),
            actives
        )
        try routes.get(
            "apps/{app}/stats/versions",
            "Which versions are in use, over the range and day by day.",
            needs: .role(.viewer),
            page: "apps/{app}/versions",
            view: "Statistics/versions",
            menu: .under(.analysis, "statistics.menu.versions"),
            versions
        )
        try routes.get(
            "apps/{app}/stats/startup",
            "Start-up time, first start and others, over time and by version.",
            needs: .role(.viewer),
            page: "apps/{app}/startup",
            view: "Statistics/startup",
            menu: .under(.analysis, "statistics.menu.startup"),
            startup
        )
        try routes.get(
            "apps/{app}/stats/rpc",
            "Remote calls by operation, ranked.",
            needs: .role(.viewer),
            page: "apps/{app}/rpc",
            view: "Statistics/rpc",
            menu: .under(.analysis, "statistics.menu.rpc", key: "r"),
            rpc
        )
        try routes.stream(
            "apps/{app}/live",
            "Server-sent event `changed` whenever something of the app was counted.",
            needs: .role(.viewer),
            produces: "text/event-stream",
            live
        )
    }

    /// Reads the question that the path and the query ask.
    func ask(
        _ query: StatisticsQuery,
        _ context: Context,
        counting: StatisticsAsk.Counting,
        standard: StatisticsPreset = .twentyFourHours
    ) throws -> StatisticsAsk {
        try StatisticsAsk(query, apps.app(try context.parameter("app")), context, counting: counting, standard: standard)
    }

    @Sendable private func live(_: Request, _ context: Context) async throws -> Response {
        EventStream.response(changes(try apps.app(try context.parameter("app")).id))
    }
}
