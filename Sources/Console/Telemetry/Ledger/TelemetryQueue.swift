import Web

/// An upload that waits for its place in the ledger.
struct TelemetryWaiting: Sendable {
    let entry: TelemetryEntry
    let answer: CheckedContinuation<TelemetryReceipt, any Error>
}

/// The uploads that wait for the writer, in the order they came.
struct TelemetryQueue {
    /// Uploads in one transaction at most.
    static let groupLimit = 256
    /// Uploads and bytes that may wait; whoever comes then is asked to come again.
    static let waitingLimit = 4_096
    static let bytesLimit = 64 << 20

    private var waiting: [TelemetryWaiting] = []
    private var bytes = 0
    private var isRunning = false
    /// Why nothing is accepted any more.
    private(set) var failure: String?

    /// - Throws: `Problem` when an upload would not be taken now.
    func checkRoom() throws {
        guard failure == nil else { throw Problem.ledgerClosed }
        guard waiting.count < Self.waitingLimit, bytes < Self.bytesLimit else { throw Problem(.limited, "telemetry.overload", retryAfter: 1) }
    }

    /// - Returns: whether the writer sleeps and has to be started.
    mutating func add(_ upload: TelemetryWaiting) throws -> Bool {
        try checkRoom()
        waiting.append(upload)
        bytes += upload.entry.weight
        defer { isRunning = true }
        return !isRunning
    }

    /// All that wait, up to a group's size; nil when there is nobody, and the writer goes to sleep.
    mutating func next() -> [TelemetryWaiting]? {
        guard !waiting.isEmpty else {
            isRunning = false
            return nil
        }
        let group = Array(waiting.prefix(Self.groupLimit))
        waiting.removeFirst(group.count)
        bytes -= group.reduce(0) { $0 + $1.entry.weight }
        return group
    }

    /// Takes nothing more.
    /// - Returns: who waited.
    mutating func close(_ reason: String) -> [TelemetryWaiting] {
        failure = reason
        defer { (waiting, bytes) = ([], 0) }
        return waiting
    }
}

extension Problem {
    static let ledgerClosed = Problem(.unavailable, "telemetry.closed", retryAfter: 30)
}
