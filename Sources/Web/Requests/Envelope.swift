import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Outermost middleware: gives a request its id, time and reader, and its response the headers every answer has.
public struct Envelope: RouterMiddleware {
    private let publicURL: String?
    private let trustedProxies: Set<String>
    private let secure: Bool
    private let busyRoutes: [String]
    private let clock: @Sendable () -> Date
    private let makeID: @Sendable () -> String
    private let logger: Logger

    /// - Parameters:
    ///   - publicURL: what devices and people call the console; nil takes the request's own host.
    ///   - trustedProxies: addresses whose `X-Forwarded-For` and `-Proto` are believed.
    ///   - secure: whether the socket itself speaks TLS.
    ///   - busyRoutes: what the routes begin with whose successes are counted and not logged, as there are thousands a second.
    public init(
        publicURL: String?,
        trustedProxies: Set<String>,
        secure: Bool,
        busyRoutes: [String],
        clock: @escaping @Sendable () -> Date,
        makeID: @escaping @Sendable () -> String,
        logger: Logger
    ) {
        self.publicURL = publicURL
        self.trustedProxies = trustedProxies
        self.secure = secure
        self.busyRoutes = busyRoutes
        self.clock = clock
        self.makeID = makeID
        self.logger = logger
    }

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        var context = context
        context.requestID = makeID()
        context.reader = reader(request)
        context.publicURL = publicURL ?? "\(scheme(request, context))://\(request.head.authority ?? "localhost")"
        context.address = address(request, context)
        context.headers = request.headers
        context.flash = FlashCookie.read(request)
        context.path = request.uri.path
        context.query = (try? Form(encoded: request.uri.query ?? "")) ?? Form()
        let start = ContinuousClock.now
        var response = await answer(request.askingForBody(on: context.channel), context, next)
        let elapsed = ContinuousClock.now - start
        seal(&response, context, elapsed)
        record(request, response, context, elapsed)
        return response
    }

    /// Routes explain their own problems; what comes here is from a middleware or a route without a face, and still has to be sealed and recorded.
    private func answer(_ request: Request, _ context: Context, _ next: (Request, Context) async throws -> Response) async -> Response {
        do {
            return try await next(request, context)
        } catch let error as any HTTPResponseError {
            return Response(status: error.status)
        } catch {
            if let problem = error as? Problem ?? (error as? any Explained)?.problem { return Response(problem) }
            logger.error("unexpected error", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
            return Response(status: .internalServerError)
        }
    }

    /// Cookie before browser; a signed-in person's own choice comes later and wins.
    private func reader(_ request: Request) -> Reader {
        var reader = Reader()
        reader.now = clock()
        reader.language =
            request.cookies["language"].flatMap { Language(rawValue: $0.value) } ?? request.headers[.acceptLanguage].flatMap {
                Language(accepting: $0)
            }
            ?? .chinese
        reader.theme = request.cookies["theme"].flatMap { Theme(rawValue: $0.value) } ?? .auto
        return reader
    }

    private func scheme(_ request: Request, _ context: Context) -> String {
        if trustedProxies.contains(context.address), let scheme = request.headers[.forwardedProto] { return scheme == "https" ? "https" : "http" }
        return secure ? "https" : "http"
    }

    private func address(_ request: Request, _ context: Context) -> String {
        guard trustedProxies.contains(context.address), let chain = request.headers[.forwardedFor] else { return context.address }
        return chain.split(separator: ",").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? context.address
    }

    private func seal(_ response: inout Response, _ context: Context, _ elapsed: Duration) {
        response.headers[.requestID] = context.requestID
        response.headers[.serverTiming] = "app;dur=\(ReaderFormatter.fixed(elapsed.milliseconds, 2))"
        response.headers[.contentSecurityPolicy] = Self.policy
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "same-origin"
        if context.secure { response.headers[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
    }

    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    private func record(_ request: Request, _ response: Response, _ context: Context, _ elapsed: Duration) {
        let route = context.endpointPath ?? "none"
        RequestMetrics.record(route: route, status: response.status.code, elapsed)
        let level: Logger.Level =
            response.status.code >= 500
            ? .error : response.status.code >= 400 ? .notice : busyRoutes.contains(where: route.hasPrefix) ? .trace : .info
        logger.log(
            level: level,
            "request",
            metadata: [
                "request_id": "\(context.requestID)", "method": "\(request.method)", "route": "\(route)", "status": "\(response.status.code)",
                "ms": "\(ReaderFormatter.fixed(elapsed.milliseconds, 1))", "from": "\(context.address)",
            ]
        )
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }
}

extension HTTPField.Name {
    static let requestID = Self("X-Request-Id")!
    static let serverTiming = Self("Server-Timing")!
    static let referrerPolicy = Self("Referrer-Policy")!
    static let forwardedFor = Self("X-Forwarded-For")!
    static let forwardedProto = Self("X-Forwarded-Proto")!
}

extension Response {
    /// A problem where nothing can say it in words.
    fileprivate init(_ problem: Problem) {
        self.init(status: problem.kind.status)
        if let seconds = problem.retryAfter { headers[.retryAfter] = "\(seconds)" }
    }
}
