/// A frame of a Java trace, as it was read or as it was in the source.
public struct RetraceFrame: Equatable, Hashable, Codable, Sendable {
    /// With its package.
    public var className: String
    public var method: String
    /// As the trace has it; nil for none.
    public var file: String?
    /// Nil for none, and for one that nobody knows.
    public var line: Int?

    public init(className: String, method: String, file: String? = nil, line: Int? = nil) {
        self.className = className
        self.method = method
        self.file = file
        self.line = line
    }
}

/// What one frame of a trace was before R8.
public struct RetracedFrame: Equatable, Codable, Sendable {
    /// The frame as it came.
    public var raw: RetraceFrame
    /// What it may be: each the methods that were put into one another there, the innermost first. None where the compiler made all of it: it is
    /// not to be shown. More than one where the mapping cannot tell.
    public var alternatives: [[RetraceFrame]]
    /// Whether the mapping knows its class.
    public var isKnown: Bool

    public init(raw: RetraceFrame, alternatives: [[RetraceFrame]], isKnown: Bool) {
        self.raw = raw
        self.alternatives = alternatives
        self.isKnown = isKnown
    }
}
