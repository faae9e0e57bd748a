import Synchronization

/// A value that is made when it is first asked for, and kept.
public final class Once<Value: Sendable>: Sendable {
    private let make: @Sendable () throws -> Value
    private let made = Mutex<Value?>(nil)

    public init(_ make: @escaping @Sendable () throws -> Value) {
        self.make = make
    }

    /// Those who ask meanwhile wait.
    public func get() throws -> Value {
        try made.withLock { made in
            if let made { return made }
            let value = try make()
            made = value
            return value
        }
    }
}
