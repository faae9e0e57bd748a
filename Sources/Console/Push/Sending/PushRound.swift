import Logging
import Storage

/// One run of a sender: as many requests under way as there may be, whose answers are gathered and written in groups, each together with taking as
/// many others. Holds no more than ``PushSendingLimits/inFlight`` deliveries, however many there are.
actor PushRound {
    private let sending: PushSending
    private let leave: PushLeave
    private let desk: PushDesk
    private var results: [PushResult] = []
    /// When the oldest of the results came.
    private var since: ContinuousClock.Instant?
    private var underWay = 0
    private var looked = ContinuousClock.Instant.now
    private var failure: (any Error)?

    private static let logger = Logger(label: "push")
    private static let pulse = Duration.milliseconds(20)
    /// Between attempts to write what came, while the database is away.
    private static let rest = Duration.seconds(1)

    private enum Event: Sendable {
        case answered(PushResult)
        case pulse
    }

    init(_ sending: PushSending, _ leave: PushLeave) {
        self.sending = sending
        self.leave = leave
        desk = PushDesk(sending)
    }

    /// - Returns: the error for which something is not written down; those deliveries become unknown.
    func run() async -> Result<Void, any Error> {
        await withTaskGroup(of: Event.self) { group in
            group.addTask { await Self.wait() }
            await exchange(&group)
            while underWay > 0 || !results.isEmpty {
                guard let event = await group.next() else { break }
                switch event {
                case .answered(let result):
                    underWay -= 1
                    results.append(result)
                    since = since ?? .now
                case .pulse: group.addTask { await Self.wait() }
                }
                if isOver {
                    group.cancelAll()
                    if underWay > 0 { continue }
                }
                if isDue { await exchange(&group) }
                if failure != nil, isOver { break }
            }
            group.cancelAll()
        }
        return failure.map { .failure($0) } ?? .success(())
    }

    private static func wait() async -> Event {
        try? await Task.sleep(for: pulse)
        return .pulse
    }

    /// The console stops, and has waited long enough.
    private var isOver: Bool { leave.since.map { .now - $0 > sending.limits.farewell } ?? false }

    private var isDue: Bool {
        if failure != nil { return .now - looked >= Self.rest }
        let limits = sending.limits
        if results.count >= limits.batch || underWay == 0 { return true }
        if let since, .now - since >= limits.patience { return true }
        return leave.since == nil && underWay + results.count < limits.inFlight && .now - looked >= limits.look
    }

    private func exchange(_ group: inout TaskGroup<Event>) async {
        looked = .now
        let written = results
        let free = leave.since == nil ? sending.limits.inFlight - underWay : 0
        do {
            let claims = try await sending.exchange(written, claim: free)
            results.removeFirst(written.count)
            (since, failure) = (nil, nil)
            for claim in claims {
                let errand = await desk.errand(of: claim)
                underWay += 1
                group.addTask { [sending] in .answered(PushResult(claim: claim, outcome: await sending.outcome(errand, claim))) }
            }
        } catch {
            if failure == nil { Self.logger.error("push: results cannot be written, trying again", metadata: ["error": "\(error)"]) }
            failure = error
        }
    }
}
