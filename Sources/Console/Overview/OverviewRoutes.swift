import Web

/// The page of one app, and the page of all.
struct OverviewRoutes: Sendable {
    let apps: Apps
    let statistics: Statistics
    let looking: OverviewLooking
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        try routes.page("", needs: .signedIn, view: "Overview/home", menu: .under(.overview, "overview.home.title", key: "h"), home)
        try routes.get(
            "apps/{app}",
            "Show an app; its page is the overview of today.",
            needs: .role(.viewer),
            view: "Overview/app",
            menu: .under(.overview, "overview.menu", key: "o"),
            app
        )
        let summary = "what is wrong, what changed for devices in the last seven days, and what needs somebody."
        try routes.api(.get, "apps/{app}/attention", "Of an app: \(summary)", needs: .role(.viewer), attention)
        let apps = "all apps that you may see, the first \(OverviewLooking.mostApps)"
        try routes.api(.get, "attention", "Of \(apps): \(summary)", needs: .signedIn, allAttention)
    }

    struct Query: Codable, Sendable {
        /// Narrows the figures of the page.
        let platform: Platform?
    }

    // MARK: one app

    @Sendable private func app(_ query: Query, _ context: Context) async throws -> Reply<App, OverviewPage> {
        let app = try apps.app(try context.parameter("app"))
        return Reply.show(app) { try await page(app, query.platform, context) }.inZone(app.timeZone)
    }

    private func page(_ app: App, _ platform: Platform?, _ context: Context) async throws -> OverviewPage {
        let overview = try await statistics.overview(app, platform, now: context.reader.now)
        let ask = StatisticsAsk(app, platform: platform, overview.lastDay, context)
        let writer = try await StatisticsWriter.marked(ask, catalogue, by: looking.ledger)
        let attention = try await looking.look(at: [app], for: context.viewer, now: context.reader.now)
        let cards = OverviewAttentionWriter(words: writer.words, formatter: writer.formatter, now: context.reader.now, apps: apps.index, ofAll: false)
        return OverviewPage(overview, cards.cards(attention, all: "/apps/\(app.id)/changes"), writer)
    }

    @Sendable private func attention(_: Nothing, _ context: Context) async throws -> Answer<OverviewAttention> {
        let app = try apps.app(try context.parameter("app"))
        return .show(try await looking.look(at: [app], for: context.viewer, now: context.reader.now))
    }

    // MARK: all apps

    @Sendable private func home(_: Nothing, _ context: Context) async throws -> Answer<OverviewHomePage> {
        let seen = apps.index.seen(by: context.viewer)
        let shown = Array(seen.prefix(OverviewHomePage.limit))
        let days = try await statistics.lastDays(of: shown, now: context.reader.now)
        let words = catalogue[context.reader.language]
        let formatter = context.reader.formatter(words)
        let looked = Array(seen.prefix(OverviewLooking.mostApps))
        let attention = try await looking.look(at: looked, for: context.viewer, now: context.reader.now)
        let cards = OverviewAttentionWriter(words: words, formatter: formatter, now: context.reader.now, apps: apps.index, ofAll: true)
        return .show(
            OverviewHomePage(
                tiles: OverviewHomeWriter(words: words, formatter: formatter).tiles(shown, days),
                cards: cards.cards(attention, all: "/changes"),
                hasApps: !shown.isEmpty,
                more: seen.count > shown.count,
                mayCreate: context.viewer?.role(on: nil) == .admin
            )
        )
    }

    @Sendable private func allAttention(_: Nothing, _ context: Context) async throws -> Answer<OverviewAttention> {
        let looked = Array(apps.index.seen(by: context.viewer).prefix(OverviewLooking.mostApps))
        return .show(try await looking.look(at: looked, for: context.viewer, now: context.reader.now))
    }
}
