import HTTPTypes
import Hummingbird

/// The route table, in eleven words:
///
/// | | pages, at `/…` | JSON, at `/api/v1/…` |
/// |---|---|---|
/// | ``get(_:_:needs:page:view:menu:_:)``, ``post(_:_:needs:form:view:_:)`` | yes | yes, the same handler |
/// | ``page(_:needs:view:menu:_:)``, ``submit(_:needs:form:view:_:)`` | GET, POST | no |
/// | ``api(_:_:_:needs:_:)`` | no | any method |
/// | ``upload(_:_:_:needs:consumes:_:)`` | no | any method; the handler reads the body, a file of any size |
/// | ``scripted(_:_:_:needs:_:)``, ``scriptedUpload(_:_:_:needs:consumes:_:)`` | any method, JSON for a page's script | the same handler |
/// | ``submit(_:needs:file:form:_:)``, ``submit(_:needs:smallFiles:form:_:)`` | POST of a form with a file | no |
/// | ``stream(_:_:needs:produces:_:)`` | GET | GET, what it answers is not JSON |
/// | ``machine(_:_:_:)`` | neither: for those whom nobody needs to know | |
///
/// A page whose body is a ``Listing`` has its list as files too, at its path with `.csv` and `.json`: see ``addExports()``.
public final class Routes {
    let router: Router<Context>
    private let menu: Menu
    let faces: Faces
    /// Every line so far, in the order they were written.
    public private(set) var table: [Route] = []
    /// Lists that pages show, until they are mounted as files.
    var exports: [RouteExport] = []

    /// - Parameter menu: learns the sidebar's entries from the routes.
    public init(router: Router<Context>, renderer: Renderer, replays: Replays, menu: Menu) {
        self.router = router
        self.menu = menu
        faces = Faces(renderer: renderer, replays: replays)
    }

    /// What a route does: its input and the request's context to a reply. `Extras` is what only the page shows.
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
        try mountAPI(.get, path, summary, policy, handler, alsoPage: page == nil)
        if let page { try note(.get, page, [.page], policy) }
        return try mountPage(page ?? path, policy, view, item, isForm: false, handler)
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
        if let view { try faces.renderer.check(view, body: Body.self, extras: Nothing.self) }
        try mountAPI(.post, path, summary, policy, handler, alsoPage: true)
        mountForm(path, policy, form: form, view: view, handler)
    }

    /// A change that scripts make otherwise: a form's target without a resource at the same path.
    /// - Parameter view: shows the body instead of redirecting, for buttons that only change what the form looks like.
    public func submit<Input: Codable & Sendable, Body>(
        _ path: String,
        needs policy: Policy,
        form: FormPage? = nil,
        view: String? = nil,
        _ handler: @escaping Handler<Input, Body, Nothing>
    ) throws {
        if let view { try faces.renderer.check(view, body: Body.self, extras: Nothing.self) }
        try note(.post, path, [.page], policy)
        mountForm(path, policy, form: form, view: view, handler)
    }

    private func mountForm<Input: Codable & Sendable, Body>(
        _ path: String,
        _ policy: Policy,
        form: FormPage?,
        view: String?,
        _ handler: @escaping Handler<Input, Body, Nothing>
    ) {
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, form: form, view: view, handler)
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
        try note(.get, path, [.page], policy)
        return try mountPage(path, policy, view, item, isForm: true, handler)
    }

    private func mountPage<Input: Codable & Sendable, Body, Extras>(
        _ path: String,
        _ policy: Policy,
        _ name: String,
        _ item: Menu.Item?,
        isForm: Bool,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> FormPage {
        if let item {
            try faces.renderer.catalogue.check(item.word)
            try menu.add(item, path, policy)
        }
        try faces.renderer.check(name, body: Body.self, extras: Extras.self)
        let view = FilledView(name: name, handler: handler, isExported: try noteExport(path, policy, handler), isForm: isForm)
        let faces = faces
        router.on(RouterPath(path), method: .get) { request, context in
            try await faces.show(request, context, policy, view)
        }
        return FormPage { request, context, sent, problem in
            try await faces.again(view, request, context, sent: sent, problem, query: try faces.input.query(request))
        }
    }

    /// A resource that has no page of its own.
    /// - Parameter limit: bytes of the JSON that it takes; nil for what is usual.
    public func api<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        upTo limit: Int? = nil,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws {
        try mountAPI(method, path, summary, policy, handler, alsoPage: false, upTo: limit)
    }

    private func mountAPI<Input: Codable & Sendable, Body, Extras>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        _ policy: Policy,
        _ handler: @escaping Handler<Input, Body, Extras>,
        alsoPage: Bool,
        upTo limit: Int? = nil
    ) throws {
        try note(method, path, alsoPage ? [.api, .page] : [.api], policy, summary, input: Input.self, output: Body.self)
        let faces = faces
        router.on(RouterPath("api/v1/\(path)"), method: method) { request, context in
            try await faces.answer(request, context, policy, upTo: limit ?? InputReader.bodyLimit, handler)
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
        try note(.get, path, [.api, .page], policy, summary, mediaType: mediaType)
        let faces = faces
        for (prefix, face) in [("", Face.page), ("api/v1/", .api)] {
            router.on(RouterPath(prefix + path), method: .get) { request, context in
                try await faces.stream(request, context, face, policy, handler)
            }
        }
    }

    /// Something for machines that nobody needs to know: devices, probes, scrapers. Neither a page nor under `/api/v1`; problems are JSON.
    /// - Parameter path: from the root.
    public func machine(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ handler: @escaping @Sendable (Request, Context) async throws -> Response
    ) throws {
        try note(method, path, [.machine], .anyone)
        let faces = faces
        router.on(RouterPath(path), method: method) { request, context in
            try await faces.documented(context, .machine) { context in try await handler(request, context) }
        }
    }

    func note(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ faces: Set<Face>,
        _ policy: Policy,
        _ summary: String = "",
        input: any (Decodable & Sendable).Type = Nothing.self,
        output: any (Decodable & Sendable).Type = Nothing.self,
        mediaType: String? = nil,
        consumes: String? = nil
    ) throws {
        table.append(
            Route(
                method: method,
                path: path,
                faces: faces,
                policy: policy,
                summary: summary,
                input: input,
                output: output,
                mediaType: mediaType,
                consumes: consumes
            )
        )
    }
}

/// A page with a form, able to be shown again with what was wrong.
public struct FormPage: Sendable {
    let again: @Sendable (Request, Context, _ sent: Form, Problem) async throws -> Response
}
