import Foundation
import Synchronization

/// Hands over pieces of ``DeviceLog`` when somebody at the console asks for them (诊断日志).
///
///     await site.diagnosis.start()
///
/// Nothing is asked and nothing is sent before ``start(isOnWifi:)``: call it when the user agreed to that, and ``stop()`` when the user takes it back.
/// Between the two the console is asked at every start, on return to the foreground after ``interval``, and when a silent push says so
/// (``MainSite/received(_:)``). What is asked for is packed at once, as it may not be there any more later, and sent when the network is the one that the
/// task wants.
public actor Diagnosis {
    /// What a turn came to.
    public struct Report: Sendable, Hashable {
        /// Tasks whose log is at the console now.
        public var sent = 0
        /// Tasks that wait for Wi-Fi, or for a network at all.
        public var waiting = 0
        /// Tasks that the console does not want any more.
        public var refused = 0
        /// Why the console could not be asked, in words for logs.
        public var failure: String?

        public init() {}
    }

    /// Seconds after which the console is asked anew.
    public static let interval: TimeInterval = 30 * 60

    private let gateway: GatewayClient
    private let app: MainSiteApp
    private let log: DeviceLog
    private let upload: DiagnosisUpload
    private let directory: URL
    private let now: @Sendable () -> Date
    private var kept: DiagnosisKept
    private var isOnWifi: (@Sendable () -> Bool)?
    private let consent = Consent()
    private var askedAt: Date?
    private var last: Task<Void, Never>?

    /// - Parameters:
    ///   - base: the gateway's address.
    ///   - directory: of the library.
    ///   - sleep: waits for some seconds; throws when the task is cancelled.
    init(
        gateway: GatewayClient,
        app: MainSiteApp,
        log: DeviceLog,
        base: URL,
        directory: URL,
        send: @escaping Send,
        sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
        now: @escaping @Sendable () -> Date
    ) {
        self.gateway = gateway
        self.app = app
        self.log = log
        self.directory = directory
        self.now = now
        upload = DiagnosisUpload(base: base, send: send, sleep: sleep, now: now)
        kept = DiagnosisKept.kept(in: directory.appending(path: Self.state))
        Self.removeArchives(in: directory, except: kept.tasks)
    }

    private static let state = "diagnosis.json"

    /// Lets the console ask.
    ///
    /// - Parameter isOnWifi: whether the device is on Wi-Fi now; without it ``LogDevice/network`` says so with `WIFI`.
    public func start(isOnWifi: (@Sendable () -> Bool)? = nil) {
        consent.isGiven.withLock { $0 = true }
        self.isOnWifi = isOnWifi ?? { [app] in app.lines.device.network?.lowercased() == "wifi" }
    }

    /// The user takes it back: nothing more is asked or sent, and what was packed is removed. A piece that is on its way may still arrive; the console
    /// waits for the rest in vain, and for an answer to what it asks later.
    public func stop() {
        consent.isGiven.withLock { $0 = false }
        isOnWifi = nil
        for task in kept.tasks { removeArchive(of: task) }
        kept = DiagnosisKept()
        kept.write(directory.appending(path: Self.state))
    }

    /// Asks the console now, and does what there is to do. One turn at a time.
    @discardableResult
    public func poll() async -> Report {
        guard isOnWifi != nil else { return Report() }
        askedAt = now()
        return await inTurn { await self.turn(asking: true) }
    }

    /// Asks the console if it was not asked within ``interval``, and tries again what waits.
    func pollIfDue() async {
        guard isOnWifi != nil else { return }
        let isDue = askedAt.map { now() < $0 || now().timeIntervalSince($0) >= Self.interval } ?? true
        if isDue {
            await poll()
        } else if !kept.tasks.isEmpty {
            await inTurn { await self.turn(asking: false) }
        }
    }

    /// One thing at a time, in the order of asking: an actor takes other calls while it waits for the network.
    @discardableResult
    private func inTurn(_ work: @escaping @Sendable () async -> Report) async -> Report {
        let before = last
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        return await task.value
    }

    private func turn(asking: Bool) async -> Report {
        var report = Report()
        if asking, let failure = await ask() { report.failure = failure.description }
        for task in kept.tasks { await see(to: task, &report) }
        return report
    }

    private func ask() async -> GatewayFailure? {
        let question = DiagnosisQuestion(did: app.lines.sender.deviceId ?? "", userId: app.lines.sender.userId)
        switch await gateway.call(DiagnosisQuestion.operation, question, as: DiagnosisAnswer.self, retry: .reading) {
        case .failure(let failure): return failure
        case .success(let answer):
            // Taken back while the console was asked.
            guard isOnWifi != nil else { return nil }
            for task in kept.take(answer.tasks) { removeArchive(of: task) }
            kept.write(directory.appending(path: Self.state))
            return nil
        }
    }

    private func see(to task: DiagnosisTask, _ report: inout Report) async {
        let mayGoOn: @Sendable () -> Bool = { [isOnWifi, consent] in
            consent.isGiven.withLock { $0 } && (task.network == .any || isOnWifi?() == true)
        }
        guard isOnWifi != nil, let archive = archive(of: task), mayGoOn() else {
            report.waiting += 1
            return
        }
        var upload = upload
        upload.mayGoOn = mayGoOn
        do throws(DiagnosisUpload.Failure) {
            try await upload.put(archive, zone: log.offset(at: task.range?.from ?? now()), to: task.uploadURL)
            report.sent += 1
        } catch {
            guard case .refused = error else {
                report.waiting += 1
                return
            }
            report.refused += 1
        }
        kept.finish(task)
        kept.write(directory.appending(path: Self.state))
        removeArchive(of: task)
    }

    // MARK: archives

    /// The packed log; made once, so that an upload that goes on another day goes on with the same bytes.
    private func archive(of task: DiagnosisTask) -> URL? {
        let file = archiveFile(of: task)
        if FileManager.default.fileExists(atPath: file.path) { return file }
        let unfinished = file.appendingPathExtension("new")
        do {
            try pack(task, into: unfinished)
            try FileManager.default.moveItem(at: unfinished, to: file)
            return file
        } catch {
            // No room on the disk: another time.
            try? FileManager.default.removeItem(at: unfinished)
            return nil
        }
    }

    private func pack(_ task: DiagnosisTask, into file: URL) throws {
        var archive = try DiagnosisArchive(file)
        let range = task.range ?? (now(), now())
        let names = log.hours(from: range.from, to: range.to)
        for name in names { try archive.add(name, log.lines(of: name)) }
        if names.isEmpty {
            let nothing = log.nothing(since: range.from)
            try archive.add(nothing.name, nothing.lines)
        }
        try archive.finish()
    }

    private func archiveFile(of task: DiagnosisTask) -> URL {
        directory.appending(path: Self.archiveName(of: task))
    }

    /// By the task, whose id is nobody's path.
    private static func archiveName(of task: DiagnosisTask) -> String {
        "diagnosis-\(HotpatchPackage.digest(Array("\(task.id) \(task.uploadURL)".utf8)).prefix(32)).zip"
    }

    /// What an end of the process left behind: archives of tasks that are not kept, and those that are not whole.
    private static func removeArchives(in directory: URL, except tasks: [DiagnosisTask]) {
        let names = Set(tasks.map(archiveName))
        let all = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        for name in all where name.hasPrefix("diagnosis-") && (name.hasSuffix(".zip") || name.hasSuffix(".zip.new")) && !names.contains(name) {
            try? FileManager.default.removeItem(at: directory.appending(path: name))
        }
    }

    private func removeArchive(of task: DiagnosisTask) {
        try? FileManager.default.removeItem(at: archiveFile(of: task))
    }
}

/// Whether the user agrees, for an upload that is under way.
private final class Consent: Sendable {
    let isGiven = Mutex(false)
}
