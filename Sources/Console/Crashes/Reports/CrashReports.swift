import Formats
import Foundation
import Storage
import Web

/// Single reports of crashes: listed as they came, and read anew whenever somebody looks at one, so that symbols that came since count.
struct CrashReports: Sendable {
    let database: Database
    let telemetry: Telemetry
    let lookup: SymbolLookup

    /// Newest first.
    func list(_ app: String, _ filter: CrashReportFilter, _ place: ListPlace) async throws -> List<CrashReportItem> {
        try await database.read { connection in
            let rows = try connection.crashReports(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countCrashReports(app, filter)) { Cursor($0.time, $0.id) }
        }
    }

    /// The one that a search names, in each app.
    @Sendable func find(_ text: SearchText, apps: [String], limit _: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundCrashReports(text, apps) }
    }

    /// A report with its bytes as they were sent.
    /// - Throws: `notFound`.
    func report(_ id: String, of app: String) async throws -> (report: CrashReportBody, bytes: [UInt8]) {
        let (report, bytes) = try await database.read { (try $0.crashReport(app, id), try $0.crashReportBytes(app, id)) }
        guard let report, let bytes else { throw Problem.notFound }
        return (report, bytes)
    }

    /// Reads a report and names its frames, all that can be named by one question to the symbols.
    /// - Throws: what the database and the store throw.
    func read(_ bytes: [UInt8], version: String, of app: String) async throws -> Result<CrashReading, CrashReadError> {
        var report: CrashReport
        do {
            report = try CrashReport.read(bytes, limits: Self.limits)
        } catch {
            return .failure(error)
        }
        let rules = try await database.read { try $0.crashGrouping(app).grouping.rules }
        var naming = CrashNaming(lookup: lookup, rules: rules)
        let missing = try await naming.name(&report, of: app, version: version)
        let symbols = try await lookup.known(report.images.map(\.buildID).filter { !$0.isEmpty }, of: app)
        return .success(CrashReading(report: report, rules: rules, missing: missing, symbols: symbols, isPossible: lookup.state.isReady))
    }

    /// As many frames as are looked up at once.
    private static let limits: CrashReadLimits = {
        var limits = CrashReadLimits()
        limits.frames = SymbolLimits.frames
        return limits
    }()
}

/// What a report says, with the names that symbols and mappings give.
struct CrashReading: Sendable {
    var report: CrashReport
    let rules: CrashModuleRules
    /// What would name frames of the app that have no names yet.
    let missing: [SymbolWanted]
    /// Build ids of images that symbols are here of.
    let symbols: Set<String>
    /// Whether addresses can be looked up on this node at all.
    let isPossible: Bool
}
