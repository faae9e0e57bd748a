import Formats
import Foundation
import Web

/// What only the viewer's page shows.
struct DiagnosisLogPage: Codable, Sendable {
    let task: String
    let device: String
    let q: String
    let tag: String
    let from: String
    let to: String
    let limit: Int
    let levels: [Level]
    let rows: [Row]
    let filtered: Bool
    /// The entry that others are shown around.
    let around: Int?
    let firstPage: String?
    /// Of a log that is not filtered.
    let previousPage: String?
    let nextPage: String?
    /// More was to look through than one answer has time for.
    let stopped: Bool
    let crashes: String
    let devicePage: String
    let reset: String
    let file: String?

    struct Level: Codable, Sendable {
        let level: DeviceLogLevel
        let chosen: Bool
    }

    /// An entry with what a reader may do with it.
    struct Row: Codable, Sendable {
        let item: DiagnosisLogFound.Item
        /// The level's class of `tag`.
        let look: String
        let pieces: [LogNeedle.Piece]
        /// Those around it, at its place.
        let link: String
        let byTag: String?
        let isCentre: Bool
    }

    init(
        _ query: DiagnosisLogQuery,
        _ filter: DiagnosisLogFilter,
        _ found: DiagnosisLogFound,
        start: Int,
        limit: Int,
        _ part: DiagnosisPart,
        _ task: DiagnosisTask,
        _ app: App,
        _ context: Context
    ) {
        self.task = task.id
        device = part.device
        q = context.filled("q", query.q ?? "")
        tag = context.filled("tag", query.tag ?? "")
        from = context.filled("from", query.from ?? "")
        to = context.filled("to", query.to ?? "")
        self.limit = limit
        let chosen = Set(query.level ?? [])
        levels = DeviceLogLevel.allCases.map { Level(level: $0, chosen: chosen.contains($0)) }
        rows = found.items.map { Row($0, filter.needle, query, context) }
        filtered = !filter.isEmpty
        around = query.around
        let whole = context.query.setting("start", nil).setting("around", nil)
        firstPage = start > 1 ? context.link(whole) : nil
        previousPage = !filtered && start > 1 ? context.link(whole.setting("start", "\(max(1, start - limit))")) : nil
        nextPage = found.next.value.map { context.link(whole.setting("start", "\($0)")) }
        stopped = !found.complete
        let base = "/apps/\(app.id)"
        let span = [("device", part.device), ("from", task.from.ISO8601Format()), ("to", task.to.ISO8601Format())]
        crashes = "\(base)/crash-reports?\(Form(span).encoded)"
        devicePage = "\(base)/devices/\(PercentEncoding.encode(part.device))"
        reset = context.path
        file = part.isKept && !context.isMasked(app) ? "\(base)/diagnostics/\(task.id)/files/\(part.id)" : nil
    }
}

extension DiagnosisLogPage.Row {
    fileprivate init(_ item: DiagnosisLogFound.Item, _ needle: LogNeedle, _ query: DiagnosisLogQuery, _ context: Context) {
        let look =
            switch item.level {
            case .error: "bad"
            case .warn: "warn"
            case .info: "run"
            case .debug, .unknown: "plain"
            }
        let others = context.query.setting("start", nil).setting("around", nil)
        let link = context.link(Form([]).setting("around", "\(item.number)")) + "#L\(item.number)"
        self.init(
            item: item,
            look: look,
            pieces: needle.pieces(of: item.text),
            link: link,
            byTag: item.tag.isEmpty || item.tag == query.tag ? nil : context.link(others.setting("tag", item.tag)),
            isCentre: item.number == query.around
        )
    }
}
