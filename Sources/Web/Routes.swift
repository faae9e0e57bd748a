import HTTPTypes
import Hummingbird

/// The route table: every line is mounted as a page at `/…` and as JSON at `/api/v1/…`, with one handler for both.
public final class Routes {
    private let router: Router<Context>
    let faces: Faces
    /// Every line so far, in the order they were written.
    public private(set) var table: [Route] = []

    public init(router: Router<Context>, renderer: Renderer, replays: Replays) {
        self.router = router
        faces = Faces(renderer: renderer, replays: replays)
    }

    public typealias Handler<Input, Body: Codable & Sendable, Extras: Codable & Sendable> = @Sendable (Input, Context) async throws -> Reply<Body, Extras>

    /// Shows something: JSON, and the view filled with the same body.
    public func get<Input: Codable & Sendable, Body, Extras>(
        _ path: String, _ summary: String, needs policy: Policy, view: String, _ handler: @escaping Handler<Input, Body, Extras>
    ) throws {
        try page(path, needs: policy, view: view, handler, alsoAPI: true)
        try api(.get, path, summary, needs: policy, handler, alsoPage: true)
    }

    /// Changes something. On a page the form comes back with its problems when the input is rejected.
    /// - Parameter form: the page that holds the form; its handler makes it again.
    public func post<Input: Codable & Sendable, Body>(
        _ path: String, _ summary: String, needs policy: Policy, form: FormPage? = nil, _ handler: @escaping Handler<Input, Body, Nothing>
    ) throws {
        try api(.post, path, summary, needs: policy, handler, alsoPage: true)
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, form, handler)
        }
    }

    /// A page that has no resource of its own, such as a form.
    @discardableResult
    public func page<Input: Codable & Sendable, Body, Extras>(
        _ path: String, needs policy: Policy, view: String, _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> FormPage {
        try page(path, needs: policy, view: view, handler, alsoAPI: false)
    }

    @discardableResult
    private func page<Input: Codable & Sendable, Body, Extras>(
        _ path: String, needs policy: Policy, view: String, _ handler: @escaping Handler<Input, Body, Extras>, alsoAPI: Bool
    ) throws -> FormPage {
        try faces.renderer.check(view, body: Body.self, extras: Extras.self)
        let faces = faces
        if !alsoAPI { try note(.get, path, [.page], policy, "", Nothing.self, Nothing.self) }
        router.on(RouterPath(path), method: .get) { request, context in
            try await faces.show(request, context, policy, view, handler)
        }
        return FormPage { request, context, rejections in
            try await faces.page(request, context, view, handler, rejections)
        }
    }

    /// A resource that has no page of its own.
    public func api<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, needs policy: Policy, _ handler: @escaping Handler<Input, Body, Extras>
    ) throws {
        try api(method, path, summary, needs: policy, handler, alsoPage: false)
    }

    private func api<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method, _ path: String, _ summary: String, needs policy: Policy, _ handler: @escaping Handler<Input, Body, Extras>,
        alsoPage: Bool
    ) throws {
        try note(method, path, alsoPage ? [.api, .page] : [.api], policy, summary, Input.self, Body.self)
        let faces = faces
        router.on(RouterPath("api/v1/\(path)"), method: method) { request, context in
            try await faces.answer(request, context, policy, handler)
        }
    }

    /// Something that is not JSON: a download, a picture, a stream of events. The handler makes the response on both faces.
    public func stream(
        _ path: String, _ summary: String, needs policy: Policy, produces mediaType: String,
        _ handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) throws {
        try note(.get, path, [.api, .page], policy, summary, Nothing.self, Nothing.self, mediaType)
        let faces = faces
        for (prefix, face) in [("", Face.page), ("api/v1/", .api)] {
            router.on(RouterPath(prefix + path), method: .get) { request, context in
                try await faces.stream(request, context, face, policy, handler)
            }
        }
    }

    private func note(
        _ method: HTTPRequest.Method, _ path: String, _ faces: Set<Face>, _ policy: Policy, _ summary: String,
        _ input: any Decodable.Type, _ output: any Decodable.Type, _ mediaType: String? = nil
    ) throws {
        table.append(
            Route(
                method: method, path: path, faces: faces, policy: policy, summary: summary, input: try .of(input), output: try .of(output),
                mediaType: mediaType
            )
        )
    }
}

/// A page with a form, able to be shown again with what was wrong.
public struct FormPage: Sendable {
    let again: @Sendable (Request, Context, [Rejection]) async throws -> Response
}
