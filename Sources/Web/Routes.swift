import HTTPTypes
import Hummingbird

/// The route table: every line is mounted as a page at `/…` and as JSON at `/api/v1/…`, with one handler for both.
public final class Routes {
    private let router: Router<Context>
    private let menu: Menu
    let faces: Faces
    /// Every line so far, in the order they were written.
    public private(set) var table: [Route] = []

    /// - Parameter menu: learns the sidebar's entries from the routes.
    public init(router: Router<Context>, renderer: Renderer, replays: Replays, menu: Menu) {
        self.router = router
        self.menu = menu
        faces = Faces(renderer: renderer, replays: replays)
    }

    public typealias Handler<Input, Body: Codable & Sendable, Extras: Codable & Sendable> =
        @Sendable (Input, Context) async throws -> Reply<Body, Extras>

    /// Shows something: JSON, and the view filled with the same body.
    /// - Parameters:
    ///   - page: where the page is, when not at the resource's path.
    ///   - menu: the page's entry in the sidebar.
    /// - Returns: the page, for forms on it that may have to be shown again.
    @discardableResult
    public func get<Input: Codable & Sendable, Body, Extras>(
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        page: String? = nil,
        view: String,
        menu item: Menu.Item? = nil,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> FormPage {
        try api(.get, path, summary, needs: policy, handler, alsoPage: page == nil)
        if let page { return try self.page(page, needs: policy, view: view, menu: item, handler) }
        return try mount(path, policy, view, item, handler)
    }

    /// Changes something. On a page the form comes back with its problems when the input is rejected.
    /// - Parameters:
    ///   - form: the page that holds the form; its handler makes it again.
    ///   - view: shows the body on the page, for what can be seen only once; otherwise a page redirects.
    public func post<Input: Codable & Sendable, Body>(
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        form: FormPage? = nil,
        view: String? = nil,
        _ handler: @escaping Handler<Input, Body, Nothing>
    ) throws {
        if let view { try self.faces.renderer.check(view, body: Body.self, extras: Nothing.self) }
        try api(.post, path, summary, needs: policy, handler, alsoPage: true)
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, form, view, handler)
        }
    }

    /// A change that scripts make otherwise: a form's target without a resource at the same path.
    public func submit<Input: Codable & Sendable, Body>(
        _ path: String,
        needs policy: Policy,
        form: FormPage? = nil,
        _ handler: @escaping Handler<Input, Body, Nothing>
    ) throws {
        try note(.post, path, [.page], policy, "", Nothing.self, Nothing.self)
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, form, nil, handler)
        }
    }

    /// A page that has no resource of its own, such as a form.
    @discardableResult
    public func page<Input: Codable & Sendable, Body, Extras>(
        _ path: String,
        needs policy: Policy,
        view: String,
        menu item: Menu.Item? = nil,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> FormPage {
        try note(.get, path, [.page], policy, "", Nothing.self, Nothing.self)
        return try mount(path, policy, view, item, handler)
    }

    private func mount<Input: Codable & Sendable, Body, Extras>(
        _ path: String,
        _ policy: Policy,
        _ view: String,
        _ item: Menu.Item?,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> FormPage {
        if let item {
            try faces.renderer.catalogue.check(item.word)
            menu.add(item, path, policy)
        }
        try faces.renderer.check(view, body: Body.self, extras: Extras.self)
        let faces = faces
        router.on(RouterPath(path), method: .get) { request, context in
            try await faces.show(request, context, policy, view, handler)
        }
        return FormPage { request, context, problem in
            try await faces.page(request, context, view, handler, problem)
        }
    }

    /// A resource that has no page of its own.
    public func api<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws {
        try api(method, path, summary, needs: policy, handler, alsoPage: false)
    }

    private func api<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        _ handler: @escaping Handler<Input, Body, Extras>,
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
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        produces mediaType: String,
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

    /// Something for machines that nobody needs to know: devices, probes, scrapers. Neither a page nor under `/api/v1`; problems are JSON.
    /// - Parameter path: from the root.
    public func machine(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) throws {
        try note(method, path, [.machine], .anyone, "", Nothing.self, Nothing.self)
        let faces = faces
        router.on(RouterPath(path), method: method) { request, context in
            try await faces.documented(context, .machine) { _ in try await handler(request) }
        }
    }

    private func note(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ faces: Set<Face>,
        _ policy: Policy,
        _ summary: String,
        _ input: any Decodable.Type,
        _ output: any Decodable.Type,
        _ mediaType: String? = nil
    ) throws {
        table.append(
            Route(
                method: method,
                path: path,
                faces: faces,
                policy: policy,
                summary: summary,
                input: try .of(input),
                output: try .of(output),
                mediaType: mediaType
            )
        )
    }
}

/// A page with a form, able to be shown again with what was wrong.
public struct FormPage: Sendable {
    let again: @Sendable (Request, Context, Problem) async throws -> Response
}
