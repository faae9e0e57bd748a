import Foundation
import MainSiteClient

/// The log lines of a part of the fleet, gathered into batches as ``LogBatcher`` has them. A batch holds lines of several devices, each of which names its own.
struct SimulatorLines: Sendable {
    private let sender: LogSender
    private var batcher = LogBatcher()
    private var finished: [LogBatch] = []
    /// When the first line of the unfinished batch came.
    private var since: Double?
    private var count = 0

    /// Seconds that a line waits for others at most.
    static let patience = 1.0

    init(_ plan: SimulatorPlan) {
        sender = LogSender(productId: "\(plan.appKey)-\(plan.workspaceId)", version: "-", deviceId: nil, zone: .gmt)
    }

    /// Whether a line waits to be sent.
    var isWaiting: Bool { since != nil || !finished.isEmpty }

    /// Lines since the last time this was asked.
    mutating func takeCount() -> Int {
        defer { count = 0 }
        return count
    }

    /// Who sends batches of several devices.
    var common: LogSender { sender }

    func builder(_ device: SimulatorDevice, hotpatch: String?) -> LogLineBuilder {
        var own = sender
        (own.version, own.deviceId, own.userId) = (device.version, device.id, device.user)
        let about = LogDevice(
            model: device.model,
            system: device.system,
            systemVersion: device.systemVersion,
            network: device.network,
            language: "zh-Hans"
        )
        return LogLineBuilder(sender: own, device: about, hotpatch: hotpatch)
    }

    mutating func add(_ line: String, at time: Double) {
        count += 1
        if let batch = batcher.add(line.utf8) {
            finished.append(batch)
            since = nil
        }
        if since == nil { since = time }
    }

    /// A batch that is to be sent now.
    /// - Parameter all: whether lines do not wait for others.
    mutating func take(at time: Double, all: Bool) -> LogBatch? {
        if let batch = finished.popLast() { return batch }
        guard let since, all || time - since >= Self.patience else { return nil }
        self.since = nil
        return batcher.finish()
    }
}
