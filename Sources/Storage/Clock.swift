import Foundation

/// Where the time comes from; tests bring their own.
public struct Clock: Sendable {
    private let read: @Sendable () -> Date

    public init(_ read: @escaping @Sendable () -> Date) {
        self.read = read
    }

    public var now: Date { read() }

    public static let system = Clock { Date() }
}
