import Foundation
import Web

/// What stands above every statistic: range, filters, and how to take each of them away. Read by `Views/Statistics/bar`.
struct StatisticsBar: Codable, Sendable {
    let presets: [Link]
    let platforms: [Choice]
    let versions: [Choice]
    let comparisons: [Choice]
    let refreshes: [Choice]
    /// What the fields show; empty under a range by name, which moves on with time.
    let from: String
    let to: String
    /// What the form carries on unseen.
    let kept: [Field]
    let chips: [Link]
    let previous: String
    let next: String?
    let reset: String
    /// The range in words: `2026-11-20 14:00 – 2026-11-21 14:00`.
    let span: String
    let zone: String
    /// The latest logs; nil when none ever came.
    let receivedAt: Date?
    /// Until when nearly all lines are here; nil when that is not known.
    let completeUntil: Date?

    struct Link: Codable, Sendable {
        let name: String
        let href: String
        let current: Bool
    }

    struct Choice: Codable, Sendable {
        let value: String
        let name: String
        let current: Bool
    }

    struct Field: Codable, Sendable {
        let name: String
        let value: String
    }
}

extension StatisticsWriter {
    /// - Parameters:
    ///   - versions: to choose from.
    ///   - whole: whether the page can also show the period before, and renew itself.
    func bar(_ versions: [String: Int], receivedAt: Date?, completeUntil: Date? = nil, whole: Bool = false) -> StatisticsBar {
        let custom = ask.range.preset == nil
        let goesOn = ask.range.isOpen(now: ask.now)
        return StatisticsBar(
            presets: presets(),
            platforms: platforms(),
            versions: self.versions(versions),
            comparisons: whole ? comparisons() : [],
            refreshes: whole && goesOn ? refreshes() : [],
            from: ask.context.filled("from", custom ? time(ask.range.from) : ""),
            to: ask.context.filled("to", custom ? time(ask.range.to) : ""),
            kept: kept(),
            chips: chips(custom),
            previous: link(to: ask.range.previous),
            next: ask.range.next(now: ask.now).map(link(to:)),
            reset: ask.context.path,
            span: span,
            zone: formatter.zoneName,
            receivedAt: receivedAt,
            completeUntil: completeUntil
        )
    }

    private var query: Form { ask.context.query.setting("cursor", nil) }

    private var span: String {
        words[Message("statistics.span", ["from": time(ask.range.from), "to": time(ask.range.to)])]
    }

    private func presets() -> [StatisticsBar.Link] {
        let query = query.setting("from", nil).setting("to", nil)
        return StatisticsPreset.allCases.map { preset in
            .init(
                name: words["statistics.preset.\(preset.rawValue)"],
                href: ask.context.link(query.setting("range", preset.rawValue)),
                current: preset == ask.range.preset
            )
        }
    }

    private func platforms() -> [StatisticsBar.Choice] {
        let known = ask.app.platforms.map(\.platform)
        return [choice("", words["statistics.all"], ask.query.platform == nil)]
            + known.map { choice($0.rawValue, name(of: $0), $0 == ask.query.platform) }
    }

    /// The newest first, by the day each was first seen; the chosen one also when nothing of it is there.
    private func versions(_ firstDays: [String: Int]) -> [StatisticsBar.Choice] {
        let chosen = ask.query.version
        let known = firstDays.sorted { ($1.value, $1.key) < ($0.value, $0.key) }.prefix(200).map(\.key)
        let missing = chosen.map { known.contains($0) ? [] : [$0] } ?? []
        return [choice("", words["statistics.all"], chosen == nil)] + (missing + known).map { choice($0, $0, $0 == chosen) }
    }

    private func comparisons() -> [StatisticsBar.Choice] {
        StatisticsQuery.Comparison.allCases.map {
            choice($0.rawValue, words["statistics.compare.\($0.rawValue)"], ($0 == .previous) == ask.compared)
        }
    }

    private func refreshes() -> [StatisticsBar.Choice] {
        StatisticsQuery.Refresh.allCases.map { choice($0.rawValue, words["statistics.refresh.\($0.rawValue)"], $0 == ask.query.refresh ?? .live) }
    }

    private func choice(_ value: String, _ name: String, _ current: Bool) -> StatisticsBar.Choice {
        StatisticsBar.Choice(value: value, name: name, current: current)
    }

    private func kept() -> [StatisticsBar.Field] {
        let range = ask.range.preset.map { [StatisticsBar.Field(name: "range", value: $0.rawValue)] } ?? []
        return range + ["zone", "step", "sort", "limit"].compactMap { name in query[name].map { StatisticsBar.Field(name: name, value: $0) } }
    }

    /// Every filter that is set, as a link to the page without it.
    private func chips(_ custom: Bool) -> [StatisticsBar.Link] {
        func chip(_ key: String, _ value: String, without names: [String]) -> StatisticsBar.Link {
            let rest = names.reduce(query) { $0.setting($1, nil) }
            return .init(name: words[Message("statistics.chip.\(key)", ["value": value])], href: ask.context.link(rest), current: false)
        }
        return [
            ask.query.platform.map { chip("platform", name(of: $0), without: ["platform"]) },
            ask.query.version.map { chip("version", $0, without: ["version"]) },
            custom ? chip("range", span, without: ["from", "to"]) : nil,
            ask.query.step.map { chip("step", stepName($0.step), without: ["step"]) },
            ask.query.zone.map { chip("zone", $0, without: ["zone"]) },
        ].compactMap { $0 }
    }

    private func link(to range: StatisticsRange) -> String {
        let query = query.setting("range", nil).setting("from", formatter.iso(range.from)).setting("to", formatter.iso(range.to))
        return ask.context.link(query)
    }
}
