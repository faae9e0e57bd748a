import Foundation
import Synchronization

/// Connections to the server, each lent to one transaction at a time; whoever finds none free waits in line.
final class PostgresPool: Sendable {
    private let settings: PostgresSettings
    private let state: Mutex<State>

    fileprivate struct State {
        var idle: [PostgresConnection] = []
        /// Connections there are or that are being made.
        var open = 0
        var waiting: [Waiting] = []
        var nextNumber = 0
        /// The server is away: nobody tries again before this.
        var retryAt: ContinuousClock.Instant?
        var failures = 0
        var reason = ""
        var isClosed = false
    }

    fileprivate struct Waiting {
        let number: Int
        let answer: CheckedContinuation<Permit, any Error>
    }

    /// What somebody gets who asks: a connection, or the right to make one.
    fileprivate enum Permit: Sendable {
        case use(PostgresConnection)
        case connect
    }

    private enum Answer {
        case permit(Permit)
        case refuse(StorageError)
        case wait
    }

    /// A transaction waits this long for a connection.
    private static let longestWait = Duration.seconds(10)
    fileprivate static let shortestPause = Duration.milliseconds(50)
    fileprivate static let longestPause = Duration.seconds(2)

    init(_ settings: PostgresSettings) {
        self.settings = settings
        state = Mutex(State())
    }

    /// A connection that has to be given back, or thrown away.
    /// - Throws: `StorageError.unavailable` when the server cannot be reached, or all connections stay busy.
    func borrow() async throws -> PostgresConnection {
        switch try await permit() {
        case .use(let connection): return connection
        case .connect: return try await connect()
        }
    }

    func giveBack(_ connection: PostgresConnection) {
        guard !connection.isBroken, !connection.isInTransaction else { return discard(connection) }
        let next = state.withLock { state -> Waiting? in
            guard !state.isClosed else {
                state.open -= 1
                return nil
            }
            guard !state.waiting.isEmpty else {
                state.idle.append(connection)
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.answer.resume(returning: .use(connection))
    }

    /// A connection that is lost is seldom alone: those that wait for work are looked at again too.
    func discard(_ connection: PostgresConnection) {
        let (next, dropped) = state.withLock { state -> (Waiting?, [PostgresConnection]) in
            let dropped = connection.isBroken ? state.idle : []
            if connection.isBroken { state.idle = [] }
            state.open -= 1 + dropped.count
            guard !state.waiting.isEmpty, !state.isClosed else { return (nil, dropped) }
            state.open += 1
            return (state.waiting.removeFirst(), dropped)
        }
        _ = dropped
        next?.answer.resume(returning: .connect)
    }

    var load: DatabaseLoad {
        state.withLock { DatabaseLoad(busy: $0.open - $0.idle.count, waiting: $0.waiting.count, limit: settings.connections) }
    }

    func close() {
        let waiting = state.withLock { state in
            state.isClosed = true
            state.open -= state.idle.count
            state.idle = []
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.answer.resume(throwing: StorageError.unavailable("closed")) }
    }

    // MARK: waiting

    private func permit() async throws -> Permit {
        try await withCheckedThrowingContinuation { answer in
            let (result, number) = state.withLock { state in
                state.nextNumber += 1
                let result = enter(&state)
                if case .wait = result { state.waiting.append(Waiting(number: state.nextNumber, answer: answer)) }
                return (result, state.nextNumber)
            }
            switch result {
            case .permit(let permit): answer.resume(returning: permit)
            case .refuse(let error): answer.resume(throwing: error)
            case .wait: giveUp(on: number)
            }
        }
    }

    private func enter(_ state: inout State) -> Answer {
        guard !state.isClosed else { return .refuse(.unavailable("closed")) }
        if let connection = state.idle.popLast() { return .permit(.use(connection)) }
        if let retryAt = state.retryAt, ContinuousClock.now < retryAt { return .refuse(.unavailable(state.reason)) }
        guard state.open < settings.connections else { return .wait }
        state.open += 1
        return .permit(.connect)
    }

    private func giveUp(on number: Int) {
        Task { [weak self] in
            try? await Task.sleep(for: Self.longestWait)
            let late = self?.state.withLock { state -> Waiting? in
                guard let place = state.waiting.firstIndex(where: { $0.number == number }) else { return nil }
                return state.waiting.remove(at: place)
            }
            late?.answer.resume(throwing: StorageError.unavailable("all connections stayed busy"))
        }
    }

    // MARK: connecting

    private func connect() async throws -> PostgresConnection {
        do {
            let connection = try await Self.connection(settings)
            state.withLock { ($0.retryAt, $0.failures) = (nil, 0) }
            return connection
        } catch let failure as PostgresFailure {
            let waiting = state.withLock { $0.fail(failure.message) }
            let error = StorageError.unavailable(failure.message)
            for one in waiting { one.answer.resume(throwing: error) }
            throw error
        }
    }

    static func connection(_ settings: PostgresSettings) async throws -> PostgresConnection {
        try await withCheckedThrowingContinuation { continuation in
            connecting.async { continuation.resume(with: Result { try PostgresConnection(settings) }) }
        }
    }

    private static let connecting = DispatchQueue(label: "postgres connecting", attributes: .concurrent)
}

extension PostgresPool.State {
    /// - Returns: those who waited for a connection that nobody will have soon.
    fileprivate mutating func fail(_ message: String) -> [PostgresPool.Waiting] {
        open -= 1
        failures += 1
        reason = message
        let pause = min(PostgresPool.longestPause, PostgresPool.shortestPause * (1 << min(failures, 8)))
        retryAt = .now + pause
        guard open == 0 else { return [] }
        defer { waiting = [] }
        return waiting
    }
}
