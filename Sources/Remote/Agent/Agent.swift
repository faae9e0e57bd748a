import Foundation

/// What an agent is, and what it does with a request.
public struct AgentOrder: Sendable {
    /// As the console's pages show it.
    public var name: String
    public var platforms: [String]
    /// What it has; requests may ask for it.
    public var labels: [String] = []
    /// For `/bin/sh -c`.
    public var command: String
    /// Which of the files that the command leaves is the package, such as `out/*.ipa`; nil when it leaves none.
    public var artifact: String?
    /// Where each build has a directory of its own.
    public var directory: String
    /// Whether such a directory stays.
    public var keeps = false
    /// Variables of the environment whose values are not for the log.
    public var secrets: [String] = []
    /// Between two questions for work.
    public var poll = Duration.seconds(5)
    /// That a command has to end by itself once it is asked to.
    public var grace = Duration.seconds(10)

    public init(name: String, platforms: [String], command: String, directory: String) {
        self.name = name
        self.platforms = platforms
        self.command = command
        self.directory = directory
    }
}

/// How work on a request ended.
public enum AgentOutcome: Sendable, Equatable {
    /// - Parameter build: id of what came of it; nil when no package was asked for.
    case succeeded(build: String?)
    case failed(String)
    /// It was cancelled, or is another agent's by now.
    case lost
    /// The agent was told to stop, and gave it back.
    case stopped
}

/// Claims what a console wants built, has a command build it, and brings back what came of it. Ends when its task is cancelled; what is under way then is
/// given back for another agent.
public final class Agent: Sendable {
    private let queue: AgentQueue
    private let order: AgentOrder
    private let environment: [String: String]
    private let say: @Sendable (String) -> Void

    /// - Parameters:
    ///   - environment: of the command, beside what describes the request; nothing that is called `CONSOLE_…` goes on.
    ///   - say: told what happens, a line each.
    public init(
        _ console: RemoteConsole,
        _ order: AgentOrder,
        environment: [String: String] = ProcessInfo.processInfo.environment,
        say: @escaping @Sendable (String) -> Void
    ) {
        queue = AgentQueue(console: console)
        self.order = order
        self.environment = environment
        self.say = say
    }

    /// Works until its task is cancelled.
    /// - Throws: ``RemoteError`` when the console does not let it work, e.g. by its token.
    public func run() async throws {
        var failures = 0
        while !Task.isCancelled {
            do {
                let outcome = try await work()
                failures = 0
                if outcome == nil { try await Task.sleep(for: order.poll * Double.random(in: 0.8...1.2)) }
            } catch is CancellationError {
                return
            } catch let error as RemoteError where error.isPassing {
                failures += 1
                say("\(error)")
                try? await Task.sleep(for: min(.seconds(60), order.poll * Double(failures)))
            }
        }
    }

    /// Works on one request, if there is one.
    /// - Returns: nil when there is none.
    public func work() async throws -> AgentOutcome? {
        guard let claim = try await queue.claim(order) else { return nil }
        say("\(claim.request.title): begun")
        let outcome = await AgentBuild(queue: queue, order: order, claim: claim, environment: environment).run()
        say("\(claim.request.title): \(outcome.words)")
        return outcome
    }
}

extension AgentOutcome {
    fileprivate var words: String {
        switch self {
        case .succeeded(let build): build.map { "succeeded, build \($0)" } ?? "succeeded"
        case .failed(let reason): "failed: \(reason)"
        case .lost: "cancelled, or given to another agent"
        case .stopped: "given back"
        }
    }
}
