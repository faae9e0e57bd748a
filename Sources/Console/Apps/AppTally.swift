import Foundation

/// How many things of one kind an app has, and which of them is the newest.
struct AppTally: Sendable, Equatable {
    /// Empty for what belongs to no app.
    let app: String
    /// At most ``most``.
    let count: Int
    /// Of the newest.
    let id: String
    /// What people call it; empty where it has no name.
    let title: String
    let at: Date

    /// Rows that are counted of one kind, over all apps that are asked for: more nobody works through.
    static let most = 5_000
}
