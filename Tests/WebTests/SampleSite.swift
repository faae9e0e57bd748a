import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing

@testable import Web

/// A console in small: the middleware of the real one around a few routes, asked without a socket.
struct SampleSite {
    static let now = Date(timeIntervalSince1970: 1_795_239_300)  // 2026-11-21T05:35:00Z, 13:35 in Shanghai
    let routes: Routes
    private let router: Router<Context>
    private let views: ScratchViews

    /// - Parameter add: more routes, behind the sample's own.
    init(publicURL: String? = nil, trustedProxies: Set<String> = [], secure: Bool = false, add: (Router<Context>) -> Void = { _ in }) throws {
        views = try ScratchViews(Self.files)
        router = Router(context: Context.self, options: .autoGenerateHeadEndpoints)
        let renderer = try Renderer(views: try views.views()) { _, context in Self.frame(context) }
        routes = Routes(router: router, renderer: renderer, replays: SampleReplays().replays, menu: Menu())
        router.add(
            middleware: Envelope(
                publicURL: publicURL,
                trustedProxies: trustedProxies,
                secure: secure,
                busyRoutes: ["/device/"],
                clock: { Self.now },
                makeID: { "request-1" },
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        router.add(middleware: Compression())
        router.add(middleware: SampleIdentification())
        try SampleRoutes().add(to: routes)
        try routes.addExports()
        add(router)
        router.add(middleware: Fallback(routes))
    }

    func ask(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], body: String? = nil) async throws -> TestResponse {
        try await ask(method, path, headers, bytes: body.map { Array($0.utf8) })
    }

    func ask(_ method: HTTPRequest.Method, _ path: String, _ headers: HTTPFields = [:], bytes: [UInt8]?) async throws -> TestResponse {
        let application = Application(router: router, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await application.test(.router) { client in
            try await client.execute(uri: path, method: method, headers: headers, body: bytes.map { ByteBuffer(bytes: $0) })
        }
    }

    /// A form sent by the signed-in administrator, with the session's token.
    func submit(_ path: String, _ fields: String, _ headers: HTTPFields = .admin) async throws -> TestResponse {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await ask(.post, path, headers, body: fields + "&csrf=token-of-session")
    }

    private static func frame(_ context: Context) -> Frame {
        Frame(
            language: context.reader.language.rawValue,
            theme: context.reader.theme.rawValue,
            path: context.path,
            csrf: context.viewer?.csrf ?? "",
            assets: .init(css: "", js: "", icon: ""),
            flash: context.flash.map { .init(text: $0.key, kind: .good) },
            requestID: context.requestID,
            serverTime: context.reader.now,
            zone: context.reader.zone.identifier
        )
    }

    private static let files = [
        "Web/en.txt": "invalid = Not accepted\nrequired = Required\ntitle.notFound = Not found",
        "Web/zh-CN.txt": "invalid = (zh) Not accepted\nrequired = (zh) Required\ntitle.notFound = (zh) Not found",
        "Layout/problem.mustache": "<h1>{{status}} {{title}}</h1><p>{{detail}}</p><i>{{requestID}}</i>",
        "Sample/item.mustache": "<b>{{name}}</b> {{number(price)}} {{datetime(made)}} {{frame.flash.text}}{{extra}}",
        "Sample/list.mustache": "{{#items}}[{{name}}]{{/items}} {{total}} {{errors.kind}}{{errors.limit}}",
        "Sample/stock.mustache":
            "{{#items}}[{{id}}]{{/items}} {{total}} {{#frame.exports}}{{frame.exports.csv}} {{frame.exports.json}}{{/frame.exports}}{{errors.kind}}",
        "Sample/new.mustache": "<input name=\"name\" value=\"{{name}}\">{{errors.name}}{{#problems}}<li>{{field}}: {{message}}</li>{{/problems}}",
    ]
}

extension HTTPFields {
    /// Who asks; see `SampleIdentification`.
    static func by(_ viewer: String) -> HTTPFields { [.sampleViewer: viewer] }

    static let admin = by("admin")
    static let token = by("token")

    func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

extension HTTPField.Name {
    static let sampleViewer = Self("X-Sample-Viewer")!
}

extension TestResponse {
    var text: String { String(buffer: body) }

    /// The body as a JSON object.
    func object() throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(buffer: body)) as? [String: Any])
    }
}

/// Takes the viewer's word for who they are.
private struct SampleIdentification: RouterMiddleware {
    func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var context = context
        context.viewer = request.headers[.sampleViewer].flatMap { Self.viewers[$0] }
        return try await next(request, context)
    }

    private static let viewers = [
        "admin": Viewer(id: "a1", kind: .account, name: "Ada", roles: ["*": .admin], csrf: "token-of-session"),
        "guest": Viewer(id: "g1", kind: .account, name: "Gus", roles: ["demo": .viewer], csrf: "token-of-session"),
        "token": Viewer(id: "t1", kind: .token, account: "a1", name: "script", roles: ["*": .admin], scopes: [.all]),
        "reader": Viewer(id: "t2", kind: .token, account: "a1", name: "reader", roles: ["*": .admin], scopes: [.read]),
    ]
}
