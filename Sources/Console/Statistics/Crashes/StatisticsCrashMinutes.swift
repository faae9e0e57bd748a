import Foundation
import Web

/// The table of minutes on the page 闪退统计, newest first, one page of it.
struct CrashMinutes: Codable, Sendable {
    let rows: [Row]
    let pager: Pager

    struct Row: Codable, Sendable {
        let time: Date
        /// As the table shows it: with the date where the table spans days.
        let label: String
        let crashes: Int
        let actives: Int
        let crashRate: OrNull<Double>
        /// The rate beside the highest of the page.
        let bar: SafeHTML
        /// The crash reports of this minute; nil without a crash.
        let reports: String?
    }
}

extension StatisticsRoutes {
    func crashMinutes(_ writer: StatisticsWriter) async throws -> CrashMinutes {
        let ask = writer.ask
        let place = try ListPlace(limit: ask.query.limit, cursor: ask.query.cursor)
        let first = Int(ask.range.from.timeIntervalSince1970) / 60
        let end = min(Int(ask.range.to.timeIntervalSince1970) / 60, Int(ask.now.timeIntervalSince1970) / 60 + 1)
        let last = min(max(place.cursor?.number ?? end, first), end)
        let start = max(first, last - place.limit)
        let items = last > start ? try await statistics.minutes(ask.filter, start..<last, zone: ask.range.zone) : []
        let next = start > first ? Cursor(start, "").text : nil
        let list = List(items: Array(items.reversed()), next: next, total: max(0, end - first))
        return CrashMinutes(rows: writer.rows(list.items), pager: Pager(list, place, ask.context))
    }
}

extension StatisticsWriter {
    fileprivate func rows(_ items: [CrashItem]) -> [CrashMinutes.Row] {
        let highest = items.compactMap(\.crashRate.value).max() ?? 0
        let spansDays = ask.range.length > 86_400
        return items.map { item in
            CrashMinutes.Row(
                time: item.time,
                label: spansDays ? formatter.short(item.time) : formatter.minute(item.time),
                crashes: item.crashes,
                actives: item.actives,
                crashRate: item.crashRate,
                bar: Bars.bar(item.crashRate.value.map { highest > 0 ? $0 / highest : 0 }, style: 2),
                reports: item.crashes > 0 ? reports(item.time) : nil
            )
        }
    }

    private func reports(_ minute: Date) -> String {
        let query = Form([("from", formatter.iso(minute)), ("to", formatter.iso(minute.addingTimeInterval(60)))])
        let filtered = query.setting("platform", ask.filter.platform?.rawValue).setting("version", ask.filter.version)
        return "/apps/\(ask.app.id)/crash-reports?\(filtered.encoded)"
    }
}
