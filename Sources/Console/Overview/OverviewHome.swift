import Foundation
import Web

/// All apps at a glance.
struct OverviewHomePage: Codable, Sendable {
    let tiles: [Tile]
    let cards: OverviewCards
    let hasApps: Bool
    /// Whether there are more than this page shows.
    let more: Bool
    let mayCreate: Bool

    /// Tiles.
    static let limit = 60

    /// An app and its last 24 hours.
    struct Tile: Codable, Sendable {
        let id: String
        let name: String
        let platforms: [AppPlatform]
        let demo: Bool
        let actives: Int
        let crashRate: OrNull<Double>
        let delta: StatisticsDelta?
        /// Nothing came in the last 24 hours.
        let silent: Bool
        let spark: SafeHTML
    }
}

/// One app's last 24 hours.
struct OverviewHomeDay {
    var hours: [StatisticsActivity]
    /// The 24 hours before.
    var before = StatisticsActivity()
}

/// Puts the figures of apps on tiles.
struct OverviewHomeWriter {
    let words: Catalogue.Words
    let formatter: ReaderFormatter

    func tiles(_ apps: [App], _ days: [String: OverviewHomeDay]) -> [OverviewHomePage.Tile] {
        apps.map { tile($0, days[$0.id] ?? OverviewHomeDay(hours: [])) }
    }

    private func tile(_ app: App, _ day: OverviewHomeDay) -> OverviewHomePage.Tile {
        let sum = StatisticsActivity.sum(day.hours)
        return OverviewHomePage.Tile(
            id: app.id,
            name: app.name,
            platforms: app.platforms,
            demo: app.demo,
            actives: sum.actives,
            crashRate: OrNull(sum.crashRate),
            delta: StatisticsDelta(points: sum.crashRate, day.before.crashRate, more: .bad, words, formatter),
            silent: sum == StatisticsActivity(),
            spark: Sparkline.html(day.hours.map { Double($0.actives) }, style: 1)
        )
    }
}
