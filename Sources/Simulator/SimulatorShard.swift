import Foundation
import MainSiteClient
import NIOCore
import NIOPosix

/// A part of the fleet on a connection of its own. It lives in one task, where everything happens one after the other, so it needs no locks.
final class SimulatorShard {
    let shared: SimulatorShared
    let wire: SimulatorWire
    let life: SimulatorLife

    init(_ number: Int, _ shared: SimulatorShared) {
        self.shared = shared
        wire = SimulatorWire(shared.plan)
        life = SimulatorLife(number, shared)
    }

    /// Lives until the fleet is stopped. A connection that breaks is opened again, a little later each time.
    func run(_ group: MultiThreadedEventLoopGroup) async {
        var failures = 0
        while !isDone, !Task.isCancelled {
            do {
                try await SimulatorLane.open(shared.plan, group) { lane in
                    while !self.isDone {
                        try await self.round(&lane)
                        failures = 0
                    }
                }
            } catch {
                failures += 1
                life.tally.count(error: "\(error)")
                shared.gather(&life.tally)
                if shared.isStopping { return }
                try? await Task.sleep(for: .milliseconds(min(100 << min(failures, 5), 2_000)))
            }
        }
    }

    /// When it is stopped, what was gathered is still sent.
    private var isDone: Bool { shared.isStopping && life.isIdle }

    /// As many requests as there are and fit, all at once; then their answers.
    private func round(_ lane: inout SimulatorLane) async throws {
        let asks = life.asks(at: shared.elapsed, upTo: allowance())
        guard !asks.isEmpty else { return try await rest() }
        var buffer = ByteBufferAllocator().buffer(capacity: asks.count * 1_024)
        let now = Date()
        for ask in asks { try write(ask, at: now, into: &buffer) }
        var answered = 0
        do {
            try await lane.exchange(buffer, count: asks.count) { number, answer in
                answered = number + 1
                life.hear(answer, to: asks[number], at: shared.elapsed)
            }
        } catch {
            for ask in asks[answered...] { life.lose(ask, at: shared.elapsed) }
            throw error
        }
        shared.gather(&life.tally)
    }

    /// Until somebody wakes, or lines have waited long enough.
    private func rest() async throws {
        let pause = min(max((life.nextWake ?? .infinity) - shared.elapsed, 0.001), 0.1)
        try await Task.sleep(for: .seconds(pause))
    }

    /// How many requests may be sent now: the connection's depth, or its share of the rate.
    private func allowance() -> Int {
        guard let rate = shared.plan.rate else { return shared.plan.depth }
        let share = rate / Double(shared.plan.shards)
        // What was not used within a second is not made up for.
        sent = max(sent, (shared.elapsed - 1) * share)
        let free = min(shared.plan.depth, Int(shared.elapsed * share - sent))
        sent += Double(max(free, 0))
        return max(free, 0)
    }

    private var sent = 0.0

    private func write(_ ask: SimulatorAsk, at now: Date, into buffer: inout ByteBuffer) throws {
        switch ask.kind {
        case .query:
            let device = life.device(ask.device)
            let json = SimulatorWire.question(device, current: life.current(ask.device))
            wire.call(HotpatchQuestion.operation, json, of: device.id, version: device.version, at: now, into: &buffer)
        case .report(let report):
            let device = life.device(ask.device)
            wire.call(
                HotpatchReport.operation,
                SimulatorWire.json(report.by(device.id)),
                of: device.id,
                version: device.version,
                at: now,
                into: &buffer
            )
        case .download(let offer): wire.download(offer, into: &buffer)
        case .lines(let batch): try wire.upload("loggw/logUpload.do", batch.body, batch: batch.id, life.lines.common, into: &buffer)
        case .crash(let report):
            let sender = life.lines.builder(life.device(ask.device), hotpatch: nil).sender
            try wire.upload("loggw/crash.do", report, batch: LogBatchNaming.contents.name(for: report), sender, into: &buffer)
        }
    }
}
