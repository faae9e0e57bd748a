/// One crash report, whatever wrote it: what ``read(_:limits:)`` makes of Apple's and PLCrashReporter's texts and files, Java's and Kotlin's
/// traces, and Android's tombstones.
///
/// Texts are empty and numbers nil where the report says nothing. All of them are as the report has them: not symbolicated, not shortened
/// but for ``CrashReadLimits``, and not escaped. Addresses are the process's own, in 64 bits.
public struct CrashReport: Sendable, Equatable, Codable {
    public var format: CrashFormat
    /// What the device called this report, as written.
    public var incident = ""
    /// When it happened, in milliseconds since 1970-01-01T00:00Z.
    public var time: Int?
    /// When the process was started, in milliseconds since 1970-01-01T00:00Z.
    public var launchTime: Int?
    public var app = App()
    public var device = Device()
    /// What ended the process, as the system saw it.
    public var exception = Exception()
    /// What the app's language threw: the uncaught exception first, then what caused it and what was suppressed. Empty for a mere signal.
    public var thrown: [Thrown] = []
    /// In the report's order. Empty for a Java trace, whose frames are those of ``thrown``.
    public var threads: [Thread] = []
    /// Of the crashed thread.
    public var registers: [Register] = []
    public var images: [Image] = []
    /// Ids of the mappings by which names were shortened, as far as the report says (Sentry's images of type `proguard`).
    public var mappings: [String] = []
    public var termination = Termination()
    /// What the process said when it gave up (Android's `Abort message`).
    public var abortMessage = ""
    /// `Application Specific Information`, a line each.
    public var information: [String] = []
    /// Whether people saw the app; nil where the report does not say.
    public var isForeground: Bool?
    public var memory = Memory()
    /// What else the app's own tool says, where one wrote the report.
    public var event: Event?
    /// What the report had beyond the limits.
    public var cut = Cut()

    public init(format: CrashFormat) {
        self.format = format
    }
}

/// How a report is written. Stored: the words do not change.
public enum CrashFormat: String, Sendable, Codable, CaseIterable {
    /// Apple's text, also as PLCrashReporter writes it.
    case apple
    /// A Java or Kotlin stack trace.
    case java
    /// Android's native tombstone, as text or as a protocol buffer.
    case tombstone
    /// Apple's JSON.
    case ips
    /// PLCrashReporter's binary file.
    case plcrash
    /// An event of a Sentry SDK, in JSON.
    case sentry
    /// HarmonyOS's fault log, of native code or of a script.
    case harmony
    /// Nothing of these.
    case unknown
}

extension CrashFormat {
    /// Whether offsets count as the library's own file does, and not from where it was loaded: Android and HarmonyOS write them so.
    public var hasFileOffsets: Bool { self == .tombstone || self == .harmony }
}

extension CrashReport {
    /// The thread that crashed; of several that say so the first.
    public var crashedThread: Thread? {
        threads.first(where: \.isCrashed)
    }

    /// Whether nothing of the report was left out.
    public var isWhole: Bool { cut == Cut() }

    /// The image that a frame lies in.
    public func image(of frame: Frame) -> Image? {
        frame.image.flatMap { images.indices.contains($0) ? images[$0] : nil }
    }

    /// Changes every frame of all threads and exceptions, in place.
    public mutating func updateFrames(_ update: (inout Frame) -> Void) {
        for thread in threads.indices {
            for frame in threads[thread].frames.indices { update(&threads[thread].frames[frame]) }
        }
        for exception in thrown.indices {
            for frame in thrown[exception].frames.indices { update(&thrown[exception].frames[frame]) }
        }
    }
}
