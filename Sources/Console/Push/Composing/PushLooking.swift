import Foundation
import Storage
import Web

/// Reading messages, as lists, pages and scripts show them.
extension PushMessages {
    /// Newest first.
    func list(_ app: String, _ filter: PushMessageFilter, _ place: ListPlace) async throws -> List<PushMessageView> {
        let (rows, total, figures) = try await database.read { connection in
            let rows = try connection.pushMessages(app, filter, before: place.cursor, limit: place.limit + 1)
            return (rows, try connection.countPushMessages(app, filter), try connection.pushFigures(app, rows))
        }
        let views = rows.map { PushMessageView($0, figures[$0.id] ?? PushFigures()) }
        return place.page(views, total: total) { Cursor($0.createdAt, $0.id) }
    }

    /// - Throws: `notFound`.
    func message(_ id: String, of app: String) async throws -> PushMessage {
        try await database.read { try $0.pushMessage(app, id) }
    }

    /// As JSON and pages show it.
    func view(_ message: PushMessage) async throws -> PushMessageView {
        let (figures, question) = try await database.read { connection in
            (try connection.pushFigures(message.app, [message])[message.id], try connection.pushApproval(message.app, message.id))
        }
        return PushMessageView(message, figures ?? PushFigures(), asked: question)
    }

    /// Newest first; the last 200.
    func history(_ id: String, of app: String) async throws -> [PushEvent] {
        try await database.read { connection in
            _ = try connection.pushMessage(app, id)
            return try connection.pushEvents(app, id, limit: 200)
        }
    }

    /// What became of each device, in order of devices.
    /// - Throws: `notFound`.
    func deliveries(_ id: String, of app: String, _ filter: PushDeliveryFilter, _ place: ListPlace) async throws -> List<PushDelivery> {
        try await database.read { connection in
            _ = try connection.pushMessage(app, id)
            let rows = try connection.pushDeliveries(app, id, filter, after: place.cursor?.id, limit: place.limit + 1)
            return try place.page(rows, total: connection.countPushDeliveries(app, id, filter)) { Cursor(0, $0.device) }
        }
    }

    /// How many a target reaches now.
    /// - Throws: `invalid` for a target that is none, or names what is not there.
    func count(_ target: PushTarget, of app: String) async throws -> PushAudienceCount {
        let (target, now) = (try target.checked(), clock.now)
        return try await database.read { try $0.countPushAudience(app, target, at: now) }
    }
}
