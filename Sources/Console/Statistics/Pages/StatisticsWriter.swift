import Foundation
import Web

/// Puts the figures of one question into words, numbers and pictures for its reader.
struct StatisticsWriter: Sendable {
    let ask: StatisticsAsk
    let words: Catalogue.Words
    /// In the zone of the range.
    let formatter: ReaderFormatter
    /// What changed meanwhile; every chart marks it.
    let marks: LedgerMarks

    init(_ ask: StatisticsAsk, _ catalogue: Catalogue, marks: LedgerMarks = .none) {
        self.ask = ask
        self.marks = marks
        let reader = ask.context.reader
        words = catalogue[reader.language]
        formatter = ReaderFormatter(words: words, zone: ask.range.zone, now: reader.now)
    }

    /// For pages with charts over the whole range of the question.
    static func marked(_ ask: StatisticsAsk, _ catalogue: Catalogue, by ledger: Ledger) async throws -> StatisticsWriter {
        let marks = try await ledger.marks(of: ask.app.id, ask.filter.platform, from: ask.range.from, to: ask.range.to)
        return StatisticsWriter(ask, catalogue, marks: marks)
    }

    /// `2026-11-21 13:55`
    func time(_ date: Date) -> String { "\(formatter.date(date)) \(formatter.minute(date))" }

    func name(of platform: Platform) -> String { words["label.platform.\(platform.rawValue)"] }

    /// A version, or the word for an unknown one.
    func name(ofVersion version: String) -> String { version.isEmpty ? words["statistics.unknown"] : version }

    func stepName(_ step: StatisticsStep) -> String {
        switch step {
        case .minute: words["statistics.step.minute"]
        case .hour: words["statistics.step.hour"]
        case .day: words["statistics.step.day"]
        case .minutes(let count): words[Message("statistics.step.minutes", ["count": "\(count)"])]
        }
    }

    func percent(_ rate: Double?) -> String { rate.map(formatter.percent) ?? "-" }
    func number(_ count: Int) -> String { formatter.number(Double(count)) }
    func milliseconds(_ count: Int?) -> String { count.map { formatter.milliseconds(Double($0)) } ?? "-" }
}
