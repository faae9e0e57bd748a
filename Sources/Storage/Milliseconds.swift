import Foundation

/// Times as columns hold them: whole milliseconds since 1970-01-01 UTC.
extension Date {
    public init(milliseconds: Int) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    public var milliseconds: Int { Int((timeIntervalSince1970 * 1_000).rounded()) }
}
