import Foundation

/// Starts a program that gets nothing of ours but its arguments, its environment and the ends it is given.
enum ChildSpawn {
    /// Held while ends are made and a child is started.
    static let turn = NSLock()

    /// - Parameters:
    ///   - arguments: with the program's own name.
    ///   - input: nil for nothing to read.
    /// - Returns: an error number, 0 for none.
    static func spawn(
        _ process: inout pid_t,
        _ program: String,
        _ arguments: [String],
        _ environment: [String],
        input: Int32? = nil,
        output: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        for file in openFiles where file > 2 { posix_spawn_file_actions_addclose(&actions, file) }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Its own group, so that what it starts can be killed with it; and none of the signals that a server blocks.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        return withStrings(arguments) { arguments in
            withStrings(environment) { environment in posix_spawn(&process, program, &actions, &attributes, arguments, environment) }
        }
    }

    /// Most are closed in a child by themselves (O_CLOEXEC); those that libraries opened may not be.
    private static var openFiles: [Int32] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []).compactMap { Int32($0) }
    }

    private static func withStrings<Result>(_ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
