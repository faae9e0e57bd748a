import Foundation
import Web

/// What the page of one release shows beside its fields.
struct UpdatePage: Codable, Sendable {
    let facts: UpdateFacts
    let ruleRows: [Rule]
    let history: [UpdateEvent]
    /// The share of active devices by day; absent for a draft.
    let chart: SafeHTML
    let may: May
    let typed: Typed

    /// What was typed.
    struct Typed: Codable, Sendable {
        let whitelist: String
        let percentage: String
    }

    /// Which buttons there are.
    struct May: Codable, Sendable {
        let edit: Bool
        let publish: Bool
        let pause: Bool
        let resume: Bool
        let end: Bool
        let raise: Bool
        let setUsers: Bool
        /// Who is named is shown to those who may name users.
        let seeUsers: Bool
    }

    struct Rule: Codable, Sendable {
        let element: UpdateRule.Element
        let operation: UpdateRule.Operation
        let value: String
    }

    init(_ update: Update, history: [UpdateEvent], chart: SafeHTML?, _ context: Context) {
        let now = context.reader.now
        facts = UpdateFacts(UpdateView(update, address: update.plan.downloadURL, at: now))
        ruleRows = update.plan.rules.map { rule in
            let words = rule.value.items.prefix(20).joined(separator: rule.operation.isRange ? "-" : ", ")
            return Rule(element: rule.element, operation: rule.operation, value: words + (rule.value.items.count > 20 ? " …" : ""))
        }
        self.history = history
        self.chart = chart ?? .empty
        may = May(update, update.state(at: now), context)
        typed = Typed(whitelist: context.filled("whitelist"), percentage: context.filled("percentage"))
    }
}

extension UpdatePage.May {
    init(_ update: Update, _ state: UpdateState, _ context: Context) {
        let operates = Policy.role(.operator).admits(context.viewer, app: update.app)
        let releases = Policy.role(.releaser).admits(context.viewer, app: update.app)
        let isOpen = [.draft, .running, .paused].contains(state)
        self.init(
            edit: operates && state == .draft,
            publish: releases && state.after(.publication) != nil,
            pause: releases && state.after(.pause) != nil,
            resume: releases && state.after(.resume) != nil,
            end: releases && state.after(.end) != nil,
            raise: releases && update.plan.mode == .percentage && [.running, .paused].contains(state),
            setUsers: update.plan.mode == .whitelist && isOpen && (state == .draft ? operates : releases),
            seeUsers: update.plan.mode == .whitelist && update.named > 0 && operates
        )
    }
}

/// What `Views/Updates/preview` shows beside the figures.
struct UpdatePreviewPage: Codable, Sendable {
    let update: UpdateView
    let facts: UpdateFacts
    /// The share as a bar.
    let bar: SafeHTML
    let tables: [Table]
    /// Logs told of no device lately.
    let nobody: Bool
    let mayPublish: Bool

    struct Table: Codable, Sendable {
        let element: RolloutElement
        let rows: [Row]
    }

    struct Row: Codable, Sendable {
        let part: RolloutPreviewPart
        let bar: SafeHTML
    }

    init(_ update: UpdateView, _ preview: UpdatePreview, _ app: App, _ context: Context) {
        self.update = update
        facts = UpdateFacts(update)
        let audience = preview.audience
        bar = Bars.bar(audience.share.value)
        tables = [(.version, audience.versions), (.model, audience.models), (.osVersion, audience.osVersions)].map { element, parts in
            Table(element: element, rows: parts.map { Row(part: $0, bar: Bars.bar(Double($0.matching) / Double(max($0.devices, 1)))) })
        }
        nobody = audience.examined == 0
        mayPublish = update.state == .draft && Policy.role(.releaser).admits(context.viewer, app: app.id)
    }
}
