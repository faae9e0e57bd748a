import Foundation
import Web

/// What the guard of a release knows, as JSON shows it.
struct HotpatchGuardView: Codable, Sendable {
    let mode: HotpatchGuardMode
    let standing: HotpatchStanding
    /// Evidence of harm so far, 1 for none, and what it takes to halt.
    let evidence: Double
    let threshold: Double
    /// Part of all harmless releases that are ever halted, at most.
    let level: Double
    let questions: [Question]
    let arms: [Arm]
    /// Pearson's, of the sizes of the cohorts against an even draw; from `mostChiSquare` on nothing is decided.
    let chiSquare: Double
    let mostChiSquare: Double
    /// How many times as many devices of the treatment crash; null without a crash.
    let crashRatio: OrNull<Ratio>
    /// What would be seen by when, if the control goes on as it does.
    let reach: [Reach]
    /// Without a sign of life, after which a device is silent; null until it is known.
    let silenceHours: OrNull<Int>
    let silenceByHand: Bool
    let openedAt: OrNull<Date>
    let closedAt: OrNull<Date>
    /// With what people were told, or it was halted.
    let finding: OrNull<HotpatchFinding>
    let series: [Point]

    struct Question: Codable, Sendable {
        let question: HotpatchQuestion
        let evidence: Double
        /// Its part of the whole.
        let weight: Double
    }

    struct Arm: Codable, Sendable {
        let arm: HotpatchArm
        let devices: Int
        let crashed: Share
        let crashedAgain: Share
        let silent: Share
        let returned: Share
        /// Of one device 10 and 50 at most.
        let crashes: Int
        let actives: Int
        let crashesPerActive: OrNull<Double>
        let startups: Int
        /// Milliseconds.
        let medianStartup: OrNull<Int>
    }

    /// Devices, and their part of the arm with its 95 % interval.
    struct Share: Codable, Sendable {
        let devices: Int
        let rate: OrNull<Double>
        let low: OrNull<Double>
        let high: OrNull<Double>
    }

    struct Ratio: Codable, Sendable {
        /// Null when no device of the control crashed.
        let value: OrNull<Double>
        let low: Double
        let high: OrNull<Double>
    }

    struct Reach: Codable, Sendable {
        /// Times as many devices that crash.
        let ratio: Double
        /// Null when no device of the control crashed yet.
        let hours: OrNull<Double>
    }

    struct Point: Codable, Sendable {
        let at: Date
        let evidence: Double
    }
}

/// How it stands with a release, in a word.
enum HotpatchStanding: String, Codable, CaseIterable, Sendable {
    /// The guard is off; nothing has been seen yet; the comparison goes on.
    case off, empty, watching
    /// Nothing is decided, because of the cohorts' sizes, or of too many reports.
    case unbalanced, flooded
    /// There is harm, and the guard only tells; there was, and it halted.
    case harm, halted
    /// The release is over.
    case over
}

extension HotpatchGuardView {
    init(_ release: Hotpatch, _ watch: HotpatchWatch?, at now: Date) {
        let state = watch?.state ?? HotpatchWatchState()
        let known = state.known
        mode = release.plan.guardMode
        standing = HotpatchStanding(release, state, at: now)
        evidence = known.evidence.shown
        threshold = HotpatchVerdict.threshold
        level = HotpatchVerdict.level
        questions = HotpatchQuestion.allCases.map { Question(question: $0, evidence: known.evidence.shown($0), weight: $0.weight) }
        arms = HotpatchArm.allCases.map { Arm(known, $0) }
        chiSquare = known.sizes.chiSquare
        mostChiSquare = HotpatchSizes.mostChiSquare
        crashRatio = OrNull(HotpatchRatio(treatment: known.treatment.crashed, control: known.control.crashed).map(Ratio.init))
        let hours = watch.map { (($0.closedAt ?? now).timeIntervalSince($0.openedAt)) / 3_600 } ?? 0
        reach = HotpatchReach.ratios.map { ratio in
            Reach(ratio: ratio, hours: OrNull(HotpatchReach.hours(for: ratio, control: known.control.crashed, in: hours)))
        }
        silenceHours = OrNull(watch?.silenceHours)
        silenceByHand = watch?.silenceByHand ?? false
        openedAt = OrNull(watch?.openedAt)
        closedAt = OrNull(watch?.closedAt)
        finding = OrNull(state.finding)
        series = state.series.points.map { Point(at: Date(milliseconds: $0.at), evidence: exp(min($0.log, log(1e12)))) }
    }
}

extension HotpatchGuardView.Arm {
    init(_ known: HotpatchCase, _ arm: HotpatchArm) {
        let (tally, size) = (known[arm], known.size(of: arm))
        self.arm = arm
        devices = size
        crashed = .init(tally.crashed, of: size)
        crashedAgain = .init(tally.crashedAgain, of: size)
        silent = .init(tally.silent, of: size)
        returned = .init(tally.returned, of: size)
        crashes = tally.crashes
        actives = tally.actives
        crashesPerActive = OrNull(StatisticsRate.of(tally.crashes, tally.actives))
        startups = tally.measuredStarts
        medianStartup = OrNull(tally.medianStartup)
    }
}

extension HotpatchGuardView.Share {
    init(_ part: Int, of whole: Int) {
        let interval = StatisticsRate.interval(part, of: whole)
        self.init(
            devices: part,
            rate: OrNull(StatisticsRate.of(part, whole)),
            low: OrNull(interval?.lowerBound),
            high: OrNull(interval?.upperBound)
        )
    }
}

extension HotpatchGuardView.Ratio {
    init(_ ratio: HotpatchRatio) {
        self.init(value: OrNull(ratio.value), low: ratio.low, high: OrNull(ratio.high))
    }
}

extension HotpatchStanding {
    init(_ release: Hotpatch, _ state: HotpatchWatchState, at now: Date) {
        if release.kept == .halted {
            self = .halted
        } else if !release.state(at: now).isLive {
            self = release.kept == .draft ? .empty : .over
        } else if release.plan.guardMode == .off {
            self = .off
        } else if let freeze = state.freeze {
            self = freeze == .unbalanced ? .unbalanced : .flooded
        } else if HotpatchVerdict.isHarm(state.known) {
            self = .harm
        } else {
            self = state.known.size(of: .treatment) + state.known.size(of: .control) == 0 ? .empty : .watching
        }
    }
}
