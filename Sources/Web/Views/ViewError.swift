/// A template or catalogue that cannot be used. The console does not start with one.
public struct ViewError: Error, CustomStringConvertible {
    /// For the log at start, in English.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
