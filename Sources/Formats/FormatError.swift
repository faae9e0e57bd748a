/// Why bytes from outside were not read as what they were said to be.
public enum FormatError: String, Error, Codable, Sendable {
    /// Not of the format; or they end early, or contradict themselves.
    case malformed
    /// Parts in parts in parts.
    case tooDeep
    /// More of them, or more in them, than may be.
    case tooLarge
}
