import Foundation
import Hummingbird
import Logging
import NIOCore

/// How a request is answered on each face: who may ask, what they bring, one handler, and the answer in the face's form.
struct Faces: Sendable {
    let renderer: Renderer
    let replays: Replays
    let input = InputReader()

    /// A handler's reply as JSON.
    func answer<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        upTo limit: Int = InputReader.bodyLimit,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>
    ) async throws -> Response {
        try await documented(context, .api) { context in
            if request.method != .get, request.method != .head { try Forgery.check(request, context, Form()) }
            try policy.check(context.viewer, app: context.app)
            return try await replays.once(request, context, upTo: limit) { request in
                let reply = try await handler(try await input.read(Input.self, request, form: nil, upTo: limit), context)
                return try json(reply, context)
            }
        }
    }

    func json<Body, Extras>(_ reply: Reply<Body, Extras>, _ context: Context) throws -> Response {
        try JSONAnswer(zone: reply.zone ?? context.reader.zone, words: renderer.catalogue[context.reader.language]).response(reply)
    }

    /// A response that is the same on both faces; its problems are not.
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

    /// Problems as `application/problem+json`. Scripts and devices are spoken to in English unless their `Accept-Language` asks for Chinese:
    /// cookies and the console's own language are for people.
    func documented(_ context: Context, _ face: Face, _ respond: (Context) async throws -> Response) async throws -> Response {
        var context = context
        context.face = face
        context.reader.language = context.headers[.acceptLanguage].flatMap { Language(accepting: $0) } ?? .english
        do {
            return try await respond(context)
        } catch {
            return try JSONAnswer(zone: context.reader.zone).response(known(error, context), context, renderer.catalogue)
        }
    }

    /// Problems as `application/problem+json` for the script of a page, which shows their sentences to whoever reads it.
    func told(_ context: Context, _ respond: (Context) async throws -> Response) async throws -> Response {
        var context = context
        context.face = .page
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
            if problem.kind == .unauthorized, context.viewer == nil { return logInFirst(request) }
            return try await renderer.page(problem, request: request, context: context)
        }
    }

    /// An error that is not in the vocabulary is a bug: logged whole, shown as a plain sentence.
    private func known(_ error: any Error, _ context: Context) -> Problem {
        if let problem = error as? Problem ?? (error as? any Explained)?.problem { return problem }
        context.logger.error("unexpected error", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
        return Problem(.internal, "web.internal")
    }
}
