import Foundation
import MainSiteClient

/// What the devices of a part of the fleet do, and what they make of answers. No network in here.
final class SimulatorLife {
    private let plan: SimulatorPlan
    private let random: SimulatorRandom
    private let stops: () -> Bool
    private(set) var fleet: SimulatorFleet
    private(set) var lines: SimulatorLines
    var tally = SimulatorTally()
    /// What is asked before any other device wakes.
    private var follow: [SimulatorAsk] = []
    private var packages: [String: Result<Void, HotpatchFault>] = [:]
    private var known: [[UInt8]: HotpatchAnswer] = [:]
    private let now: () -> Date

    /// Answers and packages that are remembered: there are few, as devices get the same ones.
    private static let mostKnown = 64

    init(_ number: Int, _ shared: SimulatorShared, now: @escaping () -> Date = { Date() }) {
        (plan, random, stops, self.now) = (shared.plan, shared.random, { shared.isStopping }, now)
        fleet = SimulatorFleet(shard: number, of: plan.shards, plan, random)
        lines = SimulatorLines(plan)
    }

    func device(_ device: Int) -> SimulatorDevice { SimulatorDevice(fleet.number(device), plan, random) }

    /// The patch version a device says it holds.
    func current(_ device: Int) -> String? { fleet.held(device).map { fleet.versions[Int($0)] } }

    var nextWake: Double? { fleet.queue.next }
    /// Whether nothing is left to be sent.
    var isIdle: Bool { follow.isEmpty && !lines.isWaiting }

    // MARK: asking

    /// What is to be sent now.
    /// - Parameter time: seconds since the beginning.
    func asks(at time: Double, upTo most: Int) -> [SimulatorAsk] {
        guard most > 0 else { return [] }
        if let batch = lines.take(at: time, all: stops()) { follow.append(SimulatorAsk(kind: .lines(batch), device: 0)) }
        var asks = Array(follow.prefix(most))
        follow.removeFirst(asks.count)
        while !stops(), asks.count < most, let (device, _) = fleet.wake(at: time) {
            if start(device) { asks.append(SimulatorAsk(kind: .query, device: device)) }
        }
        return asks
    }

    /// A request had no answer. Questions are asked again soon; the rest goes out again as it was, which the console tells from a second one.
    func lose(_ ask: SimulatorAsk, at time: Double) {
        var ask = ask
        ask.failures += 1
        if case .query = ask.kind { return fleet.sleep(ask.device, until: time + 1) }
        if ask.failures < SimulatorAsk.mostFailures { return follow.append(ask) }
        if case .download = ask.kind { fleet.sleep(ask.device, until: time + pause(ask.device, 0)) }
    }

    // MARK: answers

    func hear(_ answer: SimulatorAnswer, to ask: SimulatorAsk, at time: Double) {
        tally.count(ask.operation, answer.code == 0 ? answer.status : answer.code)
        switch ask.kind {
        case .query: hear(answer, of: ask.device, at: time)
        case .download(let offer): hear(answer, package: offer, of: ask.device, at: time)
        case .report, .lines, .crash:
            // Too fast: once more, as a device does, but not for ever.
            if answer.code == 1002 || answer.status == 429 || answer.status >= 500 { lose(ask, at: time) }
        }
    }

    private func hear(_ answer: SimulatorAnswer, of device: Int, at time: Double) {
        if answer.code == 1000, answer.body != Self.nothing, let told = read(answer.body) {
            let held = fleet.held(device)
            if let held, told.rollback?.contains(fleet.versions[Int(held)]) == true { rollBack(device, held, at: time) }
            if let offer = told.patch, let patch = fleet.patch(offer.version), fleet.wants(device, patch) {
                tally.change(offer.version) {
                    $0.offered += 1
                    $0.firstOffer = $0.firstOffer ?? time
                }
                return follow.append(SimulatorAsk(kind: .download(offer), device: device))
            }
        }
        use(device, at: time)
    }

    private static let nothing = Array(#"{"patch":null}"#.utf8)

    private func read(_ body: [UInt8]) -> HotpatchAnswer? {
        if let answer = known[body] { return answer }
        guard let answer = try? JSONDecoder().decode(HotpatchAnswer.self, from: Data(body)) else {
            tally.count(error: "an answer that cannot be read")
            return nil
        }
        if known.count < Self.mostKnown { known[body] = answer }
        return answer
    }

    private func rollBack(_ device: Int, _ patch: UInt16, at time: Double) {
        fleet.drop(device, patch)
        report(device, patch, .rolledback)
        tally.change(fleet.versions[Int(patch)]) {
            $0.rolledBack += 1
            $0.holding -= 1
            $0.firstRollback = $0.firstRollback ?? time
            $0.lastRollback = time
        }
    }

    // MARK: packages

    private func hear(_ answer: SimulatorAnswer, package offer: HotpatchOffer, of device: Int, at time: Double) {
        guard answer.status == 200, let patch = fleet.patch(offer.version) else { return use(device, at: time) }
        if case .failure(let fault) = check(answer.body, offer) {
            fleet.drop(device, patch)
            report(device, patch, .failed, fault)
            tally.change(offer.version) { $0.failed += 1 }
            return use(device, at: time)
        }
        if let old = current(device) { tally.change(old) { $0.holding -= 1 } }
        fleet.keep(device, patch, waits: offer.runAt == .nextLaunch)
        report(device, patch, .downloaded)
        tally.change(offer.version) {
            $0.downloaded += 1
            $0.holding += 1
        }
        if offer.runAt == .nextLaunch || apply(device, patch) { use(device, at: time) }
    }

    /// Every package is held against its digest; the first of each is opened too, as ``Hotpatches`` does it, where keys are known.
    private func check(_ bytes: [UInt8], _ offer: HotpatchOffer) -> Result<Void, HotpatchFault> {
        guard bytes.count == offer.size else { return .failure(.size) }
        guard HotpatchPackage.digest(bytes) == offer.sha256 else { return .failure(.digest) }
        if let before = packages[offer.sha256] { return before }
        let result = open(bytes, offer)
        if packages.count < Self.mostKnown { packages[offer.sha256] = result }
        return result
    }

    private func open(_ bytes: [UInt8], _ offer: HotpatchOffer) -> Result<Void, HotpatchFault> {
        guard !plan.keys.isEmpty else { return .success(()) }
        do throws(HotpatchFault) {
            let package = try HotpatchPackage.open(bytes, format: offer.format, keys: plan.keys, secret: Array(plan.secret.utf8))
            return Data(base64Encoded: offer.signature) == Data(package.signature) ? .success(()) : .failure(.signature)
        } catch {
            return .failure(error)
        }
    }

    /// - Returns: whether the device is still there.
    private func apply(_ device: Int, _ patch: UInt16) -> Bool {
        let version = fleet.versions[Int(patch)]
        if plan.scenario == .hangs, random.unit(.hang, fleet.number(device)) < plan.effect {
            tally.change(version) {
                $0.hung += 1
                $0.holding -= 1
            }
            return false
        }
        report(device, patch, .applied)
        tally.change(version) { $0.applied += 1 }
        return true
    }

    private func report(_ device: Int, _ patch: UInt16, _ event: HotpatchReport.Event, _ fault: HotpatchFault? = nil) {
        let report = HotpatchReport(version: fleet.versions[Int(patch)], event: event, code: fault?.rawValue)
        follow.append(SimulatorAsk(kind: .report(report), device: device))
    }

    // MARK: the app is open

    /// The app starts, with the patch that waited for it.
    /// - Returns: whether it comes so far as to ask the console.
    private func start(_ device: Int) -> Bool {
        guard let patch = fleet.start(device) else { return true }
        return apply(device, patch)
    }

    /// The rest of the time that the app is open: its lines, maybe a crash; then the device sleeps until the next time.
    private func use(_ device: Int, at time: Double) {
        let use = fleet.use(device)
        tally.uses += 1
        let about = self.device(device)
        let patch = fleet.inEffect(device).map { fleet.versions[Int($0)] }
        let builder = lines.builder(about, hotpatch: patch)
        let date = now()
        lines.add(builder.reportActive(at: date), at: time)
        lines.add(builder.startUp(milliseconds: startMilliseconds(device, use, isPatched: patch != nil), first: false, at: date), at: time)
        crash(device, use, about, builder, at: time, date)
        tally.lines += lines.takeCount()
        fleet.sleep(device, until: time + pause(device, use))
    }

    private func crash(_ device: Int, _ use: Int, _ about: SimulatorDevice, _ builder: LogLineBuilder, at time: Double, _ date: Date) {
        let (usual, unit) = (plan.crashRate / 100, random.unit(.crash, fleet.number(device), use))
        let rate = plan.scenario == .crashes && builder.hotpatch != nil ? usual * plan.effect : usual
        guard unit < rate else { return }
        tally.crashes += 1
        if let patch = builder.hotpatch { tally.change(patch) { $0.crashes += 1 } }
        let crash = unit < usual ? SimulatorCrash.usual(fleet.number(device), use, random) : .patched
        let text = crash.text(about, plan.appKey, at: date)
        // One of eight comes alone, as a report of the system.
        if random.bits(.reason, fleet.number(device), use) >> 61 == 0 {
            follow.append(SimulatorAsk(kind: .crash(Array(text.utf8)), device: device))
        } else {
            lines.add(builder.crash(LogCrash(text: text, runtime: about.system == "iOS" ? .native : .java), at: date), at: time)
        }
    }

    /// Between 0.4 and 1.6 s, mostly about 0.8.
    private func startMilliseconds(_ device: Int, _ use: Int, isPatched: Bool) -> Int {
        let bell = (0..<3).reduce(0.0) { sum, part in sum + random.unit(.start, fleet.number(device), 3 * use + part) } / 3
        let usual = 400 * (1 + 3 * bell * bell)
        return Int(plan.scenario == .slow && isPatched ? usual * plan.effect : usual)
    }

    /// Seconds until the app is used again: without memory, about the device's own pace.
    private func pause(_ device: Int, _ use: Int) -> Double {
        let number = fleet.number(device)
        let pace = SimulatorDevice.pause(random.unit(.pace, number))
        return -log(1 - random.unit(.pause, number, use)) * pace / plan.speed
    }
}
