import Foundation
import Hummingbird
import Web

/// Messages to devices and their drafts, as pages and as JSON.
struct PushMessageRoutes: Sendable {
    let messages: PushMessages
    let templates: PushTemplates
    let lists: PushLists
    let apps: Apps
    let ledger: Ledger
    let catalogue: Catalogue
    /// Which ways to devices are not open.
    let missing: PushMissingDoors

    func add(to routes: Routes) throws {
        let all = "apps/{app}/push-messages"
        let menu = Menu.Item.under(.cloud, "push.menu", key: "q")
        try routes.get(all, "List the messages, newest first.", needs: .role(.viewer), view: "Push/list", menu: menu, list)
        let creating = "Draft a message to devices. Nobody gets it until it is reviewed and confirmed."
        try routes.api(.post, all, creating, needs: .role(.operator), upTo: PushRules.bodyLimit, create)
        try PushFormRoutes(messages: messages, templates: templates, lists: lists, apps: apps).add(to: routes)
        try routes.api(.post, "\(all)/preview", "What content would look like, and how large it is.", needs: .role(.viewer), preview)
        try routes.api(.post, "\(all)/audience", "How many devices a target reaches now.", needs: .role(.viewer), count)

        let one = "\(all)/{id}"
        let page = try routes.get(one, "One message with its figures.", needs: .role(.viewer), view: "Push/message", show)
        let changing = "Change a draft; with `revision` only if nobody changed it since."
        try routes.api(.put, one, changing, needs: .role(.operator), upTo: PushRules.bodyLimit, put)
        try routes.api(.delete, one, "Delete a draft.", needs: .role(.operator), delete)
        let ending = try routes.page("\(one)/ending", needs: .role(.operator), view: "Push/ending", ending)
        try routes.submit("\(one)/deletion", needs: .role(.operator), form: ending, delete)
        try routes.post("\(one)/copy", "Draft a message that says the same.", needs: .role(.operator), form: page, copy)
        try PushReviewRoutes(messages: messages, apps: apps, missing: missing).add(to: routes, page: page, ending: ending)
        try PushDeliveryRoutes(messages: messages, apps: apps).add(to: routes)
        try PushOptionRoutes(messages: messages, apps: apps).add(to: routes)
        try PushTemplateRoutes(templates: templates, apps: apps).add(to: routes)
    }

    // MARK: list

    struct ListQuery: Codable, Sendable {
        let state: PushMessageState?
        /// In name, title or text.
        let q: String?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<PushMessageView>, PushListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        if let q = query.q, q.utf8.count > 200 || q.utf8.contains(0) { throw Problem.invalid("q", "push.q.long") }
        let filter = PushMessageFilter(state: query.state, text: query.q?.trimmingCharacters(in: .whitespaces).orNil)
        let list = try await messages.list(app.id, filter, place).map { $0.shown(to: context, app) }
        return .show(list) { PushListPage(list, filter, Pager(list, place, context), app, context) }
    }

    // MARK: scripts

    @Sendable func create(_ input: PushMessageInput, _ context: Context) async throws -> Answer<PushMessageView> {
        let app = try apps.app(try context.parameter("app"))
        let made = try await messages.create(input, of: app, zone: context.reader.zone, by: context.actor)
        return .created(try await messages.view(made), at: "/apps/\(app.id)/push-messages/\(made.id)")
    }

    @Sendable func put(_ input: PushMessageInput, _ context: Context) async throws -> Answer<PushMessageView> {
        let app = try apps.app(try context.parameter("app"))
        let changed = try await messages.edit(try context.parameter("id"), of: app, input, zone: context.reader.zone, by: context.actor)
        return .show(try await messages.view(changed))
    }

    @Sendable func preview(_ input: PushPreviewInput, _ context: Context) async throws -> Answer<PushPreview> {
        _ = try apps.app(try context.parameter("app"))
        return .show(try PushPreview(input))
    }

    struct Counting: Codable, Sendable {
        let target: PushTarget
    }

    @Sendable func count(_ input: Counting, _ context: Context) async throws -> Answer<PushAudienceCount> {
        .show(try await messages.count(input.target, of: try apps.app(try context.parameter("app")).id))
    }

    // MARK: one

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let app = try context.parameter("app")
        try await messages.delete(try context.parameter("id"), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/push-messages", flash: "push.deleted")
    }

    @Sendable func ending(_: Nothing, _ context: Context) async throws -> Answer<PushEndingPage> {
        let message = try await messages.message(try context.parameter("id"), of: try context.parameter("app"))
        return .show(PushEndingPage(message, try await messages.view(message), context))
    }

    @Sendable func copy(_: Nothing, _ context: Context) async throws -> Answer<PushMessageView> {
        let app = try context.parameter("app")
        let made = try await messages.copy(try context.parameter("id"), of: app, by: context.actor)
        let path = "/apps/\(app)/push-messages/\(made.id)"
        return .created(try await messages.view(made), at: path, flash: "push.copied", ["name": made.plan.name])
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<PushMessageView, PushMessagePage> {
        let app = try apps.app(try context.parameter("app"))
        let message = try await messages.message(try context.parameter("id"), of: app.id)
        let view = try await messages.view(message).shown(to: context, app)
        return .show(view) {
            let statistics = try await messages.statistics(message.id, of: app.id)
            let marks = try await marks(statistics, app)
            let chart = PushHourChart(words: catalogue[context.reader.language], reader: context.reader).html(statistics, marks)
            let asides = try await messages.asides(message)
            let parts = PushMessageParts(
                statistics: statistics,
                history: try await messages.history(message.id, of: app.id),
                tests: asides.tests,
                runs: asides.runs,
                asker: asides.asker,
                chart: chart
            )
            return PushMessagePage(message, view, parts, app, context)
        }
    }

    /// What changed between the first hour and the last.
    private func marks(_ statistics: PushStatistics, _ app: App) async throws -> LedgerMarks {
        guard let first = statistics.hours.first?.time, let last = statistics.hours.last?.time, first < last else { return .none }
        return try await ledger.marks(of: app.id, from: first, to: last.addingTimeInterval(3_600))
    }
}

/// What the page of a message asks the database for beside its history and figures.
struct PushAsides: Sendable {
    let tests: [PushMessageView]
    let runs: [PushMessageView]
    /// Id of the account whose question is open.
    let asker: String?
}

extension PushMessages {
    /// The last tests and runs.
    fileprivate func asides(_ message: PushMessage) async throws -> PushAsides {
        try await database.read { connection in
            func views(_ kind: PushMessageKind, _ limit: Int) throws -> [PushMessageView] {
                let found = try connection.pushMessages(message.app, of: message.id, kind, limit: limit)
                let figures = try connection.pushFigures(message.app, found)
                return found.map { PushMessageView($0, figures[$0.id] ?? PushFigures()) }
            }
            return PushAsides(
                tests: try views(.test, 10),
                runs: try views(.run, 50),
                asker: try connection.pushApproval(message.app, message.id)?.askedId
            )
        }
    }
}
