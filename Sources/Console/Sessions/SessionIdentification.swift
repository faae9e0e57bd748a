import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Tells who is asking: the bearer token under `/api`, where cookies do not count, and the session cookie on pages.
///
/// A person's own language, colours and zone win over cookie and browser. While nobody can manage the console, every page
/// leads to the one that says how to begin.
struct SessionIdentification: RouterMiddleware {
    let accounts: Accounts
    let sessions: Sessions
    let tokens: Tokens

    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var context = context
        switch Door(request.uri.path) {
        case .neither: break
        case .api: context.identify(try await bearer(context))
        case .page(let isOpen):
            if !isOpen, try await accounts.needsSetup() { return .seeOther("/setup-needed") }
            context.identify(try await cookie(context))
        }
        return try await next(request, context)
    }

    private func bearer(_ context: Context) async throws -> Identity? {
        guard let header = context.headers[.authorization], header.prefix(7).lowercased() == "bearer " else { return nil }
        return try await tokens.identity(header.dropFirst(7).trimmingCharacters(in: .whitespaces))
    }

    private func cookie(_ context: Context) async throws -> Identity? {
        guard let secret = SessionCookie.read(context) else { return nil }
        return try await sessions.identity(secret)
    }
}

/// What kind of asker a path is for.
private enum Door {
    case api
    /// `isOpen`: shown before the console is set up, too.
    case page(isOpen: Bool)
    /// Devices, probes and files: nobody needs to be known.
    case neither

    init(_ path: String) {
        let parts = path.split(separator: "/")
        switch parts.first {
        // `/api` alone is a page about it.
        case "api" where parts.count > 1: self = .api
        case "loggw", "mgw.htm", "assets", "favicon.ico", "healthz", "readyz", "metrics": self = .neither
        case let first: self = .page(isOpen: ["setup", "setup-needed", "preferences"].contains(first))
        }
    }
}

extension Context {
    fileprivate mutating func identify(_ identity: Identity?) {
        viewer = identity?.viewer
        session = identity?.session
        guard let preferences = identity?.viewer.preferences else { return }
        reader.language = preferences.language ?? reader.language
        reader.theme = preferences.theme ?? reader.theme
        reader.zone = preferences.zone.flatMap { TimeZone(identifier: $0) } ?? reader.zone
    }
}
