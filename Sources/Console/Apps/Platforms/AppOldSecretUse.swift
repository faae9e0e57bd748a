/// A version whose devices signed with the secret before the last rotation, as the gateway counted.
struct AppOldSecretUse: Codable, Sendable, Equatable {
    let platform: Platform
    /// Empty when the devices did not say.
    let version: String
    /// The last day they did so, in UTC: `2026-11-21`.
    let lastDay: String
    let calls: Int
}
