import Foundation

/// What devices call through the gateway.
extension FeedbackInbox {
    var operations: [GatewayOperation] {
        [
            GatewayOperation("alipay.client.saveUserProposalInfo", changesState: true, bodyLimit: FeedbackLimits.request, save),
            GatewayOperation("mpaas.feedback.list", sent),
        ]
    }

    @Sendable private func save(_ request: NewFeedback.Request, _ call: GatewayCall) async throws -> Saved {
        Saved(id: try await receive(try NewFeedback(request, call)))
    }

    @Sendable private func sent(_ request: RolloutRequest, _ call: GatewayCall) async throws -> Sent {
        let asker = try BadgeAsker(request, call)
        // Anybody can name a user: what others wrote on other devices is for who is logged in as that user.
        let user = asker.user == call.user ? call.user : nil
        return Sent(items: try await sent(call.app.id, device: asker.device, user: user).map(SentItem.init))
    }

    struct Saved: Encodable, Sendable {
        let id: String
    }

    struct Sent: Encodable, Sendable {
        let items: [SentItem]
    }

    /// A feedback as its sender sees it again.
    struct SentItem: Encodable, Sendable {
        let id: String
        let content: String
        /// RFC 3339 in UTC, as `repliedAt`.
        let createdAt: String
        let state: FeedbackState
        /// The latest; absent before there is one.
        let reply: String?
        let repliedAt: String?

        init(_ feedback: Feedback) {
            id = feedback.id
            content = feedback.content
            createdAt = feedback.createdAt.ISO8601Format()
            state = feedback.state
            reply = feedback.reply?.text
            repliedAt = feedback.reply?.at.ISO8601Format()
        }
    }
}
