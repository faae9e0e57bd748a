import Foundation
import Web

/// What the inbox shows beside the list.
struct FeedbackListPage: Codable, Sendable {
    let filter: Filter
    let rows: [Row]
    let states: [State]
    let platforms: [AppPlatformChoice]
    let filtered: Bool
    let pager: Pager

    struct Filter: Codable, Sendable {
        let q: String
        let user: String
        let device: String
        let version: String
        let tag: String
    }

    struct Row: Codable, Sendable {
        let item: FeedbackListItem
        /// The beginning of the content.
        let summary: String
        let tone: Tone
        let pictures: Bool
        /// All that is known of the user; nil where none is named, or the name is hidden.
        let userPage: String?
    }

    /// The state as a colour.
    struct Tone: Codable, Sendable {
        let run: Bool
        let warn: Bool
        let good: Bool

        init(_ state: FeedbackState) {
            run = state == .new
            warn = state == .open
            good = state == .answered
        }
    }

    struct State: Codable, Sendable {
        let state: FeedbackState
        let chosen: Bool
    }

    init(_ query: FeedbackRoutes.Query, _ list: List<FeedbackListItem>, _ place: ListPlace, _ app: App, _ context: Context) {
        filter = Filter(query)
        let isMasked = context.isMasked(app)
        // Here the name is hidden already, where it is to be.
        rows = list.items.map { Row($0, userPage: $0.userId.isEmpty || isMasked ? nil : DevicePath.user($0.userId, of: app.id)) }
        states = FeedbackState.allCases.map { State(state: $0, chosen: $0 == query.state) }
        platforms = AppPlatformChoice.all(of: app, chosen: query.platform?.rawValue)
        filtered = context.isFiltered
        pager = Pager(list, place, context)
    }
}

extension FeedbackListPage.Filter {
    fileprivate init(_ query: FeedbackRoutes.Query) {
        self.init(q: query.q ?? "", user: query.user ?? "", device: query.device ?? "", version: query.version ?? "", tag: query.tag ?? "")
    }
}

extension FeedbackListPage.Row {
    private static let summaryLength = 120

    fileprivate init(_ item: FeedbackListItem, userPage: String?) {
        let line = item.content.replacing(#/\s+/#, with: " ")
        let summary = line.shortened(to: Self.summaryLength)
        self.init(item: item, summary: summary, tone: .init(item.state), pictures: item.images > 0, userPage: userPage)
    }
}

/// What the page of one feedback shows beside it.
struct FeedbackPage: Codable, Sendable {
    let form: Form
    let tone: FeedbackListPage.Tone
    let moves: [Move]
    let mayWork: Bool
    let mayReply: Bool
    /// Whether a reply finds its way.
    let reachable: Bool
    /// Whether the dot of the reply is still there.
    let unseen: Bool
    let seen: Bool
    /// Raw lines and crash reports of the device around the time; nil when neither device nor user is known, or the name is hidden.
    let logs: String?
    let crashes: String?
    /// All that is known of the user, and their feedback; nil where none is named, or the name is hidden.
    let userPage: String?
    let userFeedback: String?
    /// Telephone numbers and mail addresses are hidden from this viewer.
    let masked: Bool

    struct Form: Codable, Sendable {
        let text: String
        let tags: String
    }

    /// A button that leads to another state.
    struct Move: Codable, Sendable {
        let state: FeedbackState
    }

    init(_ feedback: Feedback, unseen: Bool, _ app: App, _ context: Context) {
        form = Form(text: context.filled("text"), tags: context.filled("tags", feedback.tags.joined(separator: ", ")))
        tone = .init(feedback.state)
        mayWork = context.mayOperate(app.id)
        moves = feedback.state.next.map(Move.init)
        mayReply = mayWork && feedback.state != .closed
        reachable = feedback.sender.reader != nil
        self.unseen = unseen
        seen = !unseen && feedback.reply != nil && feedback.sender.reader != nil
        logs = Self.link("logs", feedback, hours: 1, app, context)
        crashes = Self.link("crash-reports", feedback, hours: 7 * 24, app, context)
        let user = feedback.sender.user
        userPage = context.userPage(user, of: app)
        userFeedback = userPage.map { _ in "/apps/\(app.id)/feedback?\(Web.Form([("user", user)]).encoded)" }
        masked = context.isMasked(app)
    }

    /// - Parameter hours: before the feedback; ten minutes after it are shown too.
    private static func link(_ page: String, _ feedback: Feedback, hours: Double, _ app: App, _ context: Context) -> String? {
        let sender = feedback.sender
        guard !sender.device.isEmpty || context.userPage(sender.user, of: app) != nil else { return nil }
        func moment(_ offset: TimeInterval) -> String { LocalTime(feedback.createdAt.addingTimeInterval(offset), context.reader.zone).iso }
        let query = Web.Form([("from", moment(-hours * 3_600)), ("to", moment(600))])
        let whose = sender.device.isEmpty ? query.setting("user", sender.user) : query.setting("device", sender.device)
        return "/apps/\(app.id)/\(page)?\(whose.encoded)"
    }
}
