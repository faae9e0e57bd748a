import Foundation
import Web

/// A credential as JSON and pages show it. Its secret is not in here.
struct PushCredentialView: Codable, Sendable {
    let id: String
    let channel: PushChannel
    let alias: String
    let endpoint: String
    let state: CertificateState
    /// FCM's, as the next one.
    let projectId: OrNull<String>
    let clientEmail: OrNull<String>
    /// Huawei's and vivo's.
    let appId: OrNull<String>
    /// OPPO's and vivo's.
    let appKey: OrNull<String>
    /// Xiaomi's.
    let packageName: OrNull<String>
    /// In PEM: who has to vouch for the endpoint; null for those that the machine trusts.
    let trustedRoot: OrNull<String>
    let createdAt: Date
    let createdBy: String

    init(_ credential: PushCredential) {
        let facts = credential.facts
        id = credential.id
        channel = credential.channel
        alias = credential.alias
        endpoint = credential.endpoint.text
        state = credential.state
        projectId = OrNull(facts.projectId)
        clientEmail = OrNull(facts.clientEmail)
        appId = OrNull(facts.appId)
        appKey = OrNull(facts.appKey)
        packageName = OrNull(facts.packageName)
        trustedRoot = OrNull(facts.trustedRoot)
        createdAt = credential.createdAt
        createdBy = credential.createdBy
    }
}

/// What `Views/PushCredentials/list` shows beside the list itself.
struct PushCredentialListPage: Codable, Sendable {
    let rows: [Row]
    /// Channels that no credential opens.
    let without: [PushChannel]
    let mayEdit: Bool

    struct Row: Codable, Sendable {
        let credential: PushCredentialView
        let retired: Bool
    }

    init(_ list: [PushCredentialView], _ app: App, _ context: Context) {
        rows = list.map { Row(credential: $0, retired: $0.state == .retired) }
        let open = Set(list.filter { $0.state == .current }.map(\.channel))
        without = PushChannel.withCredentials.filter { !open.contains($0) }
        mayEdit = context.isAdmin(app.id)
    }
}

/// What `Views/PushCredentials/credential` and `…/removal` show beside the credential itself.
struct PushCredentialPage: Codable, Sendable {
    let retired: Bool
    let mayEdit: Bool
    let mayTry: Bool

    init(_ view: PushCredentialView, _ app: App, _ context: Context) {
        retired = view.state == .retired
        mayEdit = context.isAdmin(app.id)
        mayTry = context.mayOperate(app.id)
    }
}

/// First the channel is chosen, then comes the form of that channel, filled with what was typed; files and secrets are asked for again.
struct PushNewCredentialPage: Codable, Sendable {
    let channels: [PushChannel]
    let form: Fields?

    struct Fields: Codable, Sendable {
        let channel: PushChannel
        let alias: String
        let endpoint: String
        /// Where pushes go when that stays empty.
        let service: String
        let trustedRoot: String
        let appId: String
        let appKey: String
        let packageName: String
        /// A service account's file instead of the fields.
        let takesFile: Bool
        let takesAppId: Bool
        let takesAppKey: Bool
        let takesPackageName: Bool
    }

    init(_ channel: PushChannel?, _ context: Context) {
        channels = PushChannel.withCredentials
        form = channel.map { channel in
            Fields(
                channel: channel,
                alias: context.filled("alias"),
                endpoint: context.filled("endpoint"),
                service: channel.service?.text ?? "",
                trustedRoot: context.filled("trustedRoot"),
                appId: context.filled("appId"),
                appKey: context.filled("appKey"),
                packageName: context.filled("packageName"),
                takesFile: channel == .fcm,
                takesAppId: channel.credentialFields.contains(.appId),
                takesAppKey: channel.credentialFields.contains(.appKey),
                takesPackageName: channel.credentialFields.contains(.packageName)
            )
        }
    }
}
