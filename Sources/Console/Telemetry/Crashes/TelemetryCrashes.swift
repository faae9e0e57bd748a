import Storage
import Web

extension Telemetry {
    /// Newest first.
    func crashes(of app: String, _ filter: TelemetryCrashFilter, _ place: ListPlace) async throws -> List<TelemetryCrashItem> {
        try await database.read { connection in
            let rows = try connection.crashes(app, filter, before: place.cursor, limit: place.limit + 1)
            return place.page(rows, total: try connection.countCrashes(app, filter)) { Cursor($0.time, $0.id) }
        }
    }

    /// A report with its text as it was sent.
    /// - Throws: `notFound`.
    func crash(_ id: String, of app: String) async throws -> (report: TelemetryCrashReport, text: [UInt8]) {
        let (report, text) = try await database.read { (try $0.crash(app, id), try $0.crashText(app, id)) }
        guard let report, let text else { throw Problem.notFound }
        return (report, text)
    }
}
