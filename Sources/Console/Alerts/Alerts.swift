import Foundation
import Storage
import Web

/// 异常监控: rules about crashes, what they found, and the channels that are told of it.
///
/// What a rule finds becomes an alert, and with it, in the same transaction, a delivery for each of its channels (an outbox): whatever ends a node in
/// between, each is sent at least once, with the same id over all attempts. Channels may ask for changes too: ``AlertChangeOutbox``.
struct Alerts: Sendable {
    let database: Database
    let apps: AppIndex
    /// Of the key file: seals addresses and secrets of channels.
    let key: [UInt8]
    let catalogue: Catalogue
    let client: AlertClient
    /// What people call the console, for links; nil when nobody said.
    let publicURL: String?
    var audit: Audit
    var clock: Clock
    let unread = AlertUnread()
}
