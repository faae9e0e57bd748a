/// What is known of one crash besides its time, device and app.
public struct LogCrash: Sendable, Hashable {
    /// Where the crashed code ran: on a virtual machine or on the processor.
    public enum Runtime: String, Sendable {
        case java
        case native
    }

    /// The report: Apple or PLCrashReporter text, a Java stack trace or a tombstone, with its line feeds.
    public var text: String
    public var runtime: Runtime
    public var inForeground: Bool
    /// The page that was shown.
    public var page: String?
    public var process: String?
    public var thread: String?
    public var ext: [String: String]

    public init(
        text: String,
        runtime: Runtime,
        inForeground: Bool = true,
        page: String? = nil,
        process: String? = nil,
        thread: String? = nil,
        ext: [String: String] = [:]
    ) {
        self.text = text
        self.runtime = runtime
        self.inForeground = inForeground
        self.page = page
        self.process = process
        self.thread = thread
        self.ext = ext
    }
}
