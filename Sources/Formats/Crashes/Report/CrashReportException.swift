extension CrashReport {
    /// What ended the process, as the system saw it.
    public struct Exception: Sendable, Equatable, Codable {
        /// The Mach exception, as `EXC_BAD_ACCESS`; empty on Android, and where PLCrashReporter saw only the signal.
        public var type = ""
        /// As `SIGSEGV`.
        public var signal = ""
        /// As written: `0x0000000000000001, 0x0000000000000088` or `SEGV_MAPERR`.
        public var codes = ""
        /// As `KERN_INVALID_ADDRESS at 0x0000000000000088`.
        public var subtype = ""
        /// What could not be reached, where the report says it as a number.
        public var address: UInt64?

        public init() {}

        /// As Apple's text has it: `EXC_BAD_ACCESS (SIGSEGV)`, or the one that is known.
        public var name: String {
            type.isEmpty ? signal : signal.isEmpty ? type : "\(type) (\(signal))"
        }
    }

    /// An exception of the app's language.
    public struct Thrown: Sendable, Equatable, Codable {
        /// As `NSRangeException` or `java.lang.IllegalStateException`.
        public var type: String
        public var message = ""
        public var relation: Relation
        /// Which of ``CrashReport/thrown`` it was the cause of or suppressed by.
        public var parent: Int?
        /// The innermost call first. Of an uncaught Objective-C exception the `Last Exception Backtrace`.
        public var frames: [Frame] = []
        /// How many more frames there are, the same as the last ones of its parent (`... 11 more`).
        public var commonFrames = 0
        /// Said to have been in the chain before: it has no frames of its own.
        public var isCircular = false

        public init(type: String, relation: Relation = .uncaught) {
            self.type = type
            self.relation = relation
        }
    }

    /// How an exception came into the report.
    public enum Relation: String, Sendable, Codable, CaseIterable {
        /// Nobody caught it.
        case uncaught
        /// It made its parent be thrown.
        case cause
        /// It was thrown while its parent was on its way.
        case suppressed
    }

    /// Why and by whom the system ended the process, where the report says it.
    public struct Termination: Sendable, Equatable, Codable {
        /// As `SIGNAL`, `FRONTBOARD` or `DYLD`.
        public var namespace = ""
        public var code: UInt64?
        /// In words, all lines of it.
        public var reason = ""
        /// Who did it.
        public var process = ""

        public init() {}
    }
}
