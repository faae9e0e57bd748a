import Foundation

/// A time window: until an end, and for so many devices at most.
struct RolloutWindow: Sendable, Equatable {
    let endsAt: Date
    /// nil for any number.
    let limit: Int?

    /// A device that has a place is remembered by each node that it asks, in 8 bytes.
    static let limits = 1...1_000_000
    /// How far ahead an end may be.
    static let longest: TimeInterval = 90 * 86_400

    func isOpen(at time: Date) -> Bool { time < endsAt }
}

/// The window of one release of an app.
struct RolloutWindowKey: Hashable, Sendable {
    let app: String
    let release: String
}
