import Foundation

/// Runs a program to its end, and puts an end to it when it takes too long or says too much.
///
/// It gets nothing but its arguments, the environment named here and a pipe for its output: no other file of ours is open in it, and what it
/// says to its standard error is lost.
public enum ChildProcess {
    /// How it ended.
    public enum End: Equatable, Sendable {
        case exited(Int32)
        /// By a signal that was not ours.
        case signalled(Int32)
        case tookTooLong
        case saidTooMuch
    }

    /// The program cannot be started.
    public struct Failure: Error, Equatable {
        public let program: String
        /// What the system said.
        public let reason: String

        init(_ program: String, _ code: Int32) {
            self.program = program
            reason = String(cString: strerror(code))
        }
    }

    /// Waits for the program in the thread that calls: not one of Swift's own.
    ///
    /// - Parameters:
    ///   - seconds: of the clock, after which it is killed with all that it started.
    ///   - limit: bytes of output.
    /// - Throws: ``Failure`` when it cannot be started.
    public static func run(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        seconds: Double,
        upTo limit: Int
    ) throws -> (end: End, output: [UInt8]) {
        let child = try ChildHandle(program, [program] + arguments, environment.map { "\($0.key)=\($0.value)" })
        let deadline = DispatchTime.now() + seconds
        guard let output = child.output(upTo: limit, before: deadline) else { return (child.isLate(deadline) ? .tookTooLong : .saidTooMuch, []) }
        return (child.wait(until: deadline) ?? .tookTooLong, output)
    }
}

/// Owner of a running child and of our end of its output; kills it, if it still runs, when it is released.
private final class ChildHandle {
    private var process: pid_t = 0
    private var pipe: Int32 = -1
    private var isOver = true

    init(_ program: String, _ arguments: [String], _ environment: [String]) throws {
        // One at a time: Swift sees no pipe2(2), and another child must not get our end before it is marked.
        ChildSpawn.turn.lock()
        defer { ChildSpawn.turn.unlock() }
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw ChildProcess.Failure(program, errno) }
        pipe = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        let code = ChildSpawn.spawn(&process, program, arguments, environment, output: ends[1])
        guard code == 0 else { throw ChildProcess.Failure(program, code) }
        isOver = false
    }

    deinit {
        close(pipe)
        if isOver { return }
        kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }

    /// - Returns: nil when there is more, or when the time is over.
    func output(upTo limit: Int, before deadline: DispatchTime) -> [UInt8]? {
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while output.count <= limit {
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Self.milliseconds(until: deadline))
            if ready == 0 { return nil }
            let count = ready < 0 ? -1 : Foundation.read(pipe, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return output }
            output.append(contentsOf: piece[..<count])
        }
        return nil
    }

    /// How it ended; nil when the time is over. A child may close its output and go on.
    func wait(until deadline: DispatchTime) -> ChildProcess.End? {
        var status: Int32 = 0
        while true {
            let done = waitpid(process, &status, WNOHANG)
            if done == process { break }
            if isLate(deadline) { return nil }
            usleep(2_000)
        }
        isOver = true
        let signal = status & 0x7F
        return signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
    }

    func isLate(_ deadline: DispatchTime) -> Bool {
        DispatchTime.now() >= deadline
    }

    private static func milliseconds(until deadline: DispatchTime) -> Int32 {
        let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline.uptimeNanoseconds)
        return now >= end ? 0 : Int32(clamping: (end - now) / 1_000_000 + 1)
    }
}
