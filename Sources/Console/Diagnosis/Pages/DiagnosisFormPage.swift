import Foundation
import Web

/// The form of a task, or of many, filled with what was typed just now.
struct DiagnosisFormPage: Codable, Sendable {
    let isBulk: Bool
    let userId: String
    let deviceId: String
    let ids: String
    let kinds: [Kind]
    let platforms: [AppPlatformChoice]
    let from: String
    let to: String
    let networks: [Network]
    let channels: [Channel]
    let description: String
    let consent: String
    /// Rules of the app that whoever fills it in should know.
    let needsConsent: Bool
    let needsApproval: Bool
    let lifeDays: Int
    let action: String

    struct Kind: Codable, Sendable {
        let kind: NewDiagnoses.Kind
        let chosen: Bool
    }

    struct Network: Codable, Sendable {
        let network: DiagnosisNetwork
        let chosen: Bool
    }

    struct Channel: Codable, Sendable {
        let channel: DiagnosisChannel
        let chosen: Bool
    }

    init(_ query: DiagnosisRoutes.Who, isBulk: Bool, _ option: DiagnosisOption, _ app: App, _ context: Context) {
        self.isBulk = isBulk
        userId = context.filled("userId", query.user ?? "")
        deviceId = context.filled("deviceId", query.device ?? "")
        ids = context.filled("ids")
        let kind = context.filled("kind", NewDiagnoses.Kind.users.rawValue)
        kinds = NewDiagnoses.Kind.allCases.map { Kind(kind: $0, chosen: $0.rawValue == kind) }
        platforms = AppPlatformChoice.all(of: app, chosen: context.filled("platform", query.platform?.rawValue ?? ""))
        from = context.filled("from", "-24h")
        to = context.filled("to", "now")
        let network = context.filled("network", DiagnosisNetwork.wifi.rawValue)
        networks = DiagnosisNetwork.allCases.map { Network(network: $0, chosen: $0.rawValue == network) }
        let channel = context.filled("channel", DiagnosisChannel.push.rawValue)
        channels = DiagnosisChannel.allCases.map { Channel(channel: $0, chosen: $0.rawValue == channel) }
        description = context.filled("description")
        consent = context.filled("consent")
        (needsConsent, needsApproval, lifeDays) = (option.consent, option.approval, option.lifeDays)
        action = "/apps/\(app.id)/diagnostics\(isBulk ? "/bulk" : "")"
    }
}
