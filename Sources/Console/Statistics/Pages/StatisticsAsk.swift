import Foundation
import Web

/// A question after reading: whose figures, of when, and for whom they are written.
struct StatisticsAsk: Sendable {
    let app: App
    let query: StatisticsQuery
    let filter: StatisticsFilter
    let range: StatisticsRange
    let compared: Bool
    let context: Context

    var now: Date { context.reader.now }

    /// What the figures of a statistic are counted by, which decides on zone and step.
    enum Counting {
        /// Minutes: any zone, any step.
        case minutes
        /// Days of the app's zone; scripts may name another, and do without what is counted by day.
        case days
        /// Quarters of an hour.
        case quarters
        /// Hours, and days of the app's zone.
        case hours
    }

    /// - Parameter standard: the range when nothing is said.
    /// - Throws: `invalid` for a zone or range that cannot be read. On a page that is made again after that, they are left out.
    init(_ query: StatisticsQuery, _ app: App, _ context: Context, counting: Counting, standard: StatisticsPreset = .twentyFourHours) throws {
        self.app = app
        self.query = query
        self.context = context
        filter = StatisticsFilter(app: app.id, platform: query.platform, version: query.version)
        compared = (query.compare ?? (context.face == .page ? .previous : .none)) == .previous
        let again = context.submitted != nil
        let zone = again ? context.reader.zone : try Self.zone(query.zone, context)
        let words = again ? StatisticsRange.Words() : .init(from: query.from, to: query.to, preset: query.range, step: query.step?.step)
        range = try StatisticsRange(
            words.of(counting),
            standard: standard,
            steps: Self.steps(counting, context.face),
            zone: [.days, .hours].contains(counting) && (context.face == .page || query.zone == nil) ? app.timeZone : zone,
            now: context.reader.now
        )
        // Every quarter has a row for each duration that occurred in it: a month of them is what one question may read.
        if [.quarters, .hours].contains(counting), range.length > 32 * 86_400 { throw Problem.invalid("from", "statistics.range.month") }
    }

    /// A question that a page asks by itself.
    init(_ app: App, platform: Platform?, _ range: StatisticsRange, _ context: Context) {
        self.app = app
        query = StatisticsQuery(platform: platform)
        filter = StatisticsFilter(app: app.id, platform: platform)
        self.range = range
        compared = false
        self.context = context
    }

    private static func zone(_ name: String?, _ context: Context) throws -> TimeZone {
        guard let name, !name.isEmpty else { return context.reader.zone }
        guard let zone = TimeZone(identifier: name) else { throw Problem.invalid("zone", "statistics.zone.unknown") }
        return zone
    }

    private static func steps(_ counting: Counting, _ face: Face) -> @Sendable (TimeInterval) -> StatisticsStep {
        switch counting {
        case .days: { _ in .day }
        case .hours: { StatisticsStep.drawn($0).seconds < 3_600 ? .hour : StatisticsStep.drawn($0) }
        case .minutes: face == .page ? StatisticsStep.drawn : StatisticsStep.standard
        case .quarters: { StatisticsStep.drawn($0).seconds < 900 ? .minutes(15) : StatisticsStep.drawn($0) }
        }
    }
}

extension StatisticsRange.Words {
    /// Nothing counted by quarters has a figure for a minute.
    fileprivate func of(_ counting: StatisticsAsk.Counting) -> Self {
        var words = self
        if counting == .quarters, step == .minute { words.step = .minutes(15) }
        if counting == .hours, let step, step.seconds < 3_600 { words.step = .hour }
        return words
    }
}
