import Foundation
import Storage
import Synchronization

/// Time that stands still until a test moves it.
public final class TestClock: Sendable {
    private let time: Mutex<Date>

    public init(_ start: Date) {
        time = Mutex(start)
    }

    public var clock: Clock { Clock { self.now } }
    public var now: Date { time.withLock { $0 } }

    public func advance(by seconds: Double) {
        time.withLock { $0.addTimeInterval(seconds) }
    }
}
