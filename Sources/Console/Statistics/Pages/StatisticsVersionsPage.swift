import Foundation
import Web

/// 版本分布: what the page shows beside its JSON.
struct VersionsPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    /// Devices of the latest day, cut by version.
    let share: SafeHTML
    /// Each version's part of the devices, day by day.
    let shares: SafeHTML
    let rows: [Row]

    struct Row: Codable, Sendable {
        let name: String
        let href: String
        let devices: Int
        let actives: Int
        let share: OrNull<Double>
        let crashes: Int
        let crashRate: OrNull<Double>
        /// Of active reports, and of devices.
        let perActives: StatisticsShareRow
        let perDevices: StatisticsShareRow
        let firstDay: String
        let bar: SafeHTML
    }
}

extension StatisticsRoutes {
    @Sendable func versions(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<VersionStatistics, VersionsPage> {
        let ask = try ask(query, context, counting: .days, standard: .thirtyDays)
        let body = try await statistics.versions(ask.filter, ask.range, daysIn: ask.app.timeZone)
        return Reply.show(body) { try await versionsPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func versionsPage(_ body: VersionStatistics, _ writer: StatisticsWriter) async throws -> VersionsPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        return VersionsPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: body.items.isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            share: writer.share(body),
            shares: writer.shares(body, firstDays),
            rows: writer.rows(body, firstDays)
        )
    }
}

extension StatisticsWriter {
    /// The five largest with a colour each, and the rest together.
    fileprivate func share(_ body: VersionStatistics) -> SafeHTML {
        guard let day = body.days.last(where: { !$0.items.isEmpty }) else { return .empty }
        let shown = day.items.prefix(5).enumerated().map { part($1.version, $1.devices, style: $0 + 1) }
        let rest = day.items.dropFirst(5).reduce(0) { $0 + $1.devices }
        return Bars.share(shown + (rest > 0 ? [part(words["statistics.others"], rest, style: 6)] : []))
    }

    private func part(_ name: String, _ devices: Int, style: Int) -> Bars.Part {
        Bars.Part(name: self.name(ofVersion: name), text: number(devices), value: Double(devices), style: style)
    }

    /// In the colours of the share above.
    fileprivate func shares(_ body: VersionStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        let latest = body.days.last { !$0.items.isEmpty }?.items ?? []
        let series = latest.prefix(5).map(\.version).enumerated().map { index, version in
            Chart.Series(
                name(ofVersion: version),
                body.days.map { day in day.items.isEmpty ? nil : day.share(of: version) },
                style: index + 1
            )
        }
        return chart(
            "version-shares",
            words["statistics.versionShare"],
            .percent,
            series,
            times: body.days.map(\.time),
            firstDays: firstDays,
            receivedAt: body.reach
        )
    }

    fileprivate func rows(_ body: VersionStatistics, _ firstDays: [String: Int]) -> [VersionsPage.Row] {
        let query = ask.context.query.setting("step", nil)
        return body.items.prefix(60).map { item in
            let filtered = query.setting("version", item.version.isEmpty ? nil : item.version)
            return VersionsPage.Row(
                name: name(ofVersion: item.version),
                href: "/apps/\(ask.app.id)/crashes?\(filtered.encoded)",
                devices: item.devices,
                actives: item.actives,
                share: item.share,
                crashes: item.crashes,
                crashRate: item.crashRate,
                perActives: share("perActives", item.perActives),
                perDevices: share("perDevices", item.perDevices),
                firstDay: firstDays[item.version].map(date(ofDay:)) ?? "-",
                bar: Bars.bar(item.share.value, style: 1)
            )
        }
    }

    /// A day counted from 1970-01-01, whatever the zone.
    private func date(ofDay day: Int) -> String {
        LocalTime(Date(timeIntervalSince1970: Double(day) * 86_400), .gmt).date
    }
}

extension VersionDay {
    fileprivate func share(of version: String) -> Double {
        items.first { $0.version == version }?.share.value ?? 0
    }
}
