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

    /// A rejected filter is shown again on its own page: the handler runs once more with `context.submitted` set to the query,
    /// and goes without what it would reject. A handler that rejects it again gets the page of the problem.
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
                return try await page(request, context, view, handler, problem)
            }
        }
    }

    /// Fills the view from its handler; with a problem it is a form shown again.
    func page<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ view: String,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>,
        _ problem: Problem?
    ) async throws -> Response {
        let input = try await reader.input(Input.self, request, form: try reader.query(request))
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
            try Forgery.check(request, context, fields)
            try policy.check(context.viewer, app: context.app)
            do {
                let reply = try await handler(try await reader.input(Input.self, request, form: fields), context)
                guard let view, let body = reply.body else { return redirect(reply) }
                return try await renderer.page(view, body, Nothing(), request: request, context: context)
            } catch let problem as Problem {
                guard let form, problem.isAboutInput else { throw problem }
                var context = context
                context.submitted = fields
                return try await form.again(request, context, problem)
            }
        }
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
                let back = request.method == .get ? "?return=\(PercentEncoding.encode(request.uri.string))" : ""
                return .seeOther("/login\(back)")
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

extension Problem {
    /// Whether the person can mend it in the form they sent.
    fileprivate var isAboutInput: Bool {
        kind == .invalid || kind == .conflict || kind == .limited
    }
}
