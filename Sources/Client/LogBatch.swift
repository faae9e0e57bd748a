/// Lines that are sent, retried and counted together. `Codable`, so that an app can keep an undelivered batch, name included, until its next start.
public struct LogBatch: Sendable, Hashable, Codable {
    /// The name the server counts it under: the same name within 24 hours is counted once.
    public let id: String
    /// The number of lines in `body`.
    public let lines: Int
    /// The lines, joined by line feeds.
    public let body: [UInt8]

    public init(id: String, lines: Int, body: [UInt8]) {
        self.id = id
        self.lines = lines
        self.body = body
    }
}
