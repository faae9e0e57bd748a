import Hummingbird
import Web

/// The table for spreadsheets.
extension StatisticsRoutes {
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

extension StatisticsWriter {
    fileprivate func csv(_ body: CrashStatistics) -> CSV {
        var csv = CSV(["time", "crashes", "actives", "crashRate"].map { words["statistics.csv.\($0)"] })
        for item in body.items {
            csv.append([formatter.iso(item.time), "\(item.crashes)", "\(item.actives)", item.crashRate.value.map { "\($0)" } ?? ""])
        }
        return csv
    }
}
