/// One of the values that a filter above a list may take; the view knows the word for it.
struct TelemetryChoice: Codable, Sendable {
    let value: String
    let current: Bool
}
