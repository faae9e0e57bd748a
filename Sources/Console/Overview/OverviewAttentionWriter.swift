import Foundation
import Web

/// Puts what was found into sentences of one language.
struct OverviewAttentionWriter {
    let words: Catalogue.Words
    let formatter: ReaderFormatter
    let now: Date
    let apps: AppIndex
    /// Whether the page is of all apps.
    let ofAll: Bool

    /// - Parameter all: where all changes are.
    func cards(_ attention: OverviewAttention, all: String) -> OverviewCards {
        OverviewCards(
            ofAll: ofAll,
            wrong: card(attention.wrong),
            changed: OverviewCards.Changed(
                count: attention.changed.count > 0 ? attention.changed.count : nil,
                more: attention.changed.count >= OverviewAttention.most,
                rows: attention.changed.items.prefix(OverviewCards.mostChanges).map { LedgerRow($0, apps, words) },
                href: all
            ),
            waiting: card(attention.waiting)
        )
    }

    private func card(_ signs: OverviewAttention.Signs) -> OverviewCards.Card {
        OverviewCards.Card(count: signs.count, rows: signs.items.map(row))
    }

    private func row(_ sign: OverviewSign) -> OverviewCards.Row {
        OverviewCards.Row(
            tone: sign.isGrave ? .bad : .warn,
            appName: apps.app(sign.app)?.name ?? "",
            title: words[Message("overview.sign.\(key(sign))", arguments(sign))],
            detail: detail(sign),
            at: sign.kind == .unreadableLines ? nil : sign.at.value,
            href: sign.href
        )
    }

    private func key(_ sign: OverviewSign) -> String {
        if sign.kind == .expiry { return "expiry.\((sign.at.value ?? now) <= now ? "over" : "ahead")" }
        guard Self.counted.contains(sign.kind) else { return sign.kind.rawValue }
        return "\(sign.kind.rawValue).\(sign.count == 1 ? "one" : "many")"
    }

    /// Kinds of which there may be several in one app.
    private static let counted: Set<OverviewSign.Kind> = [
        .haltedPatch, .alerts, .failedDeliveries, .patchApproval, .pushApproval, .diagnosisApproval, .newGroups, .feedback, .diagnosisLogs,
        .failedBuilds, .failedJobs, .switchDrafts,
    ]

    private func detail(_ sign: OverviewSign) -> String {
        switch sign.kind {
        case .expiry: sign.stops.value.map { words["overview.expiry.\($0.rawValue)"] } ?? ""
        case .worseVersion, .silence, .unreadableLines, .oldSecret: words[Message("overview.sign.\(sign.kind.rawValue).detail", arguments(sign))]
        default: ""
        }
    }

    private func arguments(_ sign: OverviewSign) -> [String: String] {
        let days = sign.at.value.map { ExpiryLevel.days(until: $0, now: now) } ?? 0
        return [
            "count": formatter.number(Double(sign.count)), "subject": subject(sign),
            "time": sign.at.value.map { "\(formatter.date($0)) \(formatter.minute($0))" } ?? "-", "days": formatter.number(Double(days)),
            "rate": sign.rate.value.map(formatter.percent) ?? "-", "rest": sign.rest.value.map(formatter.percent) ?? "-",
        ]
    }

    private func subject(_ sign: OverviewSign) -> String {
        guard let subject = sign.subject.value else { return sign.kind == .worseVersion ? words["statistics.unknown"] : "-" }
        let named = sign.kind == .haltedPatch || sign.kind == .patchApproval ? Platform.naming(subject, words) : subject
        return named.shortened(to: 80)
    }
}
