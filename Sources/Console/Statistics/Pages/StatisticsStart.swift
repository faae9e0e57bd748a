import Foundation
import Web

/// How to send the first logs, for a page that has nothing to show yet. Read by `Views/Statistics/first`.
struct StatisticsStart: Codable, Sendable {
    let products: [Product]
    /// What devices call the console.
    let publicURL: String

    struct Product: Codable, Sendable {
        let platform: Platform
        let productId: String
    }

    init(_ app: App, _ context: Context) {
        products = app.platforms.map { Product(platform: $0.platform, productId: $0.logProductId) }
        publicURL = context.publicURL
    }
}
