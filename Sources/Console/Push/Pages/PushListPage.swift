import Foundation
import Web

/// What the page of all messages shows beside the list.
struct PushListPage: Codable, Sendable {
    let rows: [Row]
    let states: [StateChoice]
    let q: String
    /// Whether a filter is set.
    let filtered: Bool
    let mayEdit: Bool
    let pager: Pager

    struct Row: Codable, Sendable {
        let message: PushMessageView
        let facts: PushFacts
    }

    struct StateChoice: Codable, Sendable {
        let state: PushMessageState
        let chosen: Bool
    }

    init(_ list: List<PushMessageView>, _ filter: PushMessageFilter, _ pager: Pager, _ app: App, _ context: Context) {
        rows = list.items.map { Row(message: $0, facts: PushFacts($0)) }
        states = PushMessageState.allCases.map { StateChoice(state: $0, chosen: $0 == filter.state) }
        q = filter.text ?? ""
        filtered = filter.state != nil || filter.text != nil
        mayEdit = Policy.role(.operator).admits(context.viewer, app: app.id)
        self.pager = pager
    }
}

/// What templates ask of a message beside its fields.
struct PushFacts: Codable, Sendable {
    /// The state as a colour.
    let good: Bool
    let warn: Bool
    let bad: Bool
    let plain: Bool
    let draft: Bool
    let frozen: Bool
    let confirmed: Bool
    let sending: Bool
    let isRepeated: Bool
    let isTest: Bool
    let isRun: Bool
    let repeats: PushRepeat
    let deviceLocal: Bool
    let targetKind: PushTargetKind
    /// How many it names itself; null where only the database knows.
    let named: OrNull<Int>
    /// What it names, shortened; the conditions of a segment, with `;` between them.
    let targetWords: String
    /// Of what was done with its devices, 0 to 1.
    let progress: Double
    /// The data as JSON; empty for none.
    let data: String
    /// A line each.
    let parameters: String

    init(_ view: PushMessageView) {
        good = view.state == .done
        warn = view.state == .confirmed || view.state == .sending
        bad = view.state == .stopped
        plain = view.state == .cancelled
        (draft, confirmed, sending) = (view.state == .draft, view.state == .confirmed, view.state == .sending)
        frozen = view.audience.value != nil
        isRepeated = view.kind == .message && view.schedule.repeats != .none
        (isTest, isRun) = (view.kind == .test, view.kind == .run)
        (repeats, deviceLocal) = (view.schedule.repeats, view.schedule.deviceLocal)
        targetKind = view.target.kind ?? .devices
        named = OrNull(view.target.named)
        targetWords = view.target.spoken
        let figures = view.figures
        progress = figures.audience > 0 ? Double(figures.decided) / Double(figures.audience) : 0
        data = view.data.isEmpty ? "" : JSONValue.object(view.data).text(pretty: true)
        parameters = view.parameters.sorted { $0.key < $1.key }.map { "#\($0.key)# = \($0.value)" }.joined(separator: "\n")
    }
}
