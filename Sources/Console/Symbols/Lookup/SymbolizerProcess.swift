import Dispatch
import Formats
import Foundation
import Logging
import Storage
import Synchronization

/// Whether addresses can be looked up on this node.
public enum SymbolizerState: Sendable, Equatable {
    /// By the program at this path.
    case ready(String)
    /// There is no such program: reports stay as they came.
    case absent

    public var isReady: Bool { self != .absent }
}

/// `llvm-symbolizer`, kept running: it has the files open that it was asked about, and answers from memory.
///
/// It reads files that somebody sent. What it does over them stays in it: it has no secret of ours, its memory is bounded, and it is ended when it
/// does not answer, grows too large or has nothing to do.
public actor SymbolizerProcess {
    public nonisolated let state: SymbolizerState
    /// Its methods wait for a child: on a thread of their own.
    private nonisolated let thread = SymbolThread("symbolizer")
    public nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    private var child: ChildConversation?
    private var lastUse = ContinuousClock.now
    /// Files that it hung or died over, and until when they are not asked about.
    private var shunned: [String: (failures: Int, until: ContinuousClock.Instant)] = [:]
    private var known: [SymbolizerPlace: [SymbolicFrame]] = [:]
    /// How often it had to be begun anew.
    private(set) var restarts = 0

    private let limits: SymbolizerLimits
    private static let logger = Logger(label: "symbolizer")

    /// - Parameter program: a path, or a name that is looked for on `PATH`.
    public init(program: String = "llvm-symbolizer", limits: SymbolizerLimits = SymbolizerLimits()) {
        state = SymbolizerPath.find(program).map { .ready($0) } ?? .absent
        self.limits = limits
    }

    /// The functions at addresses of a program, the innermost first.
    /// - Parameters:
    ///   - path: of a file of symbols for one architecture.
    ///   - addresses: as the program itself counts.
    /// - Returns: one for each; none for what is not known, and for all when the file cannot be read.
    func look(_ path: String, _ addresses: [UInt64]) -> [[SymbolicFrame]] {
        lastUse = .now
        if known.count + addresses.count > limits.known { known = [:] }
        let asked = Array(Set(addresses).filter { known[SymbolizerPlace(path: path, address: $0)] == nil })
        if !asked.isEmpty, shunned[path].map({ $0.failures < 2 || $0.until < .now }) ?? true { ask(path, asked.sorted()) }
        return addresses.map { known[SymbolizerPlace(path: path, address: $0)] ?? [] }
    }

    /// Lets go of what it has in memory when nobody asked for a while.
    func rest() {
        if ContinuousClock.now - lastUse > limits.idle { (child, known) = (nil, [:]) }
    }

    private func ask(_ path: String, _ addresses: [UInt64]) {
        let deadline = DispatchTime.now() + limits.seconds
        do {
            for start in stride(from: 0, to: addresses.count, by: Self.atOnce) {
                let some = Array(addresses[start..<min(start + Self.atOnce, addresses.count)])
                let lines = try conversation().ask(some.map { SymbolizerAnswer.question(path, $0) }, upTo: limits.answer, before: deadline)
                for (address, frames) in zip(some, try SymbolizerAnswer.frames(lines)) {
                    known[SymbolizerPlace(path: path, address: address)] = frames
                }
            }
            shunned[path] = nil
            if let child, child.memory > limits.memory { end("it grew too large") }
        } catch {
            shunned[path] = (1 + (shunned[path]?.failures ?? 0), .now + limits.shunning)
            if shunned.count > 1_000 { shunned = [:] }
            end("\(error)")
        }
    }

    /// Addresses that are said before the answers are read: both ways hold some dozen kilobytes.
    private static let atOnce = 64

    private func conversation() throws -> ChildConversation {
        if let child { return child }
        guard case .ready(let program) = state else { throw SymbolizerAbsent() }
        // Its own search for files on the network is off without an environment.
        let begun = try ChildConversation(program, SymbolizerAnswer.arguments, addresses: limits.addresses)
        child = begun
        return begun
    }

    private func end(_ reason: String) {
        child = nil
        restarts += 1
        Self.logger.notice("the symbolizer is begun anew", metadata: ["reason": "\(reason)"])
    }
}

/// Times in seconds, sizes in bytes.
public struct SymbolizerLimits: Sendable {
    /// For all that is asked of one file at a time.
    public var seconds = 20.0
    /// Without a question, before it is ended.
    public var idle = Duration.seconds(600)
    /// How long a file is not asked about that it failed over twice.
    public var shunning = Duration.seconds(600)
    /// Of its own, after which it is begun anew.
    public var memory = 1 << 30
    /// Addresses that it may have; it maps whole files.
    public var addresses = 16 << 30
    /// Of the answers to 64 questions.
    public var answer = 16 << 20
    /// Answers that are kept.
    public var known = 20_000

    public init() {}
}

private struct SymbolizerAbsent: Error {}

/// An address in a file.
private struct SymbolizerPlace: Hashable {
    let path: String
    let address: UInt64
}

/// Where a program is.
enum SymbolizerPath {
    static func find(_ program: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
        guard !program.isEmpty else { return nil }
        if program.contains("/") { return access(program, X_OK) == 0 ? program : nil }
        let folders = (path ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        return folders.lazy.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
    }
}

/// A thread for an actor that waits for others.
final class SymbolThread: SerialExecutor {
    private let queue: DispatchQueue

    init(_ label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
