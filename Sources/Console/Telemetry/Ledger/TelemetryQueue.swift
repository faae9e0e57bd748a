import Web

/// The uploads that wait for one writer, in the order they came.
struct TelemetryQueue {
    /// Uploads in one transaction at most.
    static let groupLimit = 256

    /// Uploads and bytes that may wait; whoever comes then is asked to come again.
    private let waitingLimit: Int
    private let bytesLimit: Int
    /// Whether a group holds uploads of one app only: a transaction of theirs then needs no other app's rows, wherever those are.
    private let isByApp: Bool
    private var waiting: [TelemetryWaiting] = []
    private var underWay: [TelemetryWaiting] = []
    private var bytes = 0
    private var isRunning = false
    private var awayUntil: ContinuousClock.Instant?
    /// Why nothing is accepted any more.
    private(set) var failure: String?

    /// - Parameter share: of what may wait.
    init(share: Int = 1, isByApp: Bool = false) {
        waitingLimit = 4_096 / share
        bytesLimit = (64 << 20) / share
        self.isByApp = isByApp
    }

    /// - Throws: `Problem` when an upload would not be taken now.
    func checkRoom() throws {
        guard failure == nil else { throw Problem.ledgerClosed }
        if let awayUntil, ContinuousClock.now < awayUntil { throw Problem.ledgerAway }
        guard waiting.count < waitingLimit, bytes < bytesLimit else { throw Problem(.limited, "telemetry.overload", retryAfter: 1) }
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
        underWay = []
        guard let first = waiting.first else {
            isRunning = false
            return nil
        }
        underWay = isByApp ? take(of: first.entry.app) : takeFirst()
        bytes -= underWay.reduce(0) { $0 + $1.entry.weight }
        return underWay
    }

    private mutating func takeFirst() -> [TelemetryWaiting] {
        defer { waiting.removeFirst(min(waiting.count, Self.groupLimit)) }
        return Array(waiting.prefix(Self.groupLimit))
    }

    private mutating func take(of app: String) -> [TelemetryWaiting] {
        var group: [TelemetryWaiting] = []
        waiting.removeAll { upload in
            guard group.count < Self.groupLimit, upload.entry.app == app else { return false }
            group.append(upload)
            return true
        }
        return group
    }

    /// Those who have waited too long. Who is in a group that is being written stays in it, and may be counted yet.
    mutating func takeLate(_ longest: Duration) -> [TelemetryWaiting] {
        let late = waiting.prefix { $0.age > longest }
        waiting.removeFirst(late.count)
        bytes -= late.reduce(0) { $0 + $1.entry.weight }
        return late + underWay.filter { $0.age > longest }
    }

    /// Lets nobody in for a moment, because the database is away.
    mutating func pause(for duration: Duration) {
        awayUntil = .now + duration
    }

    /// Takes nothing more.
    /// - Returns: who waited.
    mutating func close(_ reason: String) -> [TelemetryWaiting] {
        failure = reason
        defer { (waiting, bytes) = ([], 0) }
        return waiting
    }

    /// How many wait, with those that are being written, and how long the oldest has.
    var load: (count: Int, oldest: Duration) {
        let first = underWay.first ?? waiting.first
        return (waiting.count + underWay.count, first?.age ?? .zero)
    }
}

extension Problem {
    static let ledgerClosed = Problem(.unavailable, "telemetry.closed", retryAfter: 30)
    static let ledgerAway = Problem(.unavailable, "telemetry.away", retryAfter: 2)
}
