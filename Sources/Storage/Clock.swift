import Foundation

/// Where the time comes from; tests bring their own.
public struct Clock: Sendable {
    private let read: @Sendable () -> Date

    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    /// The time, as precise as the source has it.
    public var now: Date { read() }

    /// The machine's.
    public static let system = Clock { Date() }
}
