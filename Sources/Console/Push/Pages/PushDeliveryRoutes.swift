import Foundation
import Hummingbird
import Web

/// What became of a message: device by device, in numbers, and while it is being sent.
struct PushDeliveryRoutes: Sendable {
    let messages: PushMessages
    let apps: Apps

    func add(to routes: Routes) throws {
        let one = "apps/{app}/push-messages/{id}"
        let listing = "What became of each device, in order of devices; tokens are shortened."
        try routes.get("\(one)/deliveries", listing, needs: .role(.viewer), view: "Push/deliveries", deliveries)
        let counting = "Figures of a message, over all, by reason and by hour; queued, sent, failed, unknown and skipped are the audience."
        try routes.api(.get, "\(one)/statistics", counting, needs: .role(.viewer), statistics)
        try routes.api(.get, "\(one)/history", "What became of a message, newest first.", needs: .role(.viewer), history)
        let changed = "Server-sent event `changed` whenever the sending of a message went on."
        try routes.stream("\(one)/live", changed, needs: .role(.viewer), produces: "text/event-stream", live)
    }

    struct Query: Codable, Sendable {
        let state: PushDeliveryState?
        let reason: String?
        /// A device or user.
        let q: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func deliveries(_ query: Query, _ context: Context) async throws -> Reply<List<PushDelivery>, PushDeliveriesPage> {
        let (app, id) = (try apps.app(try context.parameter("app")), try context.parameter("id"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        for (field, text) in [("q", query.q), ("reason", query.reason)] {
            if let text, text.utf8.count > 200 || text.utf8.contains(0) { throw Problem.invalid(field, "push.q.long") }
        }
        let text = query.q?.trimmingCharacters(in: .whitespaces).orNil
        let filter = PushDeliveryFilter(state: query.state, reason: query.reason?.orNil, text: text)
        let found = try await messages.deliveries(id, of: app.id, filter, place)
        let list = context.isMasked(app) ? found.map { $0.masked() } : found
        return .show(list) {
            let view = try await messages.view(try await messages.message(id, of: app.id))
            let reasons = try await messages.statistics(id, of: app.id).reasons.map(\.reason)
            return PushDeliveriesPage(view, filter, reasons: reasons, namesUsers: !context.isMasked(app), Pager(list, place, context))
        }
    }

    @Sendable func statistics(_: Nothing, _ context: Context) async throws -> Answer<PushStatistics> {
        .show(try await messages.statistics(try context.parameter("id"), of: try context.parameter("app")))
    }

    struct History: Codable, Sendable {
        let items: [PushEvent]
    }

    @Sendable func history(_: Nothing, _ context: Context) async throws -> Answer<History> {
        .show(History(items: try await messages.history(try context.parameter("id"), of: try context.parameter("app"))))
    }

    @Sendable func live(_: Request, _ context: Context) async throws -> Response {
        let message = try await messages.message(try context.parameter("id"), of: try context.parameter("app"))
        return EventStream.response(LiveChanges.stream { [messages] in try await messages.mark(message.id, of: message.app) })
    }
}

/// What the page of a message hears of.
struct PushMark: LiveMark {
    let state: PushMessageState
    let figures: PushFigures
    /// Its tests and runs that are under way.
    let others: Int

    var isOver: Bool { (state.isOver || state == .draft) && others == 0 }
}

extension PushMessages {
    fileprivate func mark(_ id: String, of app: String) async throws -> PushMark? {
        try await database.read { connection in
            guard let message = try connection.pushMessageIfAny(app, id) else { return nil }
            let figures = try connection.pushFigures(app, [message])[id] ?? PushFigures()
            return PushMark(state: message.state, figures: figures, others: try connection.countOpenPushChildren(app, id))
        }
    }
}
