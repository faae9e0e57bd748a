import Foundation

/// A program that stays and answers questions: each a line, each answered by a line. It gets nothing but its arguments, the environment named
/// here and the two ends of the conversation; what it says to its standard error is lost.
///
/// For one thread at a time, which may block: not one of Swift's own. It is killed, with all that it started, when this is released.
public final class ChildConversation {
    private var process: pid_t = 0
    /// Ours. A socket, as writing to a pipe that nobody reads any more would end this process.
    private var socket: Int32 = -1
    private var rest: [UInt8] = []

    /// Why there is no answer.
    public enum Failure: Error, Equatable {
        /// It did not answer in time.
        case tookTooLong
        /// It answers with more than anybody asked for.
        case saidTooMuch
        /// It is no longer there.
        case ended
    }

    /// - Parameters:
    ///   - addresses: bytes of addresses that it may have, files that it maps included; nil for no limit.
    /// - Throws: `ChildProcess.Failure` when it cannot be started.
    public init(_ program: String, _ arguments: [String], environment: [String: String] = [:], addresses: Int? = nil) throws {
        ChildSpawn.turn.lock()
        defer { ChildSpawn.turn.unlock() }
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else { throw ChildProcess.Failure(program, errno) }
        socket = ends[0]
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[1]) }
        let words = environment.map { "\($0.key)=\($0.value)" }
        let command = [program] + arguments
        let whole = addresses.map { Self.limited + ["\($0 >> 10)"] + command } ?? command
        let code = ChildSpawn.spawn(&process, whole[0], whole, words, input: ends[1], output: ends[1])
        guard code == 0 else { throw ChildProcess.Failure(program, code) }
    }

    /// Swift sees no prlimit(2): the shell sets the limit on itself and becomes the program.
    private static let limited = ["/bin/sh", "-c", "ulimit -v \"$1\" && shift && exec \"$@\"", "sh"]

    deinit {
        close(socket)
        guard process > 0 else { return }
        kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    }

    /// Bytes of memory that it uses now; 0 when it is gone.
    public var memory: Int {
        // The second number of proc_pid_statm(5).
        let numbers = (try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8))?.split(separator: " ") ?? []
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Asks, and waits for as many lines as were asked.
    /// - Parameters:
    ///   - questions: without ends of lines; a few dozen kilobytes at a time, as nothing is read before all is said.
    ///   - limit: bytes of all answers.
    /// - Throws: ``Failure``; afterwards it cannot be asked again.
    public func ask(_ questions: [String], upTo limit: Int, before deadline: DispatchTime) throws(Failure) -> [[UInt8]] {
        try say(questions.flatMap { Array($0.utf8) + [0x0A] }, before: deadline)
        var (answers, size) = ([[UInt8]](), 0)
        while answers.count < questions.count {
            let line = try line(upTo: limit - size, before: deadline)
            size += line.count
            answers.append(line)
        }
        return answers
    }

    private func say(_ bytes: [UInt8], before deadline: DispatchTime) throws(Failure) {
        var said = 0
        while said < bytes.count {
            try wait(for: Int16(POLLOUT), before: deadline)
            let count = bytes.withUnsafeBytes { send(socket, $0.baseAddress! + said, bytes.count - said, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) }
            if count < 0 && (errno == EINTR || errno == EAGAIN) { continue }
            guard count > 0 else { throw .ended }
            said += count
        }
    }

    private func line(upTo limit: Int, before deadline: DispatchTime) throws(Failure) -> [UInt8] {
        var searched = 0
        while true {
            if let end = rest[searched...].firstIndex(of: 0x0A) {
                let line = Array(rest[..<end])
                rest.removeFirst(end + 1)
                return line
            }
            searched = rest.count
            guard rest.count <= limit else { throw .saidTooMuch }
            try wait(for: Int16(POLLIN), before: deadline)
            var piece = [UInt8](repeating: 0, count: 64 << 10)
            let count = Foundation.read(socket, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw .ended }
            rest += piece.prefix(count)
        }
    }

    private func wait(for event: Int16, before deadline: DispatchTime) throws(Failure) {
        let (now, end) = (DispatchTime.now().uptimeNanoseconds, deadline.uptimeNanoseconds)
        guard now < end else { throw .tookTooLong }
        var waiting = pollfd(fd: socket, events: event, revents: 0)
        guard poll(&waiting, 1, Int32(clamping: (end - now) / 1_000_000 + 1)) != 0 else { throw .tookTooLong }
    }
}
