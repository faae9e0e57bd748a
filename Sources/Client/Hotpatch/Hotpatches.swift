import Foundation

/// Patches of the app's code that operators release without a new version of the app (热修复).
///
///     await site.hotpatches.start(keys: keys) { script in try engine.run(script.text) } rollBack: { _ in engine.reset() }
///
/// Nothing is asked and nothing is run before ``start(keys:apply:rollBack:)``. From then on ``MainSite/wake(_:)`` asks for patches, at every start and on return
/// to the foreground after ``interval``. A package is run only when one of the app's keys signed it and this app's secret opens it; this is checked
/// again at every start. Of several patches the last one counts: one is held at a time.
///
/// **Crash loops.** A patch with which the app has ended twice before it was applied, or within ``probation`` seconds after that, is dropped and reported.
public actor Hotpatches {
    /// What is done with a script: throws when it cannot be applied; the patch is then dropped and reported as failed.
    public typealias Apply = @Sendable (HotpatchScript) async throws -> Void
    /// Takes a patch, named by its version, out of the running app.
    public typealias RollBack = @Sendable (String) async -> Void

    /// Seconds after which patches are asked for anew.
    public static let interval: TimeInterval = 30 * 60
    /// Seconds that the app has to live on with a patch, or until it goes to the background, before the patch counts as one it can live with.
    public static let probation: Double = 10
    /// Beginnings without an end after which a patch is dropped.
    static let attempts = 2

    private struct Running {
        let keys: [HotpatchKey]
        let apply: Apply
        let rollBack: RollBack
    }

    private let gateway: GatewayClient
    private let app: MainSiteApp
    private let secret: [UInt8]
    private let download: HotpatchDownload
    private let now: @Sendable () -> Date
    private let sleep: @Sendable (Double) async throws -> Void
    private var store: HotpatchStore
    private var running: Running?
    private var inEffect: String?
    private var askedAt: Date?
    private var last: Task<Void, Never>?

    /// - Parameters:
    ///   - base: the gateway's address.
    ///   - directory: of the library.
    init(
        gateway: GatewayClient,
        app: MainSiteApp,
        secret: [UInt8],
        base: URL,
        directory: URL,
        send: @escaping Send,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        now: @escaping @Sendable () -> Date
    ) {
        self.gateway = gateway
        self.app = app
        self.secret = secret
        self.now = now
        self.sleep = sleep
        download = HotpatchDownload(base: base, directory: directory, send: send)
        store = HotpatchStore(directory)
    }

    /// The version of the patch in effect in this run; `nil` for none.
    public var version: String? { inEffect }

    /// Runs the patch that is held, if there is one. To be called once, early in the start of the app and before `wake`.
    ///
    /// - Parameters:
    ///   - keys: whose patches are run; several, where keys are rotated. None runs nothing.
    ///   - rollBack: called when the patch in effect is withdrawn, and before another one is applied over it.
    /// - Returns: what was applied or refused; ``Outcome/unchanged`` when none is held.
    @discardableResult
    public func start(keys: [HotpatchKey], apply: @escaping Apply, rollBack: @escaping RollBack = { _ in }) async -> Outcome {
        running = Running(keys: keys, apply: apply, rollBack: rollBack)
        return await inTurn { await self.launch() }
    }

    /// Asks the console now, and does what it says.
    @discardableResult
    public func check() async -> Result<Outcome, Failure> {
        guard running != nil else { return .success(.unchanged) }
        askedAt = now()
        return await inTurn { await self.ask() }
    }

    /// Asks the console if it was not asked within ``interval``, and delivers reports that wait.
    func checkIfDue() async {
        let isDue = askedAt.map { now() < $0 || now().timeIntervalSince($0) >= Self.interval } ?? true
        if isDue { await check() } else { await inTurn { await self.deliver() } }
    }

    /// The app went to the background in good order: it can live with its patch.
    func settle() {
        guard store.kept.attempts > 0 else { return }
        store.kept.attempts = 0
        try? store.write()
    }

    /// One thing at a time, in the order of asking: an actor takes other calls while it waits for the network.
    private func inTurn<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let before = last
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        return await task.value
    }

    // MARK: at the start

    private func launch() async -> Outcome {
        if store.kept.held != nil, store.kept.appVersion != app.lines.sender.version {
            store.forget()
            try? store.write()
        }
        guard let offer = store.kept.held else { return .unchanged }
        guard store.kept.attempts < Self.attempts else { return await refuse(offer, .crashLoop) }
        switch open(store.package(offer), offer) {
        case .success(let script): return await apply(script, offer)
        case .failure(let fault): return await refuse(offer, fault)
        }
    }

    private func open(_ bytes: [UInt8], _ offer: HotpatchOffer) -> Result<HotpatchScript, HotpatchFault> {
        do throws(HotpatchFault) {
            let opened = try HotpatchPackage.open(bytes, format: offer.format, keys: running?.keys ?? [], secret: secret)
            guard Data(base64Encoded: offer.signature).map({ $0.elementsEqual(opened.signature) }) == true else { return .failure(.signature) }
            return .success(HotpatchScript(version: offer.version, language: opened.language, source: opened.script))
        } catch {
            return .failure(error)
        }
    }

    /// What is about to be done is on disk first: it may be the last thing this run does.
    private func apply(_ script: HotpatchScript, _ offer: HotpatchOffer) async -> Outcome {
        store.kept.attempts += 1
        do { try store.write() } catch { return .kept(version: offer.version) }
        if let inEffect { await running?.rollBack(inEffect) }
        do {
            try await running?.apply(script)
        } catch {
            setInEffect(nil)
            return await refuse(offer, .apply)
        }
        setInEffect(offer.version)
        store.kept.report(offer.version, .applied)
        try? store.write()
        watch(offer.version)
        await deliver()
        return .applied(version: offer.version)
    }

    private func watch(_ version: String) {
        Task { [weak self, sleep] in
            try? await sleep(Self.probation)
            guard !Task.isCancelled else { return }
            await self?.survived(version)
        }
    }

    private func survived(_ version: String) {
        if inEffect == version { settle() }
    }

    private func setInEffect(_ version: String?) {
        inEffect = version
        app.change { $0.hotpatch = version }
    }

    /// Drops a patch for good. A download that was damaged on its way is worth another try; whatever else is wrong stays wrong.
    private func refuse(_ offer: HotpatchOffer, _ fault: HotpatchFault) async -> Outcome {
        if store.kept.held?.version == offer.version { store.forget() }
        if ![.size, .digest].contains(fault) { store.kept.drop(offer.version) }
        store.kept.report(offer.version, .failed, fault)
        try? store.write()
        await deliver()
        return .refused(version: offer.version, fault)
    }

    // MARK: asking

    private func ask() async -> Result<Outcome, Failure> {
        await deliver()
        let question = HotpatchQuestion(app.lines, current: store.kept.held?.version)
        switch await gateway.call(HotpatchQuestion.operation, question, as: HotpatchAnswer.self, retry: .reading) {
        case .failure(let failure): return .failure(.gateway(failure))
        case .success(let answer):
            if let held = store.kept.held?.version, answer.rollback?.contains(held) == true { return .success(await rollBack(held)) }
            guard let offer = answer.patch, isNew(offer.version) else { return .success(.unchanged) }
            return await take(offer)
        }
    }

    private func isNew(_ version: String) -> Bool {
        version != store.kept.held?.version && !store.kept.dropped.contains(version)
    }

    private func rollBack(_ version: String) async -> Outcome {
        store.forget()
        store.kept.drop(version)
        store.kept.report(version, .rolledback)
        // What is not on disk comes again at the next check.
        try? store.write()
        if inEffect == version {
            await running?.rollBack(version)
            setInEffect(nil)
        }
        await deliver()
        return .rolledBack(version: version)
    }

    private func take(_ offer: HotpatchOffer) async -> Result<Outcome, Failure> {
        let bytes: [UInt8]
        do throws(HotpatchDownload.Failure) {
            bytes = try await download.fetch(offer)
        } catch {
            switch error {
            case .fault(let fault): return .success(await refuse(offer, fault))
            case .passing(let reason): return .failure(.download(reason))
            }
        }
        switch open(bytes, offer) {
        case .failure(let fault): return .success(await refuse(offer, fault))
        case .success(let script):
            guard store.keep(bytes, offer, for: app.lines.sender.version) else { return .failure(.download("the disk does not take it")) }
            await deliver()
            return .success(offer.runAt == .now ? await apply(script, offer) : .kept(version: offer.version))
        }
    }

    // MARK: reports

    /// Sends what waits, and stops at the first that cannot be delivered now. The console counts a report of a device once, so one whose answer
    /// was lost is sent again.
    private func deliver() async {
        for report in store.kept.reports {
            let result = await gateway.call(HotpatchReport.operation, report.by(app.lines.sender.deviceId ?? ""), as: Delivered.self)
            if case .failure(let failure) = result, !failure.endsReport { return }
            store.kept.delivered(report)
            try? store.write()
        }
    }

    private struct Delivered: Decodable {}
}
