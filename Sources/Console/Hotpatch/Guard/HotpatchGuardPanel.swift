import Foundation
import Web

/// What the release page shows of the guard: `Views/Hotpatch/guard`.
struct HotpatchGuardPanel: Codable, Sendable {
    let view: HotpatchGuardView
    let tone: Tone
    let chart: SafeHTML
    let rows: [Row]
    let questions: [QuestionRow]
    let reach: [ReachRow]
    let sizes: [SizeRow]
    /// Evidence, chi-square, ratio and its bounds with their digits.
    let evidence: String
    let threshold: String
    let chiSquare: String
    let mostChiSquare: String
    let ratio: Ratio?
    let isWatched: Bool
    let mayEdit: Bool
    let modes: [Mode]
    let silence: String

    struct Tone: Codable, Sendable {
        let good: Bool
        let warn: Bool
        let bad: Bool
    }

    /// One figure of both arms.
    struct Row: Codable, Sendable {
        let figure: HotpatchFigure
        let treatment: Cell
        let control: Cell
    }

    struct Cell: Codable, Sendable {
        let value: String
        /// Of 95 %; empty for none.
        let interval: String
    }

    struct QuestionRow: Codable, Sendable {
        let question: HotpatchQuestion
        let evidence: String
        let weight: Double
        let loud: Bool
    }

    struct ReachRow: Codable, Sendable {
        let ratio: String
        /// Null when it cannot be said.
        let at: OrNull<Date>
        /// It would be seen already.
        let now: Bool
    }

    struct SizeRow: Codable, Sendable {
        let arm: HotpatchArm
        let devices: Int
    }

    struct Ratio: Codable, Sendable {
        let value: String
        let low: String
        let high: String
    }

    struct Mode: Codable, Sendable {
        let mode: HotpatchGuardMode
        let chosen: Bool
    }
}

/// What both arms are compared by, as rows of a table.
enum HotpatchFigure: String, Codable, CaseIterable, Sendable {
    case crashed, crashedAgain, crashesPerActive, silent, returned, startup
}

extension HotpatchGuardPanel {
    init(_ release: Hotpatch, _ view: HotpatchGuardView, chart: SafeHTML, _ words: Catalogue.Words, _ context: Context) {
        let formatter = context.reader.formatter(words)
        let isLive = release.state(at: context.reader.now).isLive
        self.view = view
        self.chart = chart
        tone = Tone(view.standing)
        rows = HotpatchFigure.allCases.map { figure in
            Row(figure: figure, treatment: Cell(figure, view.arms[0], formatter), control: Cell(figure, view.arms[1], formatter))
        }
        let loudest = view.questions.max { $0.weight * $0.evidence < $1.weight * $1.evidence }?.question
        questions = view.questions.map {
            QuestionRow(question: $0.question, evidence: Self.digits($0.evidence, formatter), weight: $0.weight, loud: $0.question == loudest)
        }
        reach = isLive ? view.reach.map { ReachRow($0, context.reader.now) } : []
        sizes = view.arms.map { SizeRow(arm: $0.arm, devices: $0.devices) }
        evidence = Self.digits(view.evidence, formatter)
        threshold = Self.digits(view.threshold, formatter)
        chiSquare = Self.digits(view.chiSquare, formatter)
        mostChiSquare = Self.digits(view.mostChiSquare, formatter)
        ratio = view.crashRatio.value.map { Ratio($0, formatter) }
        isWatched = view.openedAt.value != nil
        mayEdit = isLive && Policy.role(.releaser).admits(context.viewer, app: release.app)
        modes = HotpatchGuardMode.allCases.map { Mode(mode: $0, chosen: $0 == view.mode) }
        silence = context.filled("silenceHours", view.silenceHours.value.map { "\($0)" } ?? "")
    }

    /// Two digits below ten, none above.
    static func digits(_ value: Double, _ formatter: ReaderFormatter) -> String {
        if value >= 1e12 { return "> 10^12" }
        return value < 10 ? String(format: "%.2f", value) : formatter.number(value)
    }
}

extension HotpatchGuardPanel.Tone {
    init(_ standing: HotpatchStanding) {
        self.init(
            good: standing == .watching,
            warn: [.unbalanced, .flooded, .off].contains(standing),
            bad: standing == .harm || standing == .halted
        )
    }
}

extension HotpatchGuardPanel.Cell {
    init(_ figure: HotpatchFigure, _ arm: HotpatchGuardView.Arm, _ formatter: ReaderFormatter) {
        switch figure {
        case .crashed: self.init(arm.crashed, formatter)
        case .crashedAgain: self.init(arm.crashedAgain, formatter)
        case .silent: self.init(arm.silent, formatter)
        case .returned: self.init(arm.returned, formatter)
        case .crashesPerActive:
            let counts = "\(formatter.number(Double(arm.crashes))) / \(formatter.number(Double(arm.actives)))"
            self.init(value: arm.crashesPerActive.value.map { String(format: "%.4f", $0) } ?? "-", interval: counts)
        case .startup:
            let count = arm.startups > 0 ? "n = \(formatter.number(Double(arm.startups)))" : ""
            self.init(value: arm.medianStartup.value.map { formatter.milliseconds(Double($0)) } ?? "-", interval: count)
        }
    }

    private init(_ share: HotpatchGuardView.Share, _ formatter: ReaderFormatter) {
        guard let rate = share.rate.value else {
            self.init(value: "-", interval: "")
            return
        }
        var interval = ""
        if let low = share.low.value, let high = share.high.value { interval = "\(formatter.percent(low))–\(formatter.percent(high))" }
        self.init(value: "\(formatter.number(Double(share.devices))) · \(formatter.percent(rate))", interval: interval)
    }
}

extension HotpatchGuardPanel.ReachRow {
    init(_ reach: HotpatchGuardView.Reach, _ now: Date) {
        let hours = reach.hours.value
        ratio = String(format: "%.2f", reach.ratio)
        at = OrNull(hours.flatMap { $0 < 24 * 365 ? now.addingTimeInterval($0 * 3_600) : nil })
        self.now = hours == 0
    }
}

extension HotpatchGuardPanel.Ratio {
    init(_ ratio: HotpatchGuardView.Ratio, _ formatter: ReaderFormatter) {
        value = ratio.value.value.map { "\(HotpatchGuardPanel.digits($0, formatter))×" } ?? "-"
        low = HotpatchGuardPanel.digits(ratio.low, formatter)
        high = ratio.high.value.map { HotpatchGuardPanel.digits($0, formatter) } ?? "∞"
    }
}
