import Storage

/// What an app runs on. The raw value is the word of the API; the suffix of AppKeys is its upper case.
public enum Platform: String, Codable, CaseIterable, Sendable, SQLConvertible {
    case ios, android, harmony
}
