import Foundation

/// What a simulated patch does to the devices that get it.
public enum HotpatchTrialPatch: String, CaseIterable, Sendable {
    /// Nothing.
    case harmless
    /// Twice as many devices crash.
    case doubling
    /// Nine of ten devices hang before they say anything.
    case hanging
    /// Starts take a third longer.
    case slowing
}

/// A rollout made up of seeded chance, folded through the guard's own code: first exposures, crashes, returns, silences and starts in the order of time.
public struct HotpatchTrial: Sendable {
    /// Devices of the app, and how many percent of them get the patch.
    public var devices = 200_000
    public var percentage = 10.0
    /// Part of the devices that crash within the time that is simulated, without the patch.
    public var crashRate = 0.01
    public var patch = HotpatchTrialPatch.harmless
    /// Hours that are simulated; devices are exposed during the first ``arrivals`` of them.
    public var hours = 168.0
    public var arrivals = 48.0
    /// Hours without a sign of life that make a device silent.
    public var silence = 72.0

    public init() {}

    /// What came of one.
    public struct Outcome: Sendable {
        /// Whether and when the guard halted, in hours.
        public let halted: Double?
        /// By then, of both arms: exposed devices, first crashes.
        public let exposed: Int
        public let crashed: Int
        let loudest: HotpatchQuestion
        /// The question that said most.
        public var why: String { loudest.rawValue }
    }

    /// - Parameter number: of the rollout: each number has chance of its own.
    public func run(seed: UInt64, number: Int) -> Outcome {
        var random = TelemetrySeedRandom(seed: seed, purpose: "hotpatch trial \(patch.rawValue) \(number)")
        var run = HotpatchTrialRun(trial: self)
        run.draw(&random)
        return run.play()
    }
}

/// One rollout on its way.
private struct HotpatchTrialRun {
    let trial: HotpatchTrial
    private var devices: [HotpatchDevice] = []
    private var exposedAt: [Int] = []
    private var events: [Event] = []
    private var state = HotpatchCase()

    /// `back` with the milliseconds of its start.
    private enum Happening {
        case exposed, crash, deadline
        case back(Int)
    }

    private struct Event {
        let at: Int
        let device: Int
        let what: Happening
    }

    init(trial: HotpatchTrial) {
        self.trial = trial
    }

    mutating func draw(_ random: inout TelemetrySeedRandom) {
        for _ in 0..<trial.devices {
            let bucket = Int(random.next() % UInt64(RolloutShare.buckets))
            guard let arm = HotpatchCohort.arm(bucket: bucket, percentage: trial.percentage) else { continue }
            draw(HotpatchCohort.slice(of: bucket), arm, &random)
        }
        events.sort { ($0.at, $0.device) < ($1.at, $1.device) }
    }

    private mutating func draw(_ slice: Int, _ arm: HotpatchArm, _ random: inout TelemetrySeedRandom) {
        let patch = arm == .treatment ? trial.patch : .harmless
        let id = devices.count
        // Those who use the app much come first and crash more.
        let use = random.logNormal(median: 1, spread: 0.5)
        let start = Self.milliseconds(min(trial.arrivals, random.unit() * trial.arrivals / max(use, 0.3)))
        devices.append(HotpatchDevice(arm: arm, slice: slice, seenAt: start))
        events.append(Event(at: start, device: id, what: .exposed))
        let hangs = patch == .hanging && random.chance(0.9)
        if hangs { return silent(id, after: start) }
        comeBack(id, start, use, slowed: patch == .slowing, &random)
        // E[use] is exp(spread² / 2).
        let rate = trial.crashRate * (patch == .doubling ? 2 : 1) * use / exp(0.125)
        guard random.chance(min(rate, 1)) else { return }
        var at = start
        repeat {
            at += Self.milliseconds(random.unit() * trial.hours / 2)
            events.append(Event(at: at, device: id, what: .crash))
        } while random.chance(0.3)
    }

    private mutating func comeBack(_ id: Int, _ start: Int, _ use: Double, slowed: Bool, _ random: inout TelemetrySeedRandom) {
        // Some never come back, patch or not.
        guard !random.chance(0.03) else { return silent(id, after: start) }
        let back = start + Self.milliseconds(random.logNormal(median: 8, spread: 1) / use)
        silent(id, after: start, unless: back)
        let milliseconds = Int(random.logNormal(median: slowed ? 1_200 : 900, spread: 0.5))
        events.append(Event(at: back, device: id, what: .back(milliseconds)))
    }

    private mutating func silent(_ id: Int, after start: Int, unless back: Int = .max) {
        let deadline = start + Self.milliseconds(trial.silence)
        if back > deadline { events.append(Event(at: deadline, device: id, what: .deadline)) }
    }

    /// The decision is looked for after each event, more often than the worker does.
    mutating func play() -> HotpatchTrial.Outcome {
        var counts = HotpatchCounts()
        let end = Self.milliseconds(trial.hours)
        for event in events where event.at <= end {
            let (arm, slice) = (devices[event.device].arm, devices[event.device].slice)
            switch event.what {
            case .exposed:
                counts[arm, slice] += 1
                exposedAt.append(event.at)
                if exposedAt.count % 100 == 0 { state.resize(counts, peak: trial.percentage) }
                continue
            case .crash: fold(HotpatchReport(crashes: 1, seenAt: event.at), event)
            case .back(let milliseconds): fold(HotpatchReport(actives: 1, seenAt: event.at, startup: milliseconds), event)
            case .deadline: state.silence(&devices[event.device])
            }
            if HotpatchVerdict.isHarm(state), state.freeze(at: event.at) == nil { return outcome(at: event.at) }
        }
        return outcome(at: nil)
    }

    private mutating func fold(_ report: HotpatchReport, _ event: Event) {
        state.fold(report, into: &devices[event.device], at: event.at)
    }

    private func outcome(at time: Int?) -> HotpatchTrial.Outcome {
        HotpatchTrial.Outcome(
            halted: time.map { Double($0) / 3_600_000 },
            exposed: exposedAt.count,
            crashed: state.treatment.crashed + state.control.crashed,
            loudest: state.evidence.loudest
        )
    }

    private static func milliseconds(_ hours: Double) -> Int { Int(hours * 3_600_000) }
}
