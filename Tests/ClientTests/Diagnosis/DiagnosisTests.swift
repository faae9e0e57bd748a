import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class DiagnosisTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "diagnosis-\(UUID().uuidString)")
    private let console = DeviceConsole()
    private let app = MainSiteApp(LogLineBuilder(sender: .demo, device: LogDevice(network: "4G")))
    /// 2026-11-21 10:00:00 in Shanghai.
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_226_400))
    /// Seconds that were waited.
    private let waits = Mutex<[Double]>([])

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func nothingIsAskedBeforeTheUserAgreed() async {
        offer()
        let diagnosis = diagnosis()
        await diagnosis.pollIfDue()
        #expect(await diagnosis.poll() == Diagnosis.Report())
        #expect(console.calls.isEmpty && console.ranges.isEmpty)
    }

    @Test func nothingIsSentAfterTheUserTookItBack() async throws {
        writeNoise(700_000)
        offer()
        console.change { $0.piecesLeft = 1 }
        let diagnosis = await started()
        #expect(await diagnosis.poll() == report(waiting: 1))
        let (calls, ranges) = (console.calls, console.ranges)
        console.change { $0.piecesLeft = .max }
        await diagnosis.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).allSatisfy { !$0.hasSuffix(".zip") })
        #expect(await diagnosis.poll() == Diagnosis.Report())
        await diagnosis.pollIfDue()
        #expect(console.calls == calls && console.ranges == ranges)
        // Nor by the next start of the app: it has nothing to go on with. Asked again, it is sent from the beginning.
        #expect(await started().poll() == report(sent: 1))
    }

    @Test func theHoursThatAreAskedForAreSent() async throws {
        writeHours(4)
        offer(to: "2026-11-21T11:30:00+08:00")
        let diagnosis = await started()
        #expect(await diagnosis.poll() == report(sent: 1))
        #expect(console.calls == [#"mpaas.diagnosis.poll {"did":"UTD1","userId":"u1"}"#])
        let files = try HotpatchZip.read(console.uploaded, names: ["2026-11-21-10.log", "2026-11-21-11.log"])
        #expect(files["2026-11-21-11.log"].map { String(decoding: $0, as: UTF8.self) } == "2026-11-21 11:00:00.000 [I] [t] hour 1\n")
        #expect(console.state.withLock { $0.digest } == HotpatchPackage.digest(console.uploaded))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).allSatisfy { !$0.hasSuffix(".zip") })
    }

    @Test func aDeviceWithoutSuchLinesSaysSo() async throws {
        offer(from: "2026-11-20T10:00:00Z", to: "2026-11-20T12:00:00.5Z")
        let diagnosis = await started()
        #expect(await diagnosis.poll() == report(sent: 1))
        let files = try HotpatchZip.read(console.uploaded, names: ["2026-11-20-18.log"])
        #expect(files.values.first.map { String(decoding: $0, as: UTF8.self) }?.contains("[W] [DeviceLog] this device has no lines") == true)
    }

    @Test func aTaskForWifiWaitsForIt() async {
        offer(network: "wifi")
        let diagnosis = await started()
        #expect(await diagnosis.poll() == report(waiting: 1))
        #expect(console.ranges.isEmpty)
        console.change { $0.answers = ["mpaas.diagnosis.poll": #"{"tasks":[]}"#] }
        app.change { $0.device.network = "WIFI" }
        await diagnosis.pollIfDue()
        #expect(console.calls.count == 1 && console.state.withLock { $0.isComplete })
    }

    @Test func anUploadGoesOnWhereItBrokeOff() async {
        writeNoise(700_000)
        offer()
        console.change { $0.piecesLeft = 2 }
        #expect(await started().poll() == report(waiting: 1))
        #expect(console.ranges.count == 2 && console.uploaded.count == DiagnosisUpload.piece)
        console.change { $0.piecesLeft = .max }
        // Another start; the log has grown, what is sent has not.
        let next = await started()
        log().write(.info, "t", "later")
        #expect(await next.poll() == report(sent: 1))
        let (uploaded, digest) = console.state.withLock { ($0.uploaded, $0.digest) }
        #expect(console.ranges[2] == "bytes */\(uploaded.count)" && console.ranges[3].hasPrefix("bytes \(DiagnosisUpload.piece)-"))
        #expect(digest == HotpatchPackage.digest(uploaded))
    }

    @Test func anUploadStopsWhenWifiIsLost() async {
        writeNoise(700_000)
        offer(network: "wifi")
        let diagnosis = diagnosis()
        await diagnosis.start(isOnWifi: { [console] in console.ranges.count < 2 })
        #expect(await diagnosis.poll() == report(waiting: 1))
        #expect(console.ranges.count == 2 && console.uploaded.count == DiagnosisUpload.piece)
        await diagnosis.start(isOnWifi: { true })
        await diagnosis.pollIfDue()
        #expect(console.state.withLock { $0.isComplete })
    }

    @Test func aConsoleThatIsAskedTooMuchIsWaitedFor() async {
        offer()
        console.change { ($0.busy, $0.retryAfter) = (3, "2") }
        #expect(await started().poll() == report(sent: 1))
        #expect(waits.withLock { $0 } == [2, 2, 2])
    }

    @Test(arguments: [(4, "2", 3), (1, "31", 0), (1, nil, 0)])
    func butNotForever(_ busy: Int, _ retryAfter: String?, _ waited: Int) async {
        offer()
        console.change { ($0.busy, $0.retryAfter) = (busy, retryAfter) }
        #expect(await started().poll() == report(waiting: 1))
        #expect(waits.withLock { $0.count } == waited)
    }

    @Test func whatAnEndOfTheProcessLeftIsRemoved() async throws {
        writeHours(1)
        offer()
        console.change { $0.uploadStatus = 503 }
        #expect(await started().poll() == report(waiting: 1))
        let kept = try archives()
        for name in ["diagnosis-old.zip", "diagnosis-old.zip.new"] { try Data("x".utf8).write(to: directory.appending(path: name)) }
        _ = diagnosis()
        #expect(try archives() == kept)
        #expect(kept.count == 1)
    }

    @Test func tasksThatThereIsNoRoomForLeaveNoArchives() async throws {
        console.change { $0.uploadStatus = 503 }
        let diagnosis = await started()
        for number in 0..<22 {
            offer(url: "/diagnosis/uploads/\(number)", id: "d\(number)")
            await diagnosis.poll()
        }
        #expect(try archives().count == 20)
    }

    @Test func aTaskThatIsOverIsForgotten() async {
        for status in [404, 410, 413] {
            offer(url: "/diagnosis/uploads/\(status)")
            console.change { $0.uploadStatus = status }
            let diagnosis = await started()
            #expect(await diagnosis.poll() == report(refused: 1))
            console.change { $0.answers = [:] }
            await diagnosis.pollIfDue()
        }
        #expect(console.calls.count == 3)
    }

    @Test func aServerInTroubleIsTriedAgainLater() async {
        offer()
        console.change { $0.uploadStatus = 503 }
        let diagnosis = await started()
        #expect(await diagnosis.poll() == report(waiting: 1))
        console.change { $0.uploadStatus = nil }
        await diagnosis.pollIfDue()
        #expect(console.state.withLock { $0.isComplete })
    }

    @Test func aServerThatNeverGetsFurtherEndsTheTurn() async {
        offer()
        console.change { $0.uploadStatus = 308 }
        #expect(await started().poll() == report(waiting: 1))
    }

    @Test func withoutANetworkItIsSaid() async {
        console.change { $0.isOffline = true }
        #expect(await started().poll().failure != nil)
    }

    @Test func itIsAskedWhenItIsDue() async {
        console.change { $0.answers = ["mpaas.diagnosis.poll": #"{"tasks":[]}"#] }
        let diagnosis = await started()
        await diagnosis.pollIfDue()
        await diagnosis.pollIfDue()
        #expect(console.calls.count == 1)
        clock.withLock { $0 += Diagnosis.interval }
        await diagnosis.pollIfDue()
        #expect(console.calls.count == 2)
    }

    @Test func anAddressOfAnotherKindIsNotAsked() async {
        offer(url: "file:///etc/passwd")
        #expect(await started().poll() == report(refused: 1))
    }

    // MARK: a device

    private func offer(
        from: String = "2026-11-21T10:00:00+08:00",
        to: String = "2026-11-21T12:00:00+08:00",
        network: String = "any",
        url: String = "/diagnosis/uploads/t1",
        id: String = "d1"
    ) {
        let task = #"{"id":"\#(id)","from":"\#(from)","to":"\#(to)","network":"\#(network)","uploadURL":"\#(url)"}"#
        console.change { $0.answers = ["mpaas.diagnosis.poll": "{\"tasks\":[\(task)]}"] }
    }

    private func report(sent: Int = 0, waiting: Int = 0, refused: Int = 0) -> Diagnosis.Report {
        var report = Diagnosis.Report()
        (report.sent, report.waiting, report.refused) = (sent, waiting, refused)
        return report
    }

    private func writeHours(_ count: Int) {
        let start = clock.withLock { $0 }
        let log = log()
        for hour in 0..<count {
            clock.withLock { $0 = start + Double(hour) * 3_600 }
            log.write(.info, "t", "hour \(hour)")
        }
    }

    /// Lines that do not pack.
    private func writeNoise(_ bytes: Int) {
        let log = log()
        var random = SystemRandomNumberGenerator()
        for _ in 0..<(bytes / 600) {
            log.write(.debug, "t", (0..<38).map { _ in String(random.next(), radix: 36) }.joined())
        }
    }

    private func archives() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasPrefix("diagnosis-") }
    }

    private func log() -> DeviceLog {
        DeviceLog(
            directory: directory.appending(path: "device-log"),
            zone: { TimeZone(secondsFromGMT: 8 * 3_600) ?? .gmt },
            now: { [self] in clock.withLock { $0 } }
        )
    }

    private func started() async -> Diagnosis {
        let diagnosis = diagnosis()
        await diagnosis.start()
        return diagnosis
    }

    /// Another run of the app on the same device.
    private func diagnosis() -> Diagnosis {
        let now: @Sendable () -> Date = { [self] in clock.withLock { $0 } }
        let base = URL.demoConsole.appending(path: "mgw.htm")
        return Diagnosis(
            gateway: console.gateway(now: now),
            app: app,
            log: log(),
            base: base,
            directory: directory,
            send: console.send,
            sleep: { [self] seconds in waits.withLock { $0.append(seconds) } },
            now: now
        )
    }
}
