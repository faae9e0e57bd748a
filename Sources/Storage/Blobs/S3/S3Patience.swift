/// How long a request to the object store is tried. What waits for it, such as a device's upload, holds memory and is told to come again.
struct S3Patience: Sendable {
    /// At most.
    var attempts = 4
    /// Before the second attempt; doubled before each further one.
    var pause = Duration.milliseconds(150)
    /// For one attempt, beside the time its bytes take.
    var attempt = Duration.seconds(6)
    /// For all attempts, beside the time their bytes take.
    var whole = Duration.seconds(15)
    /// Bytes a second below which a connection counts as hanging.
    var rate = 256 << 10

    /// - Parameter random: 0 to 1. Half of the pause is by chance: nodes that failed together do not come again together.
    func pause(after attempt: Int, random: Double) -> Duration {
        pause * Double(1 << min(attempt - 1, 10)) * (0.5 + random / 2)
    }

    func timeOfBytes(_ count: Int) -> Duration {
        .milliseconds(count * 1_000 / rate)
    }
}
