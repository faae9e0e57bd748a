import Foundation
import MainSiteClient
import NIOCore
import NIOPosix

/// Somebody who wants to have a patch halted, or to keep a bad one running, and who took the AppSecret out of the app: reports and crashes of devices that
/// are made up, of patches that were never offered, and with wrong signatures.
final class SimulatorForger {
    /// What is made up, one after the other.
    enum Lie: Int, CaseIterable {
        /// A patch that nobody released, by a device that nobody has.
        case unknownPatch
        /// The patch that is released, said to have failed on a device that nobody has.
        case unknownDevice
        /// The same with a signature of another secret.
        case wrongSignature
        /// Crashes of devices that nobody has, with the released patch in the lines.
        case crashes
    }

    /// Lies a second.
    static let rate = 400.0
    private static let most = 20

    private let shared: SimulatorShared
    private let right: SimulatorWire
    private let wrong: SimulatorWire
    private let lines: SimulatorLines
    private var made = 0
    private var tally = SimulatorTally()

    init(_ shared: SimulatorShared) {
        self.shared = shared
        right = SimulatorWire(shared.plan)
        wrong = SimulatorWire(shared.plan, secret: String(repeating: "0", count: 32))
        lines = SimulatorLines(shared.plan)
    }

    func run(_ group: MultiThreadedEventLoopGroup) async {
        while !shared.isStopping, !Task.isCancelled {
            do {
                try await SimulatorLane.open(shared.plan, group) { lane in
                    while !self.shared.isStopping { try await self.round(&lane) }
                }
            } catch {
                try? await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private func round(_ lane: inout SimulatorLane) async throws {
        let due = min(Self.most, Int(shared.elapsed * Self.rate) - made)
        guard due > 0 else { return try await Task.sleep(for: .milliseconds(20)) }
        var buffer = ByteBufferAllocator().buffer(capacity: due * 1_024)
        let first = made
        // What broke off is not told again.
        made += due
        for number in first..<made { try write(number, into: &buffer) }
        try await lane.exchange(buffer, count: due) { number, answer in
            tally.count("forged: \(Self.lie(first + number))", answer.code == 0 ? answer.status : answer.code)
        }
        shared.gather(&tally)
    }

    private static func lie(_ number: Int) -> Lie { Lie.allCases[number % Lie.allCases.count] }

    private func write(_ number: Int, into buffer: inout ByteBuffer) throws {
        let now = Date()
        // Devices beyond the fleet: of the same make, and of no number that asks for anything.
        let device = SimulatorDevice(shared.plan.devices + number, shared.plan, shared.random)
        let patch = shared.counted.patches.keys.sorted().last ?? "1"
        switch Self.lie(number) {
        case .unknownPatch: write(right, HotpatchReport(version: "\(1_000_000 + number)", event: .applied), of: device, at: now, into: &buffer)
        case .unknownDevice: write(right, HotpatchReport(version: patch, event: .failed, code: "crashLoop"), of: device, at: now, into: &buffer)
        case .wrongSignature: write(wrong, HotpatchReport(version: patch, event: .failed, code: "crashLoop"), of: device, at: now, into: &buffer)
        case .crashes:
            let builder = lines.builder(device, hotpatch: patch)
            let crash = LogCrash(text: SimulatorCrash.patched.text(device, shared.plan.appKey, at: now), runtime: .native)
            let body = Array((builder.reportActive(at: now) + "\n" + builder.crash(crash, at: now)).utf8)
            try right.upload("loggw/logUpload.do", body, batch: LogBatchNaming.contents.name(for: body), builder.sender, into: &buffer)
        }
    }

    private func write(_ wire: SimulatorWire, _ report: HotpatchReport, of device: SimulatorDevice, at now: Date, into buffer: inout ByteBuffer) {
        wire.call(HotpatchReport.operation, SimulatorWire.json(report.by(device.id)), of: device.id, version: device.version, at: now, into: &buffer)
    }
}
