import Foundation
import Web

/// What became of an audience. `queued`, `sent`, `failed`, `unknown` and `skipped` are every device once: together they are the audience.
struct PushFigures: Codable, Sendable, Equatable {
    let audience: Int
    /// Nothing came of them yet: frozen, waiting for their time, or on their way.
    let queued: Int
    /// A service took them.
    let sent: Int
    let failed: Int
    /// They may have been taken: no answer came, or the console ended in between. Never sent again.
    let unknown: Int
    /// Cancelled, stopped, expired, unbound since, or too many for a user.
    let skipped: Int
    /// What devices said afterwards, each once.
    let arrived: Int
    let opened: Int
    let ignored: Int

    init(audience: Int = 0, _ sums: [PushTallyOutcome: Int] = [:]) {
        func sum(_ outcome: PushTallyOutcome) -> Int { sums[outcome] ?? 0 }
        self.audience = audience
        queued = audience - sum(.sent) - sum(.failed) - sum(.unknown) - sum(.skipped)
        (sent, failed, unknown, skipped) = (sum(.sent), sum(.failed), sum(.unknown), sum(.skipped))
        (arrived, opened, ignored) = (sum(.arrived), sum(.opened), sum(.ignored))
    }

    /// Devices that something came of.
    var decided: Int { audience - queued }
}

/// What became of a message in numbers, over all and by hour.
struct PushStatistics: Codable, Sendable, Equatable {
    let figures: PushFigures
    /// Why devices did not get it, most first.
    let reasons: [Reason]
    /// Every hour from the first to the last in which anything happened, also empty ones.
    let hours: [Hour]

    struct Reason: Codable, Sendable, Equatable {
        let outcome: PushTallyOutcome
        /// The service's word or the console's; empty for none.
        let reason: String
        let devices: Int
    }

    struct Hour: Codable, Sendable, Equatable {
        let time: Date
        let sent: Int
        let failed: Int
        let unknown: Int
        let skipped: Int
        let arrived: Int
        let opened: Int
        let ignored: Int
    }

    /// Hours at most: a message may live 28 days, a repeated one longer; the last ones are shown.
    private static let mostHours = 31 * 24

    init(_ figures: PushFigures, _ tallies: [PushTally]) {
        self.figures = figures
        let bad = tallies.filter { [.failed, .unknown, .skipped].contains($0.outcome) }
        let grouped = Dictionary(grouping: bad) { [$0.outcome.rawValue, $0.reason] }
        reasons = grouped.values.compactMap { same in
            same.first.map { Reason(outcome: $0.outcome, reason: $0.reason, devices: same.reduce(0) { $0 + $1.count }) }
        }.sorted { ($1.devices, $0.outcome.rawValue, $0.reason) < ($0.devices, $1.outcome.rawValue, $1.reason) }
        hours = Self.hours(tallies)
    }

    private static func hours(_ tallies: [PushTally]) -> [Hour] {
        guard let first = tallies.first?.hour, let last = tallies.last?.hour else { return [] }
        let byHour = Dictionary(grouping: tallies, by: \.hour)
        let start = max(first, last.addingTimeInterval(-3_600 * Double(mostHours - 1)))
        return stride(from: start.timeIntervalSince1970, through: last.timeIntervalSince1970, by: 3_600).map { second in
            let time = Date(timeIntervalSince1970: second)
            return Hour(time, byHour[time] ?? [])
        }
    }
}

extension PushStatistics.Hour {
    fileprivate init(_ time: Date, _ tallies: [PushTally]) {
        func sum(_ outcome: PushTallyOutcome) -> Int { tallies.filter { $0.outcome == outcome }.reduce(0) { $0 + $1.count } }
        self.init(
            time: time,
            sent: sum(.sent),
            failed: sum(.failed),
            unknown: sum(.unknown),
            skipped: sum(.skipped),
            arrived: sum(.arrived),
            opened: sum(.opened),
            ignored: sum(.ignored)
        )
    }
}

extension PushMessages {
    /// - Throws: `notFound`.
    func statistics(_ id: String, of app: String) async throws -> PushStatistics {
        try await database.read { connection in
            let message = try connection.pushMessage(app, id)
            let figures = try connection.pushFigures(app, [message])[id] ?? PushFigures()
            return PushStatistics(figures, try connection.pushTallies(app, id))
        }
    }
}
