import Foundation
import Hummingbird
import Logging
import NIOCore

/// How a request is answered on each face: who may ask, what they bring, one handler, and the answer in the face's form.
struct Faces: Sendable {
    let renderer: Renderer
    let replays: Replays
    private let reader = InputReader()

    // MARK: JSON

    func answer<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>
    ) async throws -> Response {
        try await documented(context, .api) { context in
            if request.method != .get, request.method != .head { try Forgery.check(request, context, Form()) }
            try policy.check(context.viewer, app: context.app)
            return try await replays.once(request, context) { request in
                let input = try await reader.input(Input.self, request, form: nil)
                let reply = try await handler(input, context)
                return try JSONAnswer(zone: reply.zone ?? context.reader.zone).response(reply)
            }
        }
    }

    // MARK: pages

    /// A rejected filter is shown again on its own page: the handler runs once more without it, with `context.submitted` set to the
    /// query. What is rejected then gets the page of the problem.
    func show<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ view: String,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>
    ) async throws -> Response {
        try await explained(request, context) { context in
            try policy.check(context.viewer, app: context.app)
            do {
                return try await page(request, context, view, handler, nil)
            } catch let problem as Problem where problem.kind == .invalid {
                var context = context
                context.submitted = context.query
                let accepted = problem.rejections.reduce(context.query) { $0.setting($1.field, nil) }
                return try await page(request, context, view, handler, problem, query: accepted)
            }
        }
    }

    /// Fills the view from its handler; with a problem it is a form shown again.
    func page<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ view: String,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>,
        _ problem: Problem?,
        query: Form? = nil
    ) async throws -> Response {
        let input = try await reader.input(Input.self, request, form: try query ?? reader.query(request))
        let reply = try await handler(input, context)
        guard case .shown(let body) = reply.outcome else { return redirect(reply) }
        var context = context
        context.reader.zone = reply.zone ?? context.reader.zone
        return try await renderer.page(view, body, try await reply.extras(), problem, request: request, context: context)
    }

    func submit<Input: Codable & Sendable, Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ form: FormPage?,
        _ view: String?,
        _ handler: @escaping Routes.Handler<Input, Body, Nothing>
    ) async throws -> Response {
        try await explained(request, context) { context in
            let fields = try await reader.form(request) ?? Form()
            try Forgery.checkOrigin(request, context)
            do {
                try policy.check(context.viewer, app: context.app)
                try Forgery.checkToken(request, context, fields)
                let reply = try await handler(try await reader.input(Input.self, request, form: fields), context)
                guard let view, let body = reply.body else { return redirect(reply) }
                return try await renderer.page(view, body, Nothing(), request: request, context: context)
            } catch let problem as Problem {
                if problem.kind == .unauthorized, context.viewer == nil, form != nil { return logInAgain(request) }
                guard let form, problem.isAboutInput || problem == Forgery.stale && request.headers[.origin] != nil else { throw problem }
                var context = context
                context.submitted = fields
                context.rejections = problem.rejections
                return try await form.again(request, context, problem == Forgery.stale ? Problem(.forbidden, "web.forbidden.stale") : problem)
            }
        }
    }

    /// 307: the browser sends the form once more, to a page that keeps it during the log-in and brings it back here.
    private func logInAgain(_ request: Request) -> Response {
        Response(
            status: .temporaryRedirect,
            headers: [.location: "/login/again\(returning(to: request.uri.string))", .cacheControl: "no-store"]
        )
    }

    private func returning(to path: String?) -> String {
        path.map { "?return=\(PercentEncoding.encode($0))" } ?? ""
    }

    private func redirect<Body, Extras>(_ reply: Reply<Body, Extras>) -> Response {
        switch reply.outcome {
        case .created(_, let path, let flash), .done(let path, let flash): .seeOther(path, flash: flash)
        case .response(let response): response
        case .shown: .seeOther("/")
        }
    }

    // MARK: neither

    func stream(
        _ request: Request,
        _ context: Context,
        _ face: Face,
        _ policy: Policy,
        _ handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) async throws -> Response {
        let respond: @Sendable (Context) async throws -> Response = { context in
            try policy.check(context.viewer, app: context.app)
            return try await handler(request, context)
        }
        return face == .page ? try await explained(request, context, respond) : try await documented(context, face, respond)
    }

    // MARK: failure

    /// Problems as `application/problem+json`.
    func documented(_ context: Context, _ face: Face, _ respond: (Context) async throws -> Response) async throws -> Response {
        var context = context
        context.face = face
        do {
            return try await respond(context)
        } catch {
            return try JSONAnswer(zone: context.reader.zone).response(known(error, context), context, renderer.catalogue)
        }
    }

    /// Problems as a page; somebody unknown is asked to log in first.
    func explained(_ request: Request, _ context: Context, _ respond: (Context) async throws -> Response) async throws -> Response {
        var context = context
        context.face = .page
        do {
            return try await respond(context)
        } catch {
            let problem = known(error, context)
            if problem.kind == .unauthorized, context.viewer == nil {
                guard request.method == .get else { return .seeOther("/login\(returning(to: request.referringPath))", flash: Message("web.ended")) }
                return .seeOther("/login\(returning(to: request.uri.string))")
            }
            return try await renderer.page(problem, request: request, context: context)
        }
    }

    /// An error that is not in the vocabulary is a bug: logged whole, shown as a plain sentence.
    private func known(_ error: any Error, _ context: Context) -> Problem {
        if let problem = error as? Problem { return problem }
        context.logger.error("unexpected error", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
        return Problem(.internal, "web.internal")
    }
}

extension Context {
    /// The app that the path names, percent-decoded as in `parameter(_:)`: the policy and the handler have to mean the same one.
    var app: String? { parameters.get("app")?.removingPercentEncoding }
}

extension Reply {
    /// What there is to show, if anything.
    fileprivate var body: Body? {
        switch outcome {
        case .shown(let body), .created(let body, _, _): body
        case .done, .response: nil
        }
    }
}

extension Request {
    /// The path of the page that the browser was on.
    fileprivate var referringPath: String? {
        guard let address = headers[.referer].flatMap({ URLComponents(string: $0) }) else { return nil }
        return address.percentEncodedPath + (address.percentEncodedQuery.map { "?\($0)" } ?? "")
    }
}

extension Problem {
    /// Whether the person can mend it in the form they sent.
    fileprivate var isAboutInput: Bool {
        kind == .invalid || kind == .conflict || kind == .limited
    }
}
