import Foundation
import Web

/// A stretch of time cut into equal steps: what every statistic is asked for, and the one reader of ranges for pages, REST and the command line.
public struct StatisticsRange: Sendable, Equatable {
    /// Where the first step begins.
    public let from: Date
    /// Where the last step ends; not part of the range.
    public let to: Date
    public let step: StatisticsStep
    /// In which days begin and times are written.
    public let zone: TimeZone
    /// The name it was asked for by; nil for a range with its own ends.
    public let preset: StatisticsPreset?

    /// Steps of one range at most: 31 days by the minute fit.
    public static let limit = 50_000

    /// How a range is asked for; all parts may be absent.
    public struct Words: Sendable {
        public var from: String?
        public var to: String?
        /// Used when neither end is given.
        public var preset: StatisticsPreset?
        public var step: StatisticsStep?

        public init(from: String? = nil, to: String? = nil, preset: StatisticsPreset? = nil, step: StatisticsStep? = nil) {
            self.from = from
            self.to = to
            self.preset = preset
            self.step = step
        }
    }

    /// Reads a range. Its ends move outwards to whole steps, and `now` is the end of the step under way, so that the last 24 hours are 1,440 minutes.
    /// - Parameters:
    ///   - standard: taken when the words name no range.
    ///   - steps: chooses the step by the range's length in seconds when the words name none.
    /// - Throws: `invalid` for ends that cannot be read, are in the wrong order, or more than `limit` steps apart.
    public init(
        _ words: Words,
        standard: StatisticsPreset = .twentyFourHours,
        steps: (TimeInterval) -> StatisticsStep = StatisticsStep.standard,
        zone: TimeZone,
        now: Date
    ) throws {
        let (start, end, preset) = try Self.ends(words, standard)
        let calendar = Calendar.days(in: zone)
        func dates(_ step: StatisticsStep) -> (from: Date, to: Date) {
            let edge = step.end(from: step.start(of: now, calendar), calendar)
            func date(_ moment: Moment, isEnd: Bool) -> Date { moment.date(now: now, edge: edge, calendar: calendar, isEnd: isEnd) }
            return (date(start, isEnd: false), date(end, isEnd: true))
        }
        let asked = dates(.minute)
        guard asked.from < asked.to else { throw Problem.invalid("to", "statistics.range.order") }
        let step = words.step ?? steps(asked.to.timeIntervalSince(asked.from))
        let (from, to) = dates(step)
        self.init(from: from, to: to, step: step, zone: zone, preset: preset)
        guard self.to.timeIntervalSince(self.from) / step.seconds <= Double(Self.limit) else {
            throw Problem.invalid("from", "statistics.range.long", ["limit": "\(Self.limit)"])
        }
    }

    /// Ends within a step move to its edges.
    init(from: Date, to: Date, step: StatisticsStep, zone: TimeZone, preset: StatisticsPreset? = nil) {
        let calendar = Calendar.days(in: zone)
        let last = step.start(of: to, calendar)
        self.from = step.start(of: from, calendar)
        self.to = last == to ? to : step.end(from: last, calendar)
        self.step = step
        self.zone = zone
        self.preset = preset
    }

    private static func ends(_ words: Words, _ standard: StatisticsPreset) throws -> (Moment, Moment, StatisticsPreset?) {
        let from = try Moment.read(words.from, "from")
        let to = try Moment.read(words.to, "to")
        guard from != nil || to != nil else {
            let preset = words.preset ?? standard
            return (preset.start, preset.end, preset)
        }
        guard let from else { throw Problem.invalid("from", "statistics.range.noStart") }
        return (from, to ?? .now, nil)
    }

    /// Seconds from end to end.
    public var length: TimeInterval { to.timeIntervalSince(from) }

    /// When each step begins, ascending.
    public var starts: [Date] {
        guard step == .day else { return stride(from: from, to: to, by: step.seconds).map { $0 } }
        let calendar = Calendar.days(in: zone)
        return Array(sequence(first: from) { calendar.startOfNextDay(after: $0) }.prefix { $0 < to })
    }
}
