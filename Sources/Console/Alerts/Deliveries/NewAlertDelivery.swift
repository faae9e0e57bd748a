import Foundation
import Signing
import Web

/// A message to be sent, as it is stored with what it tells of.
struct NewAlertDelivery: Sendable {
    /// Without a dot, as what is signed asks.
    let id: String
    /// What it tells of, one of the two; both are empty for a test.
    let alert: String
    let change: String
    let readers: AlertReaders
    let channel: AlertChannel
    let title: String
    let body: String
    let mostTries: Int

    init(_ message: AlertMessage, to channel: AlertChannel, alert: String = "", mostTries: Int) {
        self.init(message, to: channel, alert: alert, change: "", .viewers, mostTries: mostTries)
    }

    init(_ message: AlertMessage, to channel: AlertChannel, telling change: LedgerChange) {
        let readers: AlertReaders = change.app.value == nil ? .console : change.kind == .role ? .admins : .viewers
        self.init(message, to: channel, alert: "", change: change.id, readers, mostTries: AlertSchedule.mostTries)
    }

    private init(_ message: AlertMessage, to channel: AlertChannel, alert: String, change: String, _ readers: AlertReaders, mostTries: Int) {
        id = "msg_\(Random.hex(12))"
        (self.alert, self.change, self.readers) = (alert, change, readers)
        self.channel = channel
        title = message.title
        body = message.body(for: channel.kind, channel.language)
        self.mostTries = mostTries
    }
}

extension Alerts {
    /// What a channel is told of an alert, in its language.
    func delivery(of alert: Alert, to channel: AlertChannel, _ app: App) throws -> NewAlertDelivery {
        let writer = AlertWriter(catalogue[channel.language], zone: app.timeZone, now: alert.at)
        let message = AlertMessage(
            type: alert.kind.type,
            at: alert.at,
            app: app,
            title: writer.title(alert, in: app.name),
            lines: writer.lines(alert) + [writer.time(alert.at)],
            link: link("/apps/\(app.id)/alerts/\(alert.id)"),
            linkWord: writer.words["alerts.message.open"],
            alert: alert
        )
        return NewAlertDelivery(message, to: channel, alert: alert.id, mostTries: AlertSchedule.mostTries)
    }

    /// What says that a channel works; it is tried once.
    func test(of channel: AlertChannel, _ app: App) -> NewAlertDelivery {
        let words = catalogue[channel.language]
        let writer = AlertWriter(words, zone: app.timeZone, now: clock.now)
        let message = AlertMessage(
            type: "alert.test",
            at: clock.now,
            app: app,
            title: words[Message("alerts.said.test", ["app": app.name])],
            lines: [words[Message("alerts.line.test", ["channel": channel.name])], writer.time(clock.now)],
            link: link("/apps/\(app.id)/alert-channels/\(channel.id)"),
            linkWord: words["alerts.message.open"],
            alert: nil
        )
        return NewAlertDelivery(message, to: channel, mostTries: 1)
    }

    private func link(_ path: String) -> String? { publicURL.map { $0 + path } }
}
