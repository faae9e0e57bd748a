/// Cuts a stream of lines into batches; holds one unfinished batch, never more.
///
/// mPaaS uploads when 100 lines or 10 KB have gathered. Here a batch never exceeds either, except that a line
/// which is larger alone (a crash) is a batch of its own.
public struct LogBatcher: Sendable {
    /// What a batch holds at most.
    public struct Limits: Sendable, Hashable {
        /// How many.
        public var lines: Int
        /// Of the body before compression, line feeds included.
        public var bytes: Int

        public init(lines: Int = 100, bytes: Int = 10 * 1024) {
            self.lines = lines
            self.bytes = bytes
        }
    }

    private let limits: Limits
    private let naming: LogBatchNaming
    private var body: [UInt8] = []
    private var lines = 0

    public init(limits: Limits = Limits(), naming: LogBatchNaming = .random) {
        self.limits = limits
        self.naming = naming
    }

    /// Takes one line, without its line feed. Returns the batch that was finished to make room for it.
    public mutating func add(_ line: some Collection<UInt8>) -> LogBatch? {
        let finished = hasRoom(for: line.count) ? nil : finish()
        if lines > 0 { body.append(UInt8(ascii: "\n")) }
        body.append(contentsOf: line)
        lines += 1
        return finished
    }

    /// The lines gathered so far; `nil` if there are none.
    public mutating func finish() -> LogBatch? {
        guard lines > 0 else { return nil }
        defer { (body, lines) = ([], 0) }
        return LogBatch(id: naming.name(for: body), lines: lines, body: body)
    }

    private func hasRoom(for size: Int) -> Bool {
        lines == 0 || (lines < limits.lines && body.count + 1 + size <= limits.bytes)
    }
}
