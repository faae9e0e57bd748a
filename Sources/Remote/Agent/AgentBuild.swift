import Foundation

/// The work on one request.
struct AgentBuild: Sendable {
    let queue: AgentQueue
    let order: AgentOrder
    let claim: AgentClaim
    let environment: [String: String]

    private enum Ended: Sendable {
        case work(AgentOutcome)
        case leaseLost
    }

    /// The work and the lease's beat at the same time; the one that ends first ends the other.
    func run() async -> AgentOutcome {
        let outcome = await withTaskGroup(of: Ended.self) { group in
            group.addTask { .work(await perform()) }
            group.addTask {
                await prolong()
                return .leaseLost
            }
            var first: Ended?
            for await ended in group {
                group.cancelAll()
                first = first ?? ended
            }
            if case .work(let outcome) = first { return outcome }
            return Task.isCancelled ? AgentOutcome.stopped : .lost
        }
        // Also when the agent stops and has cancelled this task.
        if outcome == .stopped { await Task { try? await queue.giveBack(claim) }.value }
        return outcome
    }

    /// How soon it is known that a request was cancelled.
    private static let beat = Duration.seconds(5)

    /// Returns when the request is not ours any more, or when nobody could be asked for so long that it may not be.
    private func prolong() async {
        var last = ContinuousClock.now
        while !Task.isCancelled, .now - last < claim.lease.life {
            try? await Task.sleep(for: min(Self.beat, claim.lease.life / 4))
            guard !Task.isCancelled else { return }
            do {
                try await queue.renew(claim)
                last = .now
            } catch let error as RemoteError where !error.isPassing {
                return
            } catch {
                // The console is away; its clock goes on.
            }
        }
    }

    // MARK: the work

    private func perform() async -> AgentOutcome {
        let log = AgentLog(claim, secrets: secrets) { [queue, claim] in try await queue.append($0, at: $1, claim) }
        do {
            let directory = try AgentDirectory(order.directory, claim.request)
            defer { if !order.keeps { directory.remove() } }
            let exit = try await execute(in: directory.path, log)
            guard exit == 0 else { return try await fail("the command ended with \(exit)", exit, log) }
            return try await deliver(from: directory.path, log)
        } catch let error as RemoteError where error.isConflict {
            return .lost
        } catch is CancellationError {
            return .stopped
        } catch {
            return Task.isCancelled ? .stopped : (try? await fail("\(error)", nil, log)) ?? .lost
        }
    }

    /// Values that the log must not show.
    private var secrets: [[UInt8]] {
        order.secrets.compactMap { environment[$0] }.map { Array($0.utf8) }
    }

    /// - Returns: how the command ended.
    private func execute(in directory: String, _ log: AgentLog) async throws -> Int {
        var variables = environment.filter { !$0.key.hasPrefix("CONSOLE_") }.merging(claim.request.environment) { $1 }
        variables["BUILD_DIRECTORY"] = directory
        let child = try AgentChild(order.command, in: directory, variables) { log.write($0) }
        let sending = Task {
            while !Task.isCancelled {
                try await Task.sleep(for: .seconds(1))
                // What cannot be sent now is sent later.
                try? await log.send()
            }
        }
        let exit = await withTaskCancellationHandler {
            await child.end()
        } onCancel: {
            child.stop(within: order.grace)
        }
        sending.cancel()
        _ = await sending.result
        try Task.checkCancellation()
        return exit
    }

    private func deliver(from directory: String, _ log: AgentLog) async throws -> AgentOutcome {
        guard let pattern = order.artifact else {
            try await end(nil, 0, log)
            return .succeeded(build: nil)
        }
        guard let file = try AgentArtifact.find(pattern, in: directory) else { return try await fail("no file matches \(pattern)", 0, log) }
        log.say("bringing \((file as NSString).lastPathComponent)")
        do {
            let build = try await queue.upload(file, claim)
            try await end(nil, 0, log)
            return .succeeded(build: build.id)
        } catch let error as RemoteError where !error.isPassing && !error.isConflict {
            return try await fail("the console does not take the package: \(error)", 0, log)
        }
    }

    private func fail(_ reason: String, _ exit: Int?, _ log: AgentLog) async throws -> AgentOutcome {
        try Task.checkCancellation()
        log.say(reason)
        try await end(reason, exit, log)
        return .failed(reason)
    }

    /// - Parameter reason: of a failure.
    private func end(_ reason: String?, _ exit: Int?, _ log: AgentLog) async throws {
        log.close()
        try await log.send()
        try await queue.finish(claim, reason: reason, exitCode: exit)
    }
}
