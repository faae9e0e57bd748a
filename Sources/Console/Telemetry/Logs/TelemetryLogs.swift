import Foundation
import Storage

extension Telemetry {
    /// Looks through the raw lines of an app, the upload received last first, within bounds: a search over much ends early and says where.
    func search(
        app: String,
        _ filter: TelemetryLogFilter,
        _ limits: TelemetryLogSearch.Limits,
        before place: TelemetryLogPlace?
    ) async throws -> TelemetryLogPage {
        let zone = zones[index.app(app)?.timeZone ?? .gmt]
        let search = TelemetryLogSearch(filter, zone: zone, raw.reader(), limits)
        return try await run(search, app, from: place ?? filter.newest)
    }

    /// As many lines as a page has.
    func search(app: String, _ filter: TelemetryLogFilter, limit: Int, before place: TelemetryLogPlace?) async throws -> TelemetryLogPage {
        try await search(app: app, filter, TelemetryLogSearch.Limits(lines: limit), before: place)
    }

    /// How many lines there are of all pages; nil when there is too much to look through it all beside showing a page.
    func count(app: String, _ filter: TelemetryLogFilter) async throws -> Int? {
        let limits = TelemetryLogSearch.Limits(lines: .max, bytes: 4 << 20, longest: .milliseconds(100))
        let all = try await search(app: app, filter, limits, before: nil)
        return all.next == nil ? all.items.count : nil
    }

    /// An index that is given up while it is asked was replaced by what it covered: looking again finds that.
    private func run(_ search: TelemetryLogSearch, _ app: String, from place: TelemetryLogPlace) async throws -> TelemetryLogPage {
        var (search, place) = (search, place)
        for attempt in 1... {
            var walk = try await TelemetryLogWalk(app: app, search.filter, from: place, database, indexReader)
            do {
                try await search.run(&walk)
                break
            } catch let lost as TelemetryIndexLost where attempt < Self.mostLost {
                place = search.page.next ?? place
                try await indexing.replace(lost.unit)
            }
        }
        return search.page
    }

    private static let mostLost = 4
}
