import Foundation
import Hummingbird
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

    /// The range as it is shown, by the minute where that is not too much, otherwise by the hour.
    @Sendable func crashesCSV(_: Request, _ context: Context) async throws -> Response {
        let query = try context.query(as: StatisticsQuery.self)
        let ask = try ask(query, context, counting: .minutes)
        let fits = ask.range.length / 60 <= Double(StatisticsRange.limit)
        let step = query.step?.step ?? (fits ? .minute : .hour)
        let range = StatisticsRange(from: ask.range.from, to: ask.range.to, step: step, zone: ask.range.zone)
        let body = try await statistics.crashes(ask.filter, range)
        return StatisticsWriter(ask, catalogue).csv(body).response(name: "\(ask.app.id)-crashes.csv")
    }
}

extension Statistics {
    /// Some minutes, counted from 1970-01-01 00:00 UTC, in ascending order.
    func minutes(_ filter: StatisticsFilter, _ minutes: Range<Int>, zone: TimeZone) async throws -> [CrashItem] {
        func date(_ minute: Int) -> Date { Date(timeIntervalSince1970: Double(minute) * 60) }
        let range = StatisticsRange(from: date(minutes.lowerBound), to: date(minutes.upperBound), step: .minute, zone: zone)
        return try await database.read { connection in
            zip(range.starts, try connection.activity(filter, range)).map { CrashItem($0, $1) }
        }
    }

    func firstDays(_ filter: StatisticsFilter) async throws -> [String: Int] {
        try await database.read { try $0.firstDays(of: filter) }
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

    fileprivate func csv(_ body: CrashStatistics) -> CSV {
        var csv = CSV(["time", "crashes", "actives", "crashRate"].map { words["statistics.csv.\($0)"] })
        for item in body.items {
            csv.append([formatter.iso(item.time), "\(item.crashes)", "\(item.actives)", item.crashRate.value.map { "\($0)" } ?? ""])
        }
        return csv
    }
}
