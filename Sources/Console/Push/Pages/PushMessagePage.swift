import Foundation
import Web

/// What the page of one message shows beside its fields.
struct PushMessagePage: Codable, Sendable {
    /// The same as the page's own fields, for partial views that stand on other pages too.
    let message: PushMessageView
    let facts: PushFacts
    let look: PushLook
    let funnel: [Step]
    let reasons: [Reason]
    let chart: SafeHTML
    let hasHours: Bool
    let history: [PushEvent]
    let tests: [Run]
    let runs: [Run]
    /// Where the page hears that something changed; empty when nothing will.
    let live: String
    let may: May
    let typed: Typed
    /// Until when it may be cancelled; null when nobody can.
    let cancellableUntil: OrNull<Date>

    /// One of the figures with its share of the audience.
    struct Step: Codable, Sendable {
        let step: PushFunnelStep
        let devices: Int
        let share: Double
        let bar: SafeHTML
        /// To the deliveries that are meant; empty where no list shows just these.
        let state: String
    }

    /// Why devices did not get it, and what to do about it.
    struct Reason: Codable, Sendable {
        let outcome: PushTallyOutcome
        let reason: String
        let devices: Int
        let advice: PushAdvice
    }

    /// A run or a test.
    struct Run: Codable, Sendable {
        let message: PushMessageView
        let facts: PushFacts
        /// Of a run when it was due.
        let due: Date
    }

    struct Typed: Codable, Sendable {
        let device: String
        let reason: String
    }

    /// Which buttons there are.
    struct May: Codable, Sendable {
        let edit: Bool
        let review: Bool
        let cancel: Bool
        let stop: Bool
        let test: Bool
        let copy: Bool
        let decide: Bool
        /// It is the asker's own question: it can be taken back, not agreed to.
        let own: Bool
    }
}

/// The figures in the order in which devices go through them.
enum PushFunnelStep: String, Codable, CaseIterable, Sendable {
    case queued, sent, failed, unknown, skipped, arrived, opened, ignored

    /// Whether it says what devices did afterwards: such figures are part of others, not of the sum.
    var isReport: Bool { [.arrived, .opened, .ignored].contains(self) }

    fileprivate func count(_ figures: PushFigures) -> Int {
        switch self {
        case .queued: figures.queued
        case .sent: figures.sent
        case .failed: figures.failed
        case .unknown: figures.unknown
        case .skipped: figures.skipped
        case .arrived: figures.arrived
        case .opened: figures.opened
        case .ignored: figures.ignored
        }
    }

    fileprivate var style: Int {
        switch self {
        case .queued, .skipped: 6
        case .sent: 1
        case .failed: 2
        case .unknown: 5
        case .arrived, .opened: 3
        case .ignored: 4
        }
    }
}

/// What a page needs that is not of the message's row.
struct PushMessageParts: Sendable {
    var statistics: PushStatistics
    var history: [PushEvent]
    var tests: [PushMessageView]
    var runs: [PushMessageView]
    /// Account that asked what is open.
    var asker: String?
    var chart: SafeHTML
}

extension PushMessagePage {
    init(_ message: PushMessage, _ view: PushMessageView, _ parts: PushMessageParts, _ app: App, _ context: Context) {
        self.message = view
        facts = PushFacts(view)
        look = PushLook(PushPreview(message.content, message.plan.parameters, message: message.id), app: app.name)
        let figures = parts.statistics.figures
        // A repeated message has figures from its first run on.
        let isCounted = message.state != .draft && (!message.isRepeated || figures.audience > 0)
        funnel = isCounted ? PushFunnelStep.allCases.map { Step($0, figures, isListed: !message.isRepeated) } : []
        reasons = parts.statistics.reasons.map {
            Reason(outcome: $0.outcome, reason: $0.reason, devices: $0.devices, advice: PushAdvice($0.outcome, $0.reason))
        }
        chart = parts.chart
        hasHours = !parts.statistics.hours.isEmpty
        history = parts.history
        tests = parts.tests.map { Run(message: $0, facts: PushFacts($0), due: $0.createdAt) }
        runs = parts.runs.map { Run(message: $0, facts: PushFacts($0), due: $0.schedule.at.value ?? $0.createdAt) }
        let isMoving = message.state == .confirmed || message.state == .sending || parts.tests.contains { $0.state == .sending }
        live = isMoving ? "/apps/\(app.id)/push-messages/\(message.id)/live" : ""
        may = May(message, view, asker: parts.asker, context)
        typed = Typed(device: context.filled("device"), reason: context.filled("reason"))
        cancellableUntil = OrNull(message.sendsAt.flatMap { message.state == .confirmed && $0 > context.reader.now ? $0 : nil })
    }
}

extension PushMessagePage.Step {
    /// - Parameter isListed: the message has deliveries of its own, not only its runs.
    fileprivate init(_ step: PushFunnelStep, _ figures: PushFigures, isListed: Bool) {
        let (devices, whole) = (step.count(figures), Double(max(figures.audience, 1)))
        self.init(
            step: step,
            devices: devices,
            share: Double(devices) / whole,
            bar: Bars.bar(Double(devices) / whole, style: step.style),
            state: step.isReport || step == .queued || !isListed ? "" : step.rawValue
        )
    }
}

extension PushMessagePage.May {
    init(_ message: PushMessage, _ view: PushMessageView, asker: String?, _ context: Context) {
        let operates = Policy.role(.operator).admits(context.viewer, app: message.app)
        let releases = Policy.role(.releaser).admits(context.viewer, app: message.app)
        let isDraft = message.kind == .message && message.state == .draft
        let isAsked = view.asked.value != nil
        let isOwn = isAsked && asker == (context.viewer?.account ?? context.viewer?.id)
        self.init(
            edit: operates && isDraft,
            review: operates && isDraft,
            cancel: releases && message.state.after(.cancellation) != nil,
            stop: releases && message.state.after(.stop) != nil,
            test: operates && isDraft,
            copy: operates && message.kind == .message,
            decide: releases && isAsked && !isOwn,
            own: releases && isOwn
        )
    }
}
