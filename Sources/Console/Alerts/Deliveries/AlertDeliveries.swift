import Foundation
import Storage
import Web

/// The log of what was sent.
extension Alerts {
    /// Newest first.
    func deliveries(of app: String, _ filter: AlertDeliveryFilter, _ place: ListPlace) async throws -> List<AlertDelivery> {
        try await database.read { connection in
            let rows = try connection.alertDeliveries(of: app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countAlertDeliveries(of: app, filter)) { Cursor($0.createdAt, $0.id) }
        }
    }

    /// With its body and its attempts, oldest first.
    /// - Parameter readers: one of whom it has to be for.
    /// - Throws: `notFound`.
    func delivery(
        _ id: String,
        of app: String,
        for readers: [AlertReaders] = AlertReaders.allCases
    ) async throws -> (AlertDelivery, body: String, [AlertAttempt]) {
        try await database.read { connection in
            guard let delivery = try connection.alertDelivery(app, id), readers.contains(delivery.readers),
                let body = try connection.alertDeliveryBody(app, id)
            else {
                throw Problem.notFound
            }
            return (delivery, body, try connection.alertAttempts(app, id))
        }
    }

    /// Where the change is that a message tells of; nil when it tells of none.
    func page(of delivery: AlertDelivery, _ app: String) async throws -> String? {
        guard let id = delivery.changeId.value else { return nil }
        let change = try await database.read { try $0.auditRecord(id) }.flatMap { LedgerChange($0) }
        return change?.href.value ?? (change?.app.value == nil ? "/changes" : "/apps/\(app)/changes")
    }

    /// Sends a message again, whatever came of it, with the same id.
    /// - Throws: `notFound`; `conflict` when its channel is gone.
    func resend(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit, clock] connection in
            guard let delivery = try connection.alertDelivery(app, id) else { throw Problem.notFound }
            guard AlertDeliveryState.allowed[delivery.state]?.contains(.waiting) == true else { throw Problem(.conflict, "alerts.delivery.waits") }
            guard try connection.alertChannel(app, delivery.channelId)?.enabled == true else {
                throw Problem(.conflict, "alerts.delivery.channelGone")
            }
            try connection.resendAlertDelivery(app, id, at: clock.now)
            try audit.record(connection, by: actor, "alert.resend", app: app, object: id, after: ["channel": delivery.channelName])
        }
    }

    /// Sends a test message now, once, and says what came of it.
    /// - Throws: `notFound`.
    func testChannel(_ id: String, of app: App, by actor: Actor) async throws -> AlertDelivery {
        let new = try await database.write { [audit, clock] connection in
            let new = test(of: try connection.existingAlertChannel(app.id, id), app)
            // Should this node end before it is sent, the worker sends it.
            try connection.insertAlertDelivery(new, of: app.id, at: clock.now, next: clock.now.addingTimeInterval(60))
            try audit.record(connection, by: actor, "alert.testChannel", app: app.id, object: new.channel.spoken)
            return new
        }
        if let due = try await database.read({ try $0.dueAlert(app.id, new.id) }) { _ = try await send(due) }
        return try await delivery(new.id, of: app.id).0
    }
}
