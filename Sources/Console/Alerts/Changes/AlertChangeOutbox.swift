import Foundation
import Storage
import Web

/// Tells channels of changes: whatever the log of changes takes up is put into the outbox in the same transaction, a message for each channel that
/// asks for its kind. So none is told that was not made, and none is made that is not told.
///
/// What belongs to no app (accounts, tokens, modules) is told to channels for which an administrator of the console asked so: those who look after a
/// single app need not know it.
struct AlertChangeOutbox: Sendable {
    let catalogue: Catalogue
    /// What people call the console, for links; nil when nobody said.
    let publicURL: String?

    /// Called by ``Audit/record(_:by:_:app:object:before:after:)`` with each entry.
    @Sendable func put(_ connection: Connection, _ record: AuditRecord) throws {
        guard let change = LedgerChange(record) else { return }
        for (app, channel) in try channels(connection, of: record.app) where channel.enabled && channel.changes.contains(change.kind) {
            // Nobody is left to be told of an app's end: its channels go with it.
            guard let app = try connection.app(app) else { continue }
            let new = NewAlertDelivery(message(change, channel, app), to: channel, telling: change)
            try connection.insertAlertDelivery(new, of: app.id, at: change.at, next: change.at)
        }
    }

    private func channels(_ connection: Connection, of app: String?) throws -> [(app: String, channel: AlertChannel)] {
        guard let app else { return try connection.wideAlertChannels() }
        return try connection.alertChannels(of: app).map { (app, $0) }
    }

    private func message(_ change: LedgerChange, _ channel: AlertChannel, _ app: App) -> AlertMessage {
        let writer = AlertChangeWriter(AlertWriter(catalogue[channel.language], zone: app.timeZone, now: change.at))
        return AlertMessage(
            type: "change.\(change.kind.rawValue)",
            at: change.at,
            app: app,
            title: writer.title(change, in: app.name),
            lines: writer.lines(change),
            link: publicURL.map { $0 + (change.href.value ?? (change.app.value == nil ? "/changes" : "/apps/\(app.id)/changes")) },
            linkWord: writer.words["alerts.message.open"],
            alert: nil,
            change: change
        )
    }
}
