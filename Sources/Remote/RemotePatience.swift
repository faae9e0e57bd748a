import Foundation
import NIOCore

/// How long a console is tried.
public struct RemotePatience: Sendable {
    /// Without getting any further; the first included.
    public var attempts = 5
    /// Before the second attempt; doubled before each further one.
    public var pause = Duration.milliseconds(300)
    /// A console that asks for more by `Retry-After` is left alone.
    public var longest = Duration.seconds(60)
    /// For an answer in JSON with its body.
    public var whole = Duration.seconds(60)
    public var connecting = TimeAmount.seconds(10)
    /// Without a byte.
    public var silence = TimeAmount.seconds(30)
    /// What counts as getting further with a download, in bytes.
    public var progress = 1 << 20

    public init() {}

    /// - Throws: the error where the console wants to be left alone for longer.
    func pause(after failures: Int, _ error: RemoteError) async throws {
        guard let asked = error.retryAfter else {
            // Half of it by chance: machines that failed together do not come again together.
            return try await Task.sleep(for: min(longest, pause * Double(1 << min(failures - 1, 10))) * Double.random(in: 0.5...1))
        }
        guard Duration.seconds(asked) <= longest else { throw error }
        try await Task.sleep(for: .seconds(asked))
    }
}
