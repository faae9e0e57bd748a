import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// Build requests (添加构建), as pages and as JSON.
struct BuildRequestRoutes: Sendable {
    let requests: BuildRequests
    let agents: BuildAgents
    let logs: BuildRequestLogs
    let builds: Builds
    let apps: Apps
    /// Build certificates that a request of the app may name.
    let certificates: @Sendable (_ app: String) async throws -> [BuildRequestCertificate]

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/build-requests", "apps/{app}/build-requests/{id}")
        let menu = Menu.Item.under(.development, "buildRequests.menu")
        try routes.get(
            list,
            "List the build requests of an app, newest first.",
            needs: .role(.viewer),
            view: "BuildRequests/list",
            menu: menu,
            self.list
        )
        let new = try routes.page("\(list)/new", needs: .role(.operator), view: "BuildRequests/new", new)
        try routes.api(.post, list, "Ask for a build; an agent outside claims it.", needs: .role(.operator), create)
        try routes.submit(list, needs: .role(.operator), form: new, send)

        try routes.get(one, "A build request.", needs: .role(.viewer), view: "BuildRequests/request", show)
        let cancel = "Cancel a request that has not ended; an agent that works on it stops."
        try routes.post("\(one)/cancellation", cancel, needs: .role(.operator), self.cancel)
        try routes.post("\(one)/retry", "Ask for the same once more, as a request of its own.", needs: .role(.operator), retry)
        let log = "What its agents wrote, from the byte `?offset=` on; the first 8 MB are kept, for 90 days."
        try routes.stream("\(one)/log", log, needs: .role(.viewer), produces: "text/plain", self.log)
        let live = "Server-sent event `changed` whenever its state or its log did."
        try routes.stream("\(one)/live", live, needs: .role(.viewer), produces: "text/event-stream", self.live)
    }

    // MARK: list

    struct Query: Codable, Sendable {
        let platform: Platform?
        let state: BuildRequestState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<BuildRequest>, BuildRequestListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let filter = BuildRequestFilter(platform: query.platform, state: query.state)
        let list = try await requests.list(app.id, filter, place)
        return .show(list) {
            BuildRequestListPage(list, filter, try await agents.list(for: context.viewer), Pager(list, place, context), app, context)
        }
    }

    // MARK: asking for one

    @Sendable func new(_ query: BuildRequestBeginning, _ context: Context) async throws -> Answer<BuildRequestForm> {
        let app = try apps.app(try context.parameter("app"))
        // Most requests are like the one before.
        let last = try await requests.list(app.id, BuildRequestFilter(platform: query.platform), try ListPlace(limit: 1, cursor: nil)).items.first
        return .show(BuildRequestForm(query, last, certificates: try await certificates(app.id), app, context))
    }

    @Sendable func create(_ input: NewBuildRequest, _ context: Context) async throws -> Answer<BuildRequest> {
        let app = try apps.app(try context.parameter("app"))
        let request = try await requests.create(input, of: app, by: context.actor)
        return .created(request, at: "/apps/\(app.id)/build-requests/\(request.id)")
    }

    @Sendable func send(_ fields: BuildRequestFields, _ context: Context) async throws -> Answer<BuildRequest> {
        let app = try apps.app(try context.parameter("app"))
        do {
            let request = try await requests.create(try fields.request, of: app, by: context.actor)
            return .created(
                request,
                at: "/apps/\(app.id)/build-requests/\(request.id)",
                flash: "buildRequests.created",
                ["number": "\(request.number)"]
            )
        } catch let problem as Problem {
            // The form has one field for all of them.
            throw problem.renamed { $0.hasPrefix("parameters.") ? "parameters" : $0 }
        }
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<BuildRequest, BuildRequestPage> {
        let request = try await request(context)
        return .show(request) {
            let end = min(request.logSize, BuildRequestLimits.log)
            let bytes = try await logs.read(request, from: max(0, end - BuildRequestLogTail.shown), upTo: BuildRequestLogTail.shown)
            return BuildRequestPage(
                request,
                BuildRequestLogTail(bytes, of: request),
                request.state == .waiting ? try await agents.list(for: context.viewer) : [],
                build: try await build(of: request),
                context
            )
        }
    }

    private func request(_ context: Context) async throws -> BuildRequest {
        try await requests.request(try context.parameter("id"), of: try context.parameter("app"))
    }

    /// Nil when there is none, or when it was deleted since.
    private func build(of request: BuildRequest) async throws -> Build? {
        guard let id = request.build.value else { return nil }
        do {
            return try await builds.build(id, of: request.app)
        } catch let problem as Problem where problem.kind == .notFound {
            return nil
        }
    }

    @Sendable func cancel(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try context.parameter("app"), try context.parameter("id"))
        try await requests.cancel(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/build-requests/\(id)", flash: "buildRequests.cancelled")
    }

    @Sendable func retry(_: Nothing, _ context: Context) async throws -> Answer<BuildRequest> {
        let app = try context.parameter("app")
        let request = try await requests.retry(try context.parameter("id"), of: app, by: context.actor)
        return .created(request, at: "/apps/\(app)/build-requests/\(request.id)", flash: "buildRequests.created", ["number": "\(request.number)"])
    }

    private struct LogQuery: Codable {
        let offset: Int?
    }

    /// Piece by piece: the whole may have megabytes.
    @Sendable func log(_: Request, _ context: Context) async throws -> Response {
        let request = try await request(context)
        let start = min(max(0, try context.query(as: LogQuery.self).offset ?? 0), BuildRequestLimits.log)
        let body = ResponseBody { [logs] writer in
            var place = start
            while case let bytes = try await logs.read(request, from: place, upTo: 1 << 20), !bytes.isEmpty {
                try await writer.write(ByteBuffer(bytes: bytes))
                place += bytes.count
            }
            try await writer.finish(nil)
        }
        let headers: HTTPFields = [.contentType: "text/plain; charset=utf-8", .cacheControl: "private, no-store"]
        return Response(status: .ok, headers: headers, body: body)
    }

    @Sendable func live(_: Request, _ context: Context) async throws -> Response {
        let id = try await request(context).id
        return EventStream.response(LiveChanges.stream { [requests] in try await requests.mark(id) })
    }
}
