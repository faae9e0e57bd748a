import Foundation
import Web

/// A rate as a page tells it: `-` where there is none.
struct StatisticsShareRow: Codable, Sendable {
    /// What is divided by what.
    let name: String
    let hint: String
    let rate: String
    let numerator: String
    let denominator: String
    /// `0.50%–0.54%`
    let interval: String
}

extension StatisticsWriter {
    func shares(_ rates: StatisticsRates) -> [StatisticsShareRow] {
        [share("perActives", rates.perActives), share("perDevices", rates.perDevices), share("perUsers", rates.perUsers)]
    }

    /// - Parameter key: under `statistics.share`.
    func share(_ key: String, _ share: StatisticsShare) -> StatisticsShareRow {
        let bounds = share.low.value.flatMap { low in share.high.value.map { "\(formatter.percent(low))–\(formatter.percent($0))" } }
        return StatisticsShareRow(
            name: words["statistics.share.\(key)"],
            hint: words["statistics.share.\(key).hint"],
            rate: percent(share.rate.value),
            numerator: share.numerator.value.map(number) ?? "-",
            denominator: share.denominator.value.map(number) ?? "-",
            interval: bounds ?? "-"
        )
    }

    /// The days of the app's zone on which devices and users were counted, in words.
    func shareDays(_ rates: StatisticsRates) -> String {
        let days = ReaderFormatter(words: words, zone: ask.app.timeZone, now: ask.now)
        let (first, last) = (days.date(rates.from), days.date(rates.to.addingTimeInterval(-1)))
        return words[Message("statistics.share.days", ["days": first == last ? first : "\(first) – \(last)"])]
    }
}
