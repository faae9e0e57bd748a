import Foundation
import Web

/// An alert as JSON and pages show it.
struct AlertView: Codable, Sendable {
    let id: String
    let at: Date
    let kind: AlertKind
    /// Null for what the console says of itself. The rule may be gone.
    let rule: OrNull<Rule>
    /// What happened, in the reader's language.
    let title: String
    /// What is known of it, a line each.
    let lines: [String]
    let facts: AlertFacts
    let readAt: OrNull<Date>
    /// Null when nobody has read it.
    let readBy: OrNull<String>

    struct Rule: Codable, Sendable {
        let id: String
        /// As it was called then.
        let name: String
    }

    init(_ alert: Alert, _ app: App, _ writer: AlertWriter) {
        id = alert.id
        at = alert.at
        kind = alert.kind
        rule = OrNull(alert.ruleId.isEmpty ? nil : Rule(id: alert.ruleId, name: alert.ruleName))
        title = writer.title(alert, in: app.name)
        lines = writer.lines(alert)
        facts = alert.facts
        readAt = OrNull(alert.readAt)
        readBy = OrNull(alert.readBy.orNil)
    }
}

/// What `Views/Alerts/list` shows beside the list itself.
struct AlertListPage: Codable, Sendable {
    let rows: [Row]
    let kinds: [Kind]
    let unread: Bool
    let filtered: Bool
    let hasRules: Bool
    let hasChannels: Bool
    let mayEdit: Bool
    /// Whether any on this page is unread.
    let anyUnread: Bool
    let now: Date
    let pager: Pager

    struct Row: Codable, Sendable {
        let alert: AlertView
        let isUnread: Bool
        let tone: AlertTone
    }

    struct Kind: Codable, Sendable {
        let kind: AlertKind
        let chosen: Bool
    }

    init(_ list: List<AlertView>, _ filter: AlertFilter, _ place: ListPlace, hasRules: Bool, hasChannels: Bool, _ app: App, _ context: Context) {
        rows = list.items.map { Row(alert: $0, isUnread: $0.readAt.value == nil, tone: AlertTone($0.kind)) }
        kinds = AlertKind.allCases.map { Kind(kind: $0, chosen: $0 == filter.kind) }
        unread = filter.unread
        filtered = filter.unread || filter.kind != nil
        self.hasRules = hasRules
        self.hasChannels = hasChannels
        mayEdit = context.mayOperate(app.id)
        anyUnread = rows.contains(where: \.isUnread)
        now = context.reader.now
        pager = Pager(list, place, context)
    }
}

/// What `Views/Alerts/alert` shows beside the alert itself.
struct AlertPage: Codable, Sendable {
    let tone: AlertTone
    /// What is known of it beside its groups, which have links.
    let known: [String]
    let sent: [AlertDeliveryRow]
    let mayRead: Bool

    init(_ alert: Alert, _ deliveries: [AlertDelivery], _ writer: AlertWriter, mayRead: Bool) {
        tone = AlertTone(alert.kind)
        known = writer.lines(alert, naming: false)
        sent = deliveries.map(AlertDeliveryRow.init)
        self.mayRead = mayRead
    }
}

/// How bad it is, for the eye.
struct AlertTone: Codable, Sendable {
    let bad: Bool
    let warn: Bool

    init(_ kind: AlertKind) {
        bad = kind == .crashRate || kind == .regression || kind == .devices || kind == .hotpatch
        warn = !bad
    }
}
