import Foundation
import HTTPTypes
import Hummingbird
import Web

/// The inbox, as pages and as JSON.
struct FeedbackRoutes: Sendable {
    let inbox: FeedbackInbox
    let apps: Apps

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/feedback", "apps/{app}/feedback/{id}")
        let menu = Menu.Item.under(.cloud, "feedback.menu", key: "f")
        let masked = "newest first; contact and phone number are masked."
        try routes.get(list, "List feedback, \(masked)", needs: .role(.viewer), view: "Feedback/list", menu: menu, self.list)
        try routes.stream("\(list).csv", "The same as CSV, at most 10,000; \(masked)", needs: .role(.viewer), produces: "text/csv", exportCSV)
        try routes.stream(
            "\(list).json",
            "The same as JSON, at most 10,000; \(masked)",
            needs: .role(.viewer),
            produces: "application/json",
            exportJSON
        )
        let what = "A feedback with its replies. Telephone numbers and mail addresses are hidden from who may not see them."
        let page = try routes.get(one, what, needs: .role(.viewer), view: "Feedback/feedback", show)
        try routes.post("\(one)/reply", "Answer; a red dot tells the device.", needs: .role(.operator), form: page, reply)
        try routes.post("\(one)/state", "Move to another state.", needs: .role(.operator), form: page, move)
        try routes.post("\(one)/tags", "Replace the tags.", needs: .role(.operator), form: page, tag)
        let image = "A picture, drawn again by the console."
        try routes.stream("\(one)/images/{n}", image, needs: .role(.viewer), produces: "image/png", self.image)
    }

    struct Query: Codable, Sendable {
        /// Part of the content; for those who see personal data of the app, of the contact or the phone number too.
        let q: String?
        let user: String?
        let device: String?
        let version: String?
        let platform: Platform?
        let tag: String?
        let state: FeedbackState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<FeedbackListItem>, FeedbackListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let isMasked = context.isMasked(app)
        let found = try await inbox.list(of: app.id, FeedbackFilter(query, findsPeople: !isMasked), place)
        let list = found.map { FeedbackListItem($0, isMasked: isMasked) }
        return .show(list) { FeedbackListPage(query, list, place, app, context) }
    }

    @Sendable func exportCSV(_: Request, _ context: Context) async throws -> Response {
        FeedbackExport(items: try await export(context), zone: context.reader.zone).csv
    }

    @Sendable func exportJSON(_: Request, _ context: Context) async throws -> Response {
        try FeedbackExport(items: try await export(context), zone: context.reader.zone).json
    }

    private func export(_ context: Context) async throws -> [FeedbackListItem] {
        let app = try apps.app(try context.parameter("app"))
        let isMasked = context.isMasked(app)
        let filter = FeedbackFilter(try context.query(as: Query.self), findsPeople: !isMasked)
        return try await inbox.export(of: app.id, filter).map { FeedbackListItem($0, isMasked: isMasked) }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<FeedbackDetail, FeedbackPage> {
        let app = try apps.app(try context.parameter("app"))
        let (feedback, images, replies) = try await inbox.feedback(try context.parameter("id"), of: app.id)
        return .show(FeedbackDetail(feedback, images, replies, isMasked: context.isMasked(app))) {
            FeedbackPage(feedback, unseen: try await inbox.isUnseen(feedback, of: app.id), app, context)
        }
    }

    struct NewReply: Codable, Sendable {
        /// 1 to 2,000 characters; the device is given it.
        let text: String
    }

    @Sendable func reply(_ input: NewReply, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await inbox.reply(input.text, to: id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/feedback/\(id)", flash: "feedback.replied")
    }

    struct Move: Codable, Sendable {
        let state: FeedbackState
    }

    @Sendable func move(_ input: Move, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await inbox.move(id, of: app, to: input.state, by: context.actor)
        return .done(at: "/apps/\(app)/feedback/\(id)", flash: "feedback.moved")
    }

    struct Tagging: Codable, Sendable {
        /// All of them: up to 10, each up to 20 characters.
        let tags: [String]
    }

    @Sendable func tag(_ input: Tagging, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await inbox.tag(id, of: app, with: input.tags, by: context.actor)
        return .done(at: "/apps/\(app)/feedback/\(id)", flash: "feedback.tagged")
    }

    @Sendable func image(_: Request, _ context: Context) async throws -> Response {
        let (app, id) = try named(context)
        guard let number = Int(try context.parameter("n")) else { throw Problem.notFound }
        var response = Response(bytes: try await inbox.image(number, of: id, in: app), type: "image/png")
        response.headers[.contentDisposition] = "inline; filename=\"feedback-\(number).png\""
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    private func named(_ context: Context) throws -> (app: String, id: String) {
        (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
    }
}

extension FeedbackFilter {
    fileprivate init(_ query: FeedbackRoutes.Query, findsPeople: Bool) {
        self.init(
            text: query.q?.given,
            findsPeople: findsPeople,
            user: query.user?.given,
            device: query.device?.given,
            version: query.version?.given,
            platform: query.platform,
            tag: query.tag?.given,
            state: query.state
        )
    }
}
