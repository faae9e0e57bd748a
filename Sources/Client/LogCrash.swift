/// What is known of one crash besides its time, device and app.
public struct LogCrash: Sendable, Hashable {
    /// Where the crashed code ran: on a virtual machine or on the processor.
    public enum Runtime: String, Sendable {
        case java
        case native
    }

    /// The report: Apple or PLCrashReporter text, a Java stack trace or a tombstone, with its line feeds.
    public var text: String
    /// Which kind of report `text` is.
    public var runtime: Runtime
    /// Whether the app was in front.
    public var inForeground: Bool
    /// The page that was shown.
    public var page: String?
    /// The process's name.
    public var process: String?
    /// Number or name of the crashed thread.
    public var thread: String?
    /// Free pairs; a key must not contain `=`.
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
