import Foundation
import Web

/// One figure in large, with how it changed. Read by `Views/Statistics/kpi`.
struct StatisticsKPI: Codable, Sendable {
    let name: String
    let value: String
    /// The figure in full where `value` is shortened, otherwise the same.
    let exact: String
    let delta: StatisticsDelta?
    let note: String
    let spark: SafeHTML
}

/// How a figure changed against the period before.
struct StatisticsDelta: Codable, Sendable, Equatable {
    /// Without a sign: `21.3%`.
    let text: String
    let rising: Bool
    /// Whether that is good news, bad news, or neither.
    let tone: Tone

    enum Tone: String, Codable, CaseIterable, Sendable {
        case good, bad
        case neither = ""
    }

    /// What more of something means.
    enum Meaning {
        case good, bad, neither

        func tone(rising: Bool) -> Tone {
            switch self {
            case .good: rising ? .good : .bad
            case .bad: rising ? .bad : .good
            case .neither: .neither
            }
        }
    }
}

extension StatisticsDelta {
    /// Change of a rate in percentage points: 5 % of 0.4 % would say nothing. nil when there is nothing to compare, or nothing changed.
    init?(points rate: Double?, _ before: Double?, more meaning: Meaning, _ words: Catalogue.Words, _ formatter: ReaderFormatter) {
        guard let rate, let before, rate != before else { return nil }
        let points = String(formatter.percent(abs(rate - before)).dropLast())
        text = words[Message("statistics.points", ["value": points])]
        rising = rate > before
        tone = meaning.tone(rising: rising)
    }
}

extension StatisticsWriter {
    /// - Parameter key: under `statistics.kpi`.
    func kpi(
        _ key: String,
        _ value: String,
        exact: String? = nil,
        _ delta: StatisticsDelta? = nil,
        note: String = "",
        spark: SafeHTML = .empty
    ) -> StatisticsKPI {
        StatisticsKPI(name: words["statistics.kpi.\(key)"], value: value, exact: exact ?? value, delta: delta, note: note, spark: spark)
    }

    /// A count, shortened from ten thousand on.
    func kpi(_ key: String, count: Int, _ delta: StatisticsDelta? = nil, note: String = "", spark: SafeHTML = .empty) -> StatisticsKPI {
        kpi(key, formatter.short(Double(count)), exact: number(count), delta, note: note, spark: spark)
    }

    /// Change in per cent of what was before; nil when there was nothing before, or nothing changed.
    func change(_ value: Double?, _ before: Double?, more meaning: StatisticsDelta.Meaning) -> StatisticsDelta? {
        guard let value, let before, before > 0, value != before else { return nil }
        let rising = value > before
        return StatisticsDelta(text: formatter.percent(abs(value - before) / before), rising: rising, tone: meaning.tone(rising: rising))
    }

    func change(_ value: Int, _ before: Int?, more meaning: StatisticsDelta.Meaning) -> StatisticsDelta? {
        change(Double(value), before.map(Double.init), more: meaning)
    }

    func points(_ rate: Double?, _ before: Double?, more meaning: StatisticsDelta.Meaning) -> StatisticsDelta? {
        StatisticsDelta(points: rate, before, more: meaning, words, formatter)
    }

    /// Where the rate behind the observed one lies, in a sentence around `0.50%–0.54%`.
    func interval(_ activity: StatisticsActivity) -> String {
        bounds(activity).map { words[Message("statistics.interval", ["bounds": $0])] } ?? words["statistics.interval.none"]
    }

    /// nil where there is no interval.
    func bounds(_ activity: StatisticsActivity) -> String? {
        let interval = StatisticsRate.interval(activity.crashes, of: activity.actives)
        return interval.map { "\(formatter.percent($0.lowerBound))–\(formatter.percent($0.upperBound))" }
    }
}
