/// What is kept of a report: beyond, it is counted in ``CrashReport/Cut`` and left out.
public struct CrashReadLimits: Sendable {
    /// Of a text the first so many are read; a file in JSON or a protocol buffer cannot be read in part and is refused.
    public var bytes = 16 << 20
    public var threads = 1_000
    /// Of all threads and exceptions together, in the report's order.
    public var frames = 100_000
    public var images = 10_000
    /// Exceptions in a chain of causes.
    public var thrown = 64
    public var registers = 256
    /// Lines of ``CrashReport/information``.
    public var lines = 256
    /// Breadcrumbs, tags, and what is said of a context, each.
    public var facts = 256
    /// Bytes of a message, or of the text about memory.
    public var message = 16 << 10
    /// Bytes of any other text: symbols, paths, names.
    public var name = 4 << 10
    public var stacks = Stacks.all

    /// Of which threads the frames are read.
    public enum Stacks: Sendable {
        case all
        /// Of the one that crashed, or of the first where none says so; and of the images those that they lie in. It is what grouping asks for, in a
        /// fraction of the time.
        case crashed
        /// Of the same, and only the innermost ones; no images. It is what a list shows.
        case innermost
    }

    public init() {}

    /// What lists ask for.
    static let list: CrashReadLimits = {
        var limits = CrashReadLimits()
        limits.stacks = .innermost
        return limits
    }()

    /// What grouping asks for.
    public static let grouping: CrashReadLimits = {
        var limits = CrashReadLimits()
        limits.stacks = .crashed
        return limits
    }()
}

extension CrashReport {
    /// How much was left out, each beyond the limit of its name.
    public struct Cut: Sendable, Equatable, Codable {
        public var bytes = 0
        public var threads = 0
        public var frames = 0
        public var images = 0
        public var thrown = 0

        public init() {}
    }
}
