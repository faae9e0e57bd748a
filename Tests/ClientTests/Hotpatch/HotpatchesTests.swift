import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class HotpatchesTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "hotpatch-\(UUID().uuidString)")
    private let console = HotpatchConsole()
    private let app = MainSiteApp(LogLineBuilder(sender: .demo, device: LogDevice(model: "iPhone17,1", systemVersion: "26.1", network: "WIFI")))
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))
    private let done = Mutex<[String]>([])
    private let script = Array("print(1)".utf8)

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func theQuestionSaysWhoAsksAndWhatItHolds() async throws {
        let device = device()
        #expect(await device.check() == .success(.unchanged))
        #expect(console.questions.isEmpty, "nothing is asked before it is started")
        try await start(device)
        _ = await device.check()
        console.offer("7", try HotpatchFixture.sealed(script), format: 2)
        _ = await device.check()
        _ = await device.check()
        let fields = #""did":"UTD1","mobileModel":"iPhone17,1","netType":"WIFI","osVersion":"26.1","productVersion":"2.3.0","userId":"u1""#
        #expect(console.questions.first == "[{\"_requestBody\":{\(fields)}}]")
        #expect(console.questions.last == "[{\"_requestBody\":{\"current\":\"7\",\(fields)}}]")
    }

    @Test func aPatchForTheNextStartIsRunThen() async throws {
        for (format, package) in [(1, try HotpatchFixture.documented(script)), (2, try HotpatchFixture.sealed(script, withRSA: true))] {
            let version = "\(format)0"
            console.offer(version, package, format: format)
            let first = device()
            try await start(first)
            #expect(await first.check() == .success(.kept(version: version)))
            #expect(await first.check() == .success(.unchanged))
            #expect(app.lines.hotpatch != version)
            let second = device()
            #expect(try await start(second) == .applied(version: version))
            #expect(app.lines.hotpatch == version && done.withLock { $0.last } == "apply \(version) print(1)")
        }
        #expect(
            console.reports
                == ["10", "20"].flatMap { version in
                    ["downloaded", "applied"].map { "{\"did\":\"UTD1\",\"event\":\"\($0)\",\"version\":\"\(version)\"}" }
                }
        )
    }

    @Test func aPatchForNowIsRunAtOnceAndInTheLines() async throws {
        let device = device()
        try await start(device)
        console.offer("1", try HotpatchFixture.sealed(script), format: 2, runAt: "now")
        #expect(await device.check() == .success(.applied(version: "1")))
        #expect(await device.version == "1")
        let line = app.lines.reportActive(at: clock.withLock { $0 }).split(separator: ",")
        #expect(line[39] == "1")
        #expect(app.lines.startUp(milliseconds: 1, first: false, at: .now).split(separator: ",")[28] == "1")
        #expect(app.lines.crash(LogCrash(text: "x", runtime: .native), at: .now).split(separator: ",")[30] == "1")
        console.offer("2", try HotpatchFixture.sealed(Array("2".utf8)), format: 2, runAt: "now")
        #expect(await device.check() == .success(.applied(version: "2")))
        #expect(done.withLock { $0 } == ["apply 1 print(1)", "back 1", "apply 2 2"])
    }

    @Test func aWithdrawnPatchGoes() async throws {
        let device = device()
        try await start(device)
        let offer = console.offer("1", try HotpatchFixture.sealed(script), format: 2, runAt: "now")
        _ = await device.check()
        console.change { $0.answer = #"{"rollback":["1","0"]}"# }
        #expect(await device.check() == .success(.rolledBack(version: "1")))
        #expect(app.lines.hotpatch == nil && done.withLock { $0.last } == "back 1")
        #expect(console.reports.last == #"{"did":"UTD1","event":"rolledback","version":"1"}"#)
        console.change { $0.answer = offer }
        #expect(await device.check() == .success(.unchanged), "what was withdrawn is not taken again")
        #expect(try await start(self.device()) == .unchanged)
        #expect(console.questions.last?.contains("current") == false)
    }

    @Test func aLongPackageGoesOnWhereItBrokeOff() async throws {
        var random = SystemRandomNumberGenerator()
        let long = (0..<700_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let package = try HotpatchFixture.documented(long)
        console.offer("1", package, format: 1)
        console.change { $0.downloadsLeft = 2 }
        let first = device()
        try await start(first)
        let broken = await first.check()
        if case .failure(.download) = broken {} else { Issue.record("\(broken)") }
        console.change { $0.downloadsLeft = .max }
        let second = device()
        try await start(second)
        #expect(await second.check() == .success(.kept(version: "1")))
        #expect(console.ranges == ["bytes=0-262143", "bytes=262144-524287", "bytes=524288-\(package.count - 1)"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".part") }.isEmpty)
    }

    @Test func aServerWithoutRangesWillDo() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        console.change { $0.knowsRanges = false }
        let device = device()
        try await start(device)
        #expect(await device.check() == .success(.kept(version: "1")))
    }

    @Test func whatIsWrongIsRefusedAndReportedOnce() async throws {
        let device = device()
        try await start(device)
        let good = try HotpatchFixture.sealed(script)
        var tampered = good
        tampered[40] ^= 1
        for (number, fault) in [HotpatchFault.size, .digest, .signature, .layout].enumerated() {
            switch fault {
            case .size: console.offer("0", good, format: 2, size: HotpatchPackage.limit + 1)
            case .digest: console.offer("1", good, format: 2, sha256: String(repeating: "a", count: 64))
            case .signature: console.offer("2", tampered, format: 2)
            default: console.offer("3", good, format: 1)
            }
            for _ in 0..<2 {
                let outcome = try await device.check().get()
                #expect(outcome == .refused(version: "\(number)", fault) || outcome == .unchanged)
            }
        }
        #expect(console.reports.count == 4 && console.reports.allSatisfy { $0.contains(#""event":"failed""#) })
        #expect(done.withLock { $0.isEmpty })
    }

    @Test func aScriptThatCannotBeAppliedIsDropped() async throws {
        let device = device()
        try await start(device, failing: true)
        console.offer("1", try HotpatchFixture.sealed(script), format: 2, runAt: "now")
        #expect(await device.check() == .success(.refused(version: "1", .apply)))
        #expect(await device.check() == .success(.unchanged))
        #expect(console.reports.last == #"{"code":"apply","did":"UTD1","event":"failed","version":"1"}"# && app.lines.hotpatch == nil)
    }

    /// The app dies while a patch is applied: twice is once too often.
    @Test func aCrashLoopEnds() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        let first = device()
        try await start(first)
        _ = await first.check()
        for _ in 0..<2 { #expect(try await start(device()) == .applied(version: "1")) }
        #expect(try await start(device()) == .refused(version: "1", .crashLoop))
        #expect(console.reports.last == #"{"code":"crashLoop","did":"UTD1","event":"failed","version":"1"}"#)
        let last = device()
        #expect(try await start(last) == .unchanged)
        #expect(await last.check() == .success(.unchanged))
    }

    @Test func whoLivesOnWithItIsInNoLoop() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        let first = device()
        try await start(first)
        _ = await first.check()
        for _ in 0..<5 {
            let next = device()
            #expect(try await start(next) == .applied(version: "1"))
            await next.settle()
        }
    }

    @Test func aPackageThatWasChangedOnDiskIsNotRun() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        let first = device()
        try await start(first)
        _ = await first.check()
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).filter { $0.hasSuffix(".package") }
        let file = directory.appending(path: try #require(names.first))
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count / 2] ^= 1
        try bytes.write(to: file)
        #expect(try await start(device()) == .refused(version: "1", .signature))
    }

    @Test func aPatchFitsOneVersionOfTheApp() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        let first = device()
        try await start(first)
        _ = await first.check()
        app.change { $0.sender.version = "2.4.0" }
        #expect(try await start(device()) == .unchanged)
        #expect(done.withLock { $0.isEmpty })
    }

    @Test func reportsWaitForTheNetwork() async throws {
        console.offer("1", try HotpatchFixture.sealed(script), format: 2)
        let first = device()
        try await start(first)
        _ = await first.check()
        console.change { $0.isOffline = true }
        #expect(try await start(device()) == .applied(version: "1"))
        #expect(console.reports.count == 1)
        console.change { $0.isOffline = false }
        let third = device()
        try await start(third)
        #expect(console.reports == [#"{"did":"UTD1","event":"downloaded","version":"1"}"#, #"{"did":"UTD1","event":"applied","version":"1"}"#])
    }

    @Test func itIsAskedWhenItIsDue() async throws {
        let device = device()
        try await start(device)
        await device.checkIfDue()
        await device.checkIfDue()
        #expect(console.questions.count == 1)
        clock.withLock { $0 += Hotpatches.interval }
        await device.checkIfDue()
        #expect(console.questions.count == 2)
    }

    @Test func aStateThatCannotBeReadIsABeginning() throws {
        try Data("{".utf8).write(to: directory.appending(path: "hotpatch.json"))
        #expect(HotpatchStore(directory).kept == HotpatchKept())
    }

    // MARK: a device

    @discardableResult
    private func start(_ device: Hotpatches, failing: Bool = false) async throws -> Hotpatches.Outcome {
        let keys = [try HotpatchFixture.rsaKey, try HotpatchFixture.ecdsaKey]
        return await device.start(keys: keys) { [self] script in
            if failing { throw CancellationError() }
            done.withLock { $0.append("apply \(script.version) \(script.text)") }
        } rollBack: { [self] version in
            done.withLock { $0.append("back \(version)") }
        }
    }

    /// Another run of the app on the same device. It dies before the probation is over.
    private func device() -> Hotpatches {
        let now: @Sendable () -> Date = { [self] in clock.withLock { $0 } }
        let address = URL.demoConsole.appending(path: "mgw.htm")
        let gateway = GatewayClient(
            address: address,
            identity: GatewayIdentity(appKey: "DEMO_IOS"),
            signer: GatewaySigner(secret: HotpatchFixture.secret),
            send: console.send,
            sleep: { _ in },
            now: now
        )
        return Hotpatches(
            gateway: gateway,
            app: app,
            secret: Array(HotpatchFixture.secret.utf8),
            base: address,
            directory: directory,
            send: console.send,
            sleep: { _ in try await Task.sleep(for: .seconds(3_600)) },
            now: now
        )
    }
}
