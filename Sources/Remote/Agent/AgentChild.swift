import Foundation
import Synchronization

/// A command that runs, in a group of processes of its own: all that it started ends with it.
final class AgentChild: Sendable {
    private let group: AgentGroup
    private let ended: Task<Int, Never>

    /// - Parameters:
    ///   - command: for `/bin/sh -c`.
    ///   - output: told what it writes, to its standard output and error, as it comes; on a thread of its own.
    /// - Throws: ``RemoteError/file(_:)`` when it cannot be started.
    init(_ command: String, in directory: String, _ environment: [String: String], output: @escaping @Sendable ([UInt8]) -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard Foundation.pipe(&ends) == 0 else { throw RemoteError.system("a pipe") }
        let (pipe, far) = (ends[0], ends[1])
        _ = fcntl(pipe, F_SETFD, FD_CLOEXEC)
        _ = fcntl(far, F_SETFD, FD_CLOEXEC)
        defer { close(far) }
        var process: pid_t = 0
        let code = Self.spawn(&process, command, directory, environment.map { "\($0.key)=\($0.value)" }, output: far)
        guard code == 0 else {
            close(pipe)
            throw RemoteError.file("/bin/sh cannot be started in \(directory): \(String(cString: strerror(code)))")
        }
        let (group, reading) = (AgentGroup(process), AgentPipe(pipe, output))
        self.group = group
        ended = Task { await Self.wait(for: group, reading) }
    }

    private static func spawn(_ process: inout pid_t, _ command: String, _ directory: String, _ environment: [String], output: Int32) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, output, 2)
        // What libraries opened is not for the command.
        for file in openFiles where file > 2 { posix_spawn_file_actions_addclose(&actions, file) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        // The agent passes over SIGTERM, and what is passed over stays so in a child.
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return withStrings(["/bin/sh", "-c", Self.script, directory, command]) { arguments in
            withStrings(environment) { environment in posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environment) }
        }
    }

    /// Swift sees no way to have a child begin in another directory; the shell does, and the process stays the same.
    private static let script = #"cd -- "$0" && exec /bin/sh -c "$1""#

    private static var openFiles: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
    }

    private static func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }

    // MARK: its end

    /// - Returns: its exit code; -1 when a signal ended it.
    func end() async -> Int {
        await ended.value
    }

    /// Asks the whole group to end, and makes it when it does not.
    func stop(within grace: Duration) {
        group.signal(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + grace / .seconds(1)) { [group] in group.signal(SIGKILL) }
    }

    private static func wait(for group: AgentGroup, _ reading: AgentPipe) async -> Int {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                group.waitForLeader()
                // What it left behind.
                group.signal(SIGKILL)
                reading.finish()
                continuation.resume(returning: group.reap())
            }
            thread.start()
        }
    }
}

/// A group of processes by the number of its leader, which nobody else can get before it is reaped.
private final class AgentGroup: Sendable {
    private let leader: pid_t
    private let isReaped = Mutex(false)

    init(_ leader: pid_t) {
        self.leader = leader
    }

    func signal(_ number: Int32) {
        isReaped.withLock { isReaped in
            if !isReaped { kill(-leader, number) }
        }
    }

    func waitForLeader() {
        var facts = siginfo_t()
        while waitid(P_PID, id_t(leader), &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
    }

    /// - Returns: the leader's exit code; -1 when a signal ended it.
    func reap() -> Int {
        isReaped.withLock { isReaped in
            var status: Int32 = 0
            while waitpid(leader, &status, 0) < 0 && errno == EINTR {}
            isReaped = true
            return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : -1
        }
    }
}

/// Our end of what a command writes to, read by a thread of its own.
private final class AgentPipe: Sendable {
    private let descriptor: Int32
    private let output: @Sendable ([UInt8]) -> Void
    /// When reading stops, though somebody may still write: a process that left the group keeps the pipe open.
    private let deadline = Mutex<DispatchTime>(.distantFuture)
    private let done = DispatchSemaphore(value: 0)

    init(_ descriptor: Int32, _ output: @escaping @Sendable ([UInt8]) -> Void) {
        self.descriptor = descriptor
        self.output = output
        let thread = Thread { self.read() }
        thread.start()
    }

    /// Waits for what is on its way.
    func finish() {
        deadline.withLock { $0 = .now() + 2 }
        done.wait()
    }

    private func read() {
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while deadline.withLock({ .now() < $0 }) {
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 100) != 0 else { continue }
            let count = Foundation.read(descriptor, &piece, piece.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            output(Array(piece.prefix(count)))
        }
        close(descriptor)
        done.signal()
    }
}
