import Hummingbird
import Web

/// Crash, activity, version, start-up and call statistics, as pages and as JSON.
struct StatisticsRoutes: Sendable {
    let apps: Apps
    let statistics: Statistics
    let ledger: Ledger
    let catalogue: Catalogue
    /// Yields `changed` whenever something of the app was counted.
    let changes: @Sendable (_ app: String) -> AsyncStream<String>

    func add(to routes: Routes) throws {
        try add("crashes", "Crashes, active reports and crash rate, step by step.", .governance, key: "c", to: routes, crashes)
        let csv = "Crashes by minute as a table for spreadsheets; takes what stats/crashes takes."
        try routes.stream("apps/{app}/stats/crashes.csv", csv, needs: .role(.viewer), produces: "text/csv", crashesCSV)
        try add("crash-trend", "Crashes by version, step by step.", .governance, view: "trend", word: "crashTrend", to: routes, trend)
        let days = "Active reports, devices, new devices and users; by day unless asked otherwise."
        try add("actives", days, .analysis, key: "a", to: routes, actives)
        try add("versions", "Which versions are in use, over the range and day by day.", .analysis, to: routes, versions)
        try add("startup", "Start-up time, first start and others, over time and by version.", .analysis, to: routes, startup)
        try add("rpc", "Remote calls by operation, ranked.", .analysis, key: "r", to: routes, rpc)
        let sessions = "Sessions begun and ended, and how many of them, and of those who had them, were free of crashes."
        try add("sessions", sessions, .governance, to: routes, self.sessions)
        let news = "Server-sent event `changed` whenever something of the app was counted."
        try routes.stream("apps/{app}/live", news, needs: .role(.viewer), produces: "text/event-stream", live)
    }

    /// One statistic: JSON under `stats`, and a page in the sidebar. View and word are called like it unless said otherwise.
    private func add<Body, Extras>(
        _ name: String,
        _ summary: String,
        _ group: Menu.Group,
        view: String? = nil,
        word: String? = nil,
        key: String = "",
        to routes: Routes,
        _ handler: @escaping Routes.Handler<StatisticsQuery, Body, Extras>
    ) throws {
        try routes.get(
            "apps/{app}/stats/\(name)",
            summary,
            needs: .role(.viewer),
            page: "apps/{app}/\(name)",
            view: "Statistics/\(view ?? name)",
            menu: .under(group, "statistics.menu.\(word ?? name)", key: key),
            handler
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
