import Foundation
import Web

/// A range of time as a query names it.
struct TelemetryWindow {
    let from: Date
    let to: Date
    /// The end as it is said: a window without one also takes lines from clocks that run ahead.
    let until: Date

    /// - Parameters:
    ///   - from: as ``StatisticsMoment`` reads it; nil for `days` before the end.
    ///   - to: nil for now.
    /// - Throws: `invalid` for a time that cannot be read, or an end that is not behind its beginning.
    init(from: String?, to: String?, days: Int, _ context: Context) throws {
        let end = try Self.read(to, "to", context, isEnd: true)
        until = end ?? context.reader.now
        self.to = end ?? until.addingTimeInterval(600)
        self.from = try Self.read(from, "from", context, isEnd: false) ?? until.addingTimeInterval(-Double(days) * 86_400)
        guard self.from < self.to else { throw Problem.invalid("to", "telemetry.time.order") }
    }

    private static func read(_ text: String?, _ field: String, _ context: Context, isEnd: Bool) throws -> Date? {
        guard let text, !text.isEmpty else { return nil }
        guard let moment = StatisticsMoment(text) else { throw Problem.invalid(field, "telemetry.time.invalid") }
        let now = context.reader.now
        return moment.date(now: now, edge: now, calendar: .days(in: context.reader.zone), isEnd: isEnd)
    }

    var milliseconds: Range<Int> {
        Int((from.timeIntervalSince1970 * 1_000).rounded())..<Int((to.timeIntervalSince1970 * 1_000).rounded())
    }
}

extension String {
    /// Nothing for a text without letters, as an empty field of a form is.
    var orNil: String? { isEmpty ? nil : self }
}
