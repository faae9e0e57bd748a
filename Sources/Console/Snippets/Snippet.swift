import Foundation
import Web

/// What a build machine can be told to bring here.
enum SnippetSubject: String, Codable, CaseIterable, Sendable {
    case builds, symbols, patches
}

/// By what it is told.
enum SnippetTool: String, Codable, CaseIterable, Sendable {
    case curl, fastlane, gradle, gitlab, jenkins

    /// The one of an app's platforms that it is mostly used for; nil where it is of no use.
    func platform(of app: App) -> Platform? {
        let found = Set(app.platforms.map(\.platform))
        let liked: [Platform] =
            switch self {
            case .curl, .fastlane: [.ios, .android, .harmony]
            case .gitlab, .jenkins: [.android, .ios, .harmony]
            case .gradle: [.android]
            }
        return liked.first(where: found.contains)
    }
}

/// A piece to copy into a project, filled with the viewer's app and the console's address. Its token is the machine's: `$CONSOLE_TOKEN`.
struct Snippet: Codable, Sendable, Equatable {
    let tool: SnippetTool
    let code: String
}

/// All pieces of a page. Read by `Views/Snippets/list`.
struct SnippetSet: Codable, Sendable {
    let subject: SnippetSubject
    let items: [Snippet]

    init(_ subject: SnippetSubject, of app: App, at publicURL: String) {
        self.subject = subject
        items = SnippetTool.allCases.compactMap { tool in
            guard let platform = tool.platform(of: app) else { return nil }
            let task = SnippetTask(subject, platform, address: "\(publicURL)/api/v1/apps/\(app.id)")
            return Snippet(tool: tool, code: SnippetWriter(task: task).code(for: tool))
        }
    }
}
