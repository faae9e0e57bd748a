import Foundation

/// What users want to tell the app's makers (用户反馈).
public struct Feedback: Sendable {
    /// What the console gave it.
    public struct Receipt: Sendable, Hashable, Decodable {
        /// Names the feedback in the console.
        public let id: String
    }

    private let gateway: GatewayClient
    private let app: MainSiteApp

    init(gateway: GatewayClient, app: MainSiteApp) {
        self.gateway = gateway
        self.app = app
    }

    /// Sends one. It is not repeated: after ``GatewayFailure/timedOut`` it may have arrived, so ask the user before sending again.
    ///
    /// - Parameters:
    ///   - contact: how to reach the user: anything.
    ///   - images: up to 4, as PNG; the console refuses others.
    public func send(
        _ content: String,
        contact: String? = nil,
        mobileNo: String? = nil,
        images: [Data] = []
    ) async -> Result<Receipt, GatewayFailure> {
        let proposal = Proposal(
            content: content,
            contact: contact,
            userId: app.lines.sender.userId,
            mobileNo: mobileNo,
            images: images.isEmpty ? nil : images.map { $0.base64EncodedString() }
        )
        return await gateway.call("alipay.client.saveUserProposalInfo", proposal)
    }

    private struct Proposal: Encodable {
        let content: String
        let contact: String?
        let userId: String?
        let mobileNo: String?
        let images: [String]?
    }
}
