/// How grave a line of a device's log is, as APLog, logcat and the console's own client tell.
public enum DeviceLogLevel: String, Codable, CaseIterable, Sendable {
    case error, warn, info, debug
    /// The line does not say.
    case unknown

    /// The letter in a line; logcat's `F` and `A` are errors, its `V` is for debugging.
    init?(letter: UInt8) {
        switch letter {
        case UInt8(ascii: "E"), UInt8(ascii: "F"), UInt8(ascii: "A"): self = .error
        case UInt8(ascii: "W"): self = .warn
        case UInt8(ascii: "I"): self = .info
        case UInt8(ascii: "D"), UInt8(ascii: "V"): self = .debug
        default: return nil
        }
    }

    /// As it is kept in a block.
    var letter: UInt8 {
        switch self {
        case .error: UInt8(ascii: "E")
        case .warn: UInt8(ascii: "W")
        case .info: UInt8(ascii: "I")
        case .debug: UInt8(ascii: "D")
        case .unknown: UInt8(ascii: "-")
        }
    }

    /// One bit each, for the facts of a block.
    public var bit: Int {
        switch self {
        case .error: 1
        case .warn: 2
        case .info: 4
        case .debug: 8
        case .unknown: 16
        }
    }
}

/// One entry of a device's log: a line with those below it that begin none of their own, such as a stack.
public struct DeviceLogLine: Equatable, Sendable {
    /// Milliseconds since 1970-01-01T00:00Z; nil when the line does not say.
    public var time: Int?
    public var level: DeviceLogLevel
    /// Empty when the line has none.
    public var tag: String
    /// Without what is told above; further lines behind line feeds.
    public var text: String

    public init(time: Int?, level: DeviceLogLevel, tag: String, text: String) {
        self.time = time
        self.level = level
        self.tag = tag
        self.text = text
    }
}
