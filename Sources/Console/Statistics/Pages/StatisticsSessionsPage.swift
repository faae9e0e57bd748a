import Foundation
import Web

/// Sessions: what the page shows beside its JSON.
struct SessionsPage: Codable, Sendable {
    let bar: StatisticsBar
    let empty: StatisticsEmptiness
    let start: StatisticsStart
    let kpis: [StatisticsKPI]
    let step: String
    /// Sessions free of crashes.
    let chart: SafeHTML
    /// Sixty at most.
    let rows: [Row]

    struct Row: Codable, Sendable {
        let name: String
        let figures: SessionFigures
        let bar: SafeHTML
    }
}

extension StatisticsRoutes {
    @Sendable func sessions(_ query: StatisticsQuery, _ context: Context) async throws -> Reply<SessionStatistics, SessionsPage> {
        let ask = try ask(query, context, counting: .hours, standard: .sevenDays)
        let body = try await statistics.sessions(ask.filter, ask.range, daysIn: ask.app.timeZone)
        return Reply.show(body) { try await sessionsPage(body, try await .marked(ask, catalogue, by: ledger)) }.inZone(ask.range.zone)
    }

    private func sessionsPage(_ body: SessionStatistics, _ writer: StatisticsWriter) async throws -> SessionsPage {
        let ask = writer.ask
        let firstDays = try await statistics.firstDays(ask.filter)
        return SessionsPage(
            bar: writer.bar(firstDays, receivedAt: body.receivedAt.value, completeUntil: body.completeUntil.value),
            empty: StatisticsEmptiness(ask, isEmpty: body.versions.isEmpty, body.receivedAt, firstDays),
            start: StatisticsStart(ask.app, ask.context),
            kpis: writer.kpis(body),
            step: writer.stepName(ask.range.step),
            chart: writer.chart(body, firstDays),
            rows: writer.rows(body)
        )
    }
}

extension StatisticsWriter {
    fileprivate func kpis(_ body: SessionStatistics) -> [StatisticsKPI] {
        let totals = body.totals
        let past = body.items.filter { $0.time <= ask.now }
        return [
            kpi(
                "crashFreeSessions",
                percent(totals.crashFreeSessions.value),
                note: of("sessions", totals.crashed, totals.begun),
                spark: Sparkline.html(past.map(\.figures.crashFreeSessions.value), style: 2)
            ),
            kpi(
                "crashFreeUsers",
                percent(totals.crashFreeUsers.value),
                note: of("users", totals.crashedUsers.value ?? 0, totals.users.value ?? 0)
            ),
            kpi(
                "sessions",
                count: totals.begun,
                note: words[Message("statistics.kpi.sessions.ended", ["count": number(totals.ended)])],
                spark: Sparkline.html(past.map { Double($0.figures.begun) }, style: 1)
            ),
            kpi("abnormalSessions", count: totals.abnormal, note: words["statistics.kpi.abnormalSessions.note"]),
            kpi("erroredSessions", count: totals.errored, note: words["statistics.kpi.erroredSessions.note"]),
        ]
    }

    /// Both numbers of a rate, in a sentence.
    private func of(_ kind: String, _ part: Int, _ whole: Int) -> String {
        words[Message("statistics.kpi.crashFree.\(kind)", ["part": number(part), "whole": number(whole)])]
    }

    fileprivate func chart(_ body: SessionStatistics, _ firstDays: [String: Int]) -> SafeHTML {
        let series = Chart.Series(words["statistics.crashFreeSessions"], body.items.map(\.figures.crashFreeSessions.value), style: 2, area: false)
        return chart(
            "crash-free-sessions",
            words["statistics.crashFreeSessions"],
            .percent,
            [series],
            firstDays: firstDays,
            receivedAt: body.reach
        )
    }

    fileprivate func rows(_ body: SessionStatistics) -> [SessionsPage.Row] {
        let highest = body.versions.map(\.figures.begun).max() ?? 0
        return body.versions.prefix(60).map { version in
            SessionsPage.Row(
                name: name(ofVersion: version.version),
                figures: version.figures,
                bar: Bars.bar(StatisticsRate.of(version.figures.begun, highest), style: 1)
            )
        }
    }
}
