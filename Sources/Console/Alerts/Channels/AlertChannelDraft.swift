import Foundation
import Web

/// A channel as somebody writes it down.
struct AlertChannelDraft: Codable, Sendable {
    var name: String
    /// Of a new channel; afterwards it stays, and this may only say the same.
    var kind: AlertChannelKind?
    /// Of a new channel; afterwards the one before stays when this is empty.
    var url: String?
    /// What signs the messages to a robot; of a webhook it is made here. Empty: the one before stays.
    var secret: String?
    /// Whether a robot's messages are to be signed no more.
    var unsigned: Bool?
    /// Of its messages; Chinese when absent.
    var language: Language?
    /// Kinds of changes that it is told of; none of a new channel when absent, afterwards those before.
    var changes: [LedgerKind]?
    /// Whether of those too that belong to no app: for administrators of the console, who are the only ones to change such a channel afterwards.
    var wide: Bool?

    var address: String? { url?.trimmingCharacters(in: .whitespacesAndNewlines).orNil }
    var robotSecret: String? { secret?.trimmingCharacters(in: .whitespacesAndNewlines).orNil }
    var trimmedName: String { name.trimmingCharacters(in: .whitespaces) }

    /// - Throws: `invalid` with every field that is wrong.
    func check(_ kind: AlertChannelKind, isNew: Bool, _ networks: AlertNetworks) throws {
        var wrong: [Rejection] = []
        if !(1...60).contains(trimmedName.unicodeScalars.count) || !trimmedName.isOneLine { wrong.append(Rejection("name", "alerts.name.invalid")) }
        if let own = self.kind, own != kind { wrong.append(Rejection("kind", "alerts.channel.kindStays")) }
        if let address {
            if !GatewayUpstreamRules.isAddress(address) {
                wrong.append(Rejection("url", "alerts.channel.url.invalid"))
            } else if let host = AlertClient.host(of: address), !networks.admits(literal: host) {
                wrong.append(Rejection("url", "alerts.channel.url.refused"))
            }
        } else if isNew {
            wrong.append(Rejection("url", "web.required"))
        }
        if let robotSecret {
            if !kind.takesSecret {
                wrong.append(Rejection("secret", "alerts.channel.secret.own"))
            } else if robotSecret.utf8.count > 200 || !robotSecret.isOneLine {
                wrong.append(Rejection("secret", "alerts.channel.secret.invalid"))
            }
        }
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }
}
