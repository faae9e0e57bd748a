import Foundation
import Storage
import Web

/// A way by which people outside the console are told. What is secret of it is not in here.
struct AlertChannel: Codable, Sendable, Equatable, Identifiable {
    let id: String
    let name: String
    let kind: AlertChannelKind
    /// Of its messages.
    let language: Language
    /// Where they go, without what is secret in it.
    let address: String
    /// Whether they are signed.
    let signed: Bool
    /// Until when messages are signed with the secret before, too.
    let oldSecretUntil: OrNull<Date>
    let enabled: Bool
    /// Kinds of changes that it is told of, whatever rules say.
    let changes: [LedgerKind]
    /// Whether of those too that belong to no app: accounts, tokens, modules.
    let wide: Bool
    let createdAt: Date
    let createdBy: String
    let changedAt: Date

    /// Channels of one app at most.
    static let most = 20
}

/// Whom a channel speaks to. Stored: the words do not change.
enum AlertChannelKind: String, Codable, CaseIterable, Sendable, SQLConvertible {
    /// Any server, as Standard Webhooks 1.0.0 says.
    case webhook
    /// 钉钉, 飞书 (Lark) and 企业微信: robots in a group.
    case dingtalk, feishu, wecom

    /// Whether the robot's own secret signs; a webhook's is made here.
    var takesSecret: Bool { self == .dingtalk || self == .feishu }

    /// Messages a minute that it takes, a little below what its makers say: 钉钉 and 企业微信 20, 飞书 100.
    var mostPerMinute: Int {
        switch self {
        case .webhook: 300
        case .dingtalk, .wecom: 18
        case .feishu: 90
        }
    }
}

extension AlertChannel {
    /// For the log of changes: nothing in it is secret.
    var audited: [String: String] {
        [
            "name": name, "kind": kind.rawValue, "language": language.rawValue, "address": address, "signed": "\(signed)", "enabled": "\(enabled)",
            "changes": changes.map(\.rawValue).joined(separator: ", "), "wide": "\(wide)",
        ]
    }

    /// For people who have to tell them apart.
    var spoken: String { "\(name) (\(id))" }
}

/// A channel just made, or with a new secret: shown this once.
struct AlertChannelMade: Codable, Sendable {
    let channel: AlertChannel
    /// Of a webhook, as `whsec_…`; what a robot was given its team has already.
    let secret: OrNull<String>
}
