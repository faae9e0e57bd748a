import Web

/// The page of one app, and the page of all.
public struct OverviewRoutes: Sendable {
    let apps: Apps
    let statistics: Statistics
    let expiries: ExpiryRadar
    let catalogue: Catalogue

    public init(apps: Apps, statistics: Statistics, expiries: ExpiryRadar, catalogue: Catalogue) {
        self.apps = apps
        self.statistics = statistics
        self.expiries = expiries
        self.catalogue = catalogue
    }

    public func add(to routes: Routes) throws {
        try routes.page("", needs: .signedIn, view: "Overview/home", menu: .under(.overview, "overview.home.title", key: "h"), home)
        try routes.get(
            "apps/{app}",
            "Show an app; its page is the overview of today.",
            needs: .role(.viewer),
            view: "Overview/app",
            menu: .under(.overview, "overview.menu", key: "o"),
            app
        )
    }

    struct Query: Codable, Sendable {
        /// Narrows the figures of the page.
        let platform: Platform?
    }

    @Sendable private func app(_ query: Query, _ context: Context) async throws -> Reply<App, OverviewPage> {
        let app = try apps.app(try context.parameter("app"))
        return Reply.show(app) { try await page(app, query.platform, context) }.inZone(app.timeZone)
    }

    private func page(_ app: App, _ platform: Platform?, _ context: Context) async throws -> OverviewPage {
        let overview = try await statistics.overview(app, platform, now: context.reader.now)
        let ask = StatisticsAsk(app, platform: platform, overview.lastDay, context)
        let ending = try await expiries.look(context.reader.now).filter { $0.app == app.id }
        return OverviewPage(overview, ending, StatisticsWriter(ask, catalogue))
    }

    @Sendable private func home(_: Nothing, _ context: Context) async throws -> Answer<OverviewHomePage> {
        let seen = apps.index.seen(by: context.viewer)
        let shown = Array(seen.prefix(OverviewHomePage.limit))
        let days = try await statistics.lastDays(of: shown, now: context.reader.now)
        let words = catalogue[context.reader.language]
        let ending = try await expiries.look(for: context.viewer, context.reader.now)
        let writer = OverviewHomeWriter(words: words, formatter: context.reader.formatter(words))
        return .show(
            OverviewHomePage(
                tiles: writer.tiles(shown, days),
                expiries: ending.prefix(OverviewHomePage.mostExpiries).map { ExpiryRow($0) },
                moreExpiries: max(0, ending.count - OverviewHomePage.mostExpiries),
                more: seen.count > shown.count,
                mayCreate: context.viewer?.role(on: nil) == .admin
            )
        )
    }
}
