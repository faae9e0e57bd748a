import Foundation

/// When something that was surely not taken is tried again: 1 s, 2 s, 4 s … 10 minutes later, and up to half of that more by chance, so that what
/// failed together does not come back together.
enum PushBackOff {
    /// Tries of one delivery, when the service answers that it cannot take it.
    static let most = 6
    /// When there is no connection at all, which is about 17 minutes.
    static let mostUnconnected = 11
    static let longest: TimeInterval = 600

    /// - Parameters:
    ///   - attempts: so far; 1 or more.
    ///   - asked: how long the service wants to be left alone.
    ///   - chance: from 0 to 1.
    /// - Returns: seconds; nil when it is given up.
    static func pause(after attempts: Int, reason: String, asked: Duration?, chance: Double) -> TimeInterval? {
        let most = reason == PushReason.noConnection.rawValue ? mostUnconnected : most
        guard attempts < most else { return nil }
        let pause = min(pow(2, Double(attempts - 1)), longest) * (1 + chance / 2)
        return max(pause, asked.map { $0 / .seconds(1) } ?? 0)
    }
}
