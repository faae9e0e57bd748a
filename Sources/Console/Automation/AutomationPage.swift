import Foundation
import Web

/// What `Views/Automation/api` shows.
struct AutomationPage: Codable, Sendable {
    /// The app's id; nil on the page of the console as a whole.
    let app: String?
    /// Of this page.
    let path: String
    let publicURL: String
    let tasks: [Task]
    let rooms: [Room]
    /// What was looked for.
    let words: String
    let rows: [Row]
    /// That more were found than are shown.
    let more: Message?
    let mayMakeTokens: Bool
    /// Whether the forms can be opened that have snippets.
    let mayBring: Bool

    struct Task: Codable, Sendable {
        let task: AutomationTask
        let curl: String
        let command: String
    }

    struct Room: Codable, Sendable {
        let room: AutomationRoom
        let count: Int
        let chosen: Bool
    }

    struct Row: Codable, Sendable {
        /// On this page, from 1.
        let number: Int
        let method: String
        let path: String
        /// In English.
        let summary: String
        let need: AutomationNeed
        let curl: String
        let command: String
        /// As the audit log calls what is done.
        let audit: [String]
    }

    /// Keeps a page below 30 kB as it is sent, whatever is looked for.
    private static let most = 80

    /// - Parameter endpoints: those that this page is about.
    init(_ endpoints: [Endpoint], _ query: AutomationRoutes.Query, app: String?, _ context: Context) {
        let words = String((query.q ?? "").trimmingCharacters(in: .whitespaces).prefix(100))
        let counted = Dictionary(grouping: endpoints) { AutomationRoom.of($0) ?? .apps }
        let room = query.room.flatMap { counted[$0] == nil ? nil : $0 } ?? .apps
        let found = words.isEmpty ? counted[room] ?? [] : endpoints.filter { $0.concerns(words) }
        self.app = app
        path = context.path
        publicURL = context.publicURL
        self.words = words
        tasks = AutomationTask.allCases.filter { $0.isOfApp == (app != nil) }.map {
            Task(task: $0, curl: $0.call.curl(context.publicURL, app: app), command: $0.call.command(app: app))
        }
        rooms = AutomationRoom.allCases.compactMap { each in
            counted[each].map { Room(room: each, count: $0.count, chosen: words.isEmpty && each == room) }
        }
        rows = found.prefix(Self.most).enumerated().map { Row($1, number: $0 + 1, app: app, context) }
        let left = found.count - Self.most
        more = left > 0 ? Message("automation.more", ["count": "\(left)"]) : nil
        mayMakeTokens = context.viewer?.kind == .account
        mayBring = app.map(context.mayOperate) ?? false
    }
}

extension AutomationPage.Row {
    fileprivate init(_ endpoint: Endpoint, number: Int, app: String?, _ context: Context) {
        let call = AutomationCall(endpoint)
        self.init(
            number: number,
            method: endpoint.method,
            path: endpoint.path,
            summary: endpoint.summary,
            need: AutomationNeed(endpoint.policy),
            curl: call.curl(context.publicURL, app: app),
            command: call.command(app: app),
            audit: AutomationAction.audited(endpoint.name)
        )
    }
}

/// Who may ask.
enum AutomationNeed: String, Codable, CaseIterable, Sendable {
    case anyone, signedIn, viewer, `operator`, releaser, admin, secrets, building

    init(_ policy: Policy) {
        switch policy {
        case .anyone: self = .anyone
        case .signedIn: self = .signedIn
        case .role(.viewer): self = .viewer
        case .role(.operator): self = .operator
        case .role(.releaser): self = .releaser
        case .role(.admin): self = .admin
        case .secrets: self = .secrets
        case .building: self = .building
        }
    }
}

extension AutomationAction {
    /// What the audit log may say of an endpoint, each once.
    static func audited(_ endpoint: String) -> [String] {
        let named = all.filter { $0.endpoint == endpoint }.flatMap(\.audit) + readings.filter { $0.value == endpoint }.map(\.key).sorted()
        return named.enumerated().filter { !named[..<$0.offset].contains($0.element) }.map(\.element)
    }
}

extension Endpoint {
    fileprivate func concerns(_ words: String) -> Bool {
        let text = "\(name) \(summary) \(AutomationAction.audited(name).joined(separator: " "))".lowercased()
        return words.lowercased().split(separator: " ").allSatisfy { text.contains($0) }
    }
}
