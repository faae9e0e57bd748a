import Foundation
import Hummingbird

/// A view and the handler that fills it.
struct FilledView<Input: Codable & Sendable, Body: Codable & Sendable, Extras: Codable & Sendable>: Sendable {
    let name: String
    let handler: Routes.Handler<Input, Body, Extras>
    /// Whether its body can be had as a file, at the page's path with `.csv` and `.json`.
    var isExported = false
    /// Whether its page is a form, without a resource.
    var isForm = false
}

/// Pages: shown, shown again with what was wrong, and the forms they send.
extension Faces {
    /// A rejected filter is shown on its own page: the handler runs once more without it. What is rejected then gets the page of the problem.
    func show<Input, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ view: FilledView<Input, Body, Extras>
    ) async throws -> Response {
        try await explained(request, context) { context in
            try policy.check(context.viewer, app: context.app)
            do {
                return try await fill(view, request, context, query: try input.query(request))
            } catch let problem as Problem where problem.kind == .invalid {
                let accepted = problem.rejections.reduce(context.query) { $0.setting($1.field, nil) }
                return try await again(view, request, context, sent: context.query, problem, query: accepted)
            }
        }
    }

    /// The page once more, with what was sent and what was wrong with it.
    func again<Input, Body, Extras>(
        _ view: FilledView<Input, Body, Extras>,
        _ request: Request,
        _ context: Context,
        sent: Form,
        _ problem: Problem,
        query: Form
    ) async throws -> Response {
        var context = context
        context.submitted = sent
        context.rejections = problem.rejections
        return try await fill(view, request, context, query: query, problem)
    }

    private func fill<Input, Body, Extras>(
        _ view: FilledView<Input, Body, Extras>,
        _ request: Request,
        _ context: Context,
        query: Form,
        _ problem: Problem? = nil
    ) async throws -> Response {
        let reply = try await view.handler(try await input.read(Input.self, request, form: query), context)
        guard case .shown(let body) = reply.outcome else { return redirect(reply) }
        var context = context
        context.reader.zone = reply.zone ?? context.reader.zone
        context.isForm = view.isForm
        if view.isExported, problem == nil, let list = body as? any Listing, !list.items.isEmpty { context.exports = Frame.Exports(context) }
        return try await renderer.page(view.name, body, try await reply.extras(), problem, request: request, context: context)
    }

    /// A form that was sent.
    /// - Parameters:
    ///   - form: the page that holds it.
    ///   - view: shows the body; nil redirects.
    func submit<Input: Codable & Sendable, Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        form: FormPage?,
        view: String?,
        _ handler: @escaping Routes.Handler<Input, Body, Nothing>
    ) async throws -> Response {
        try await explained(request, context) { context in
            let sent = try await input.form(request) ?? Form()
            try Forgery.checkOrigin(request, context)
            do {
                try policy.check(context.viewer, app: context.app)
                try Forgery.checkToken(request, context, sent)
                let reply = try await handler(try await input.read(Input.self, request, form: sent), context)
                guard let view, let body = reply.body else { return redirect(reply) }
                return try await renderer.page(view, body, Nothing(), request: request, context: context)
            } catch let problem as Problem {
                guard let form else { throw problem }
                if problem.kind == .unauthorized, context.viewer == nil { return logInAgain(request) }
                guard let mendable = mendable(problem, request) else { throw problem }
                return try await form.again(request, context, sent, mendable)
            }
        }
    }

    /// The problem as the form tells it; nil when sending the form again would not help.
    func mendable(_ problem: Problem, _ request: Request) -> Problem? {
        if problem == Forgery.stale { return request.headers[.origin] == nil ? nil : Problem(.forbidden, "web.forbidden.stale") }
        return [.invalid, .conflict, .limited].contains(problem.kind) ? problem : nil
    }

    func redirect<Body, Extras>(_ reply: Reply<Body, Extras>) -> Response {
        switch reply.outcome {
        case .created(_, let path, let flash), .done(let path, let flash): .seeOther(path, flash: flash)
        case .response(let response): response
        case .shown: .seeOther("/")
        }
    }

    /// Who is unknown logs in, and comes back: to the page that was asked for, or to the one a form was on.
    func logInFirst(_ request: Request) -> Response {
        guard request.method == .get else { return .seeOther("/login\(returning(to: request.referringPath))", flash: Message("web.ended")) }
        return .seeOther("/login\(returning(to: request.uri.string))")
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
