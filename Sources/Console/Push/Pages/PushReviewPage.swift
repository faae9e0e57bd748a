import Foundation
import Web

/// What `Views/Push/review` shows beside the review itself.
struct PushReviewPage: Codable, Sendable {
    let look: PushLook
    let facts: PushFacts
    let channels: [Way]
    /// What the target names in vain; null for nothing.
    let unreached: OrNull<Int>
    let mayConfirm: Bool
    let mayTest: Bool
    /// Frozen and a draft: the count can be typed.
    let isReady: Bool
    let isUntested: Bool
    let typed: Typed

    /// A way to devices, with its environment as a colour.
    struct Way: Codable, Sendable {
        let way: PushAudienceCount.Channel
        let isDevelopment: Bool
        let bar: SafeHTML
    }

    struct Typed: Codable, Sendable {
        let count: String
        let windowSeconds: String
        let device: String
    }

    init(_ review: PushReview, _ app: App, _ context: Context) {
        let message = review.message
        let audience = review.audience.value
        look = PushLook(review.sample, app: app.name)
        facts = PushFacts(message)
        unreached = OrNull(audience.flatMap { $0.withoutToken > 0 ? $0.withoutToken : nil })
        channels = (audience?.channels ?? []).map {
            Way(way: $0, isDevelopment: $0.environment == .development, bar: Bars.bar(Double($0.devices) / Double(max(audience?.devices ?? 1, 1))))
        }
        let releases = Policy.role(.releaser).admits(context.viewer, app: app.id)
        isReady = message.state == .draft && message.audience.value != nil && message.asked.value == nil
        mayConfirm = releases && isReady
        mayTest = message.state == .draft && Policy.role(.operator).admits(context.viewer, app: app.id)
        isUntested = message.testedAt.value == nil
        typed = Typed(
            count: context.filled("count"),
            windowSeconds: context.filled("windowSeconds", "\(PushRules.usualWindow)"),
            device: context.filled("device")
        )
    }
}
