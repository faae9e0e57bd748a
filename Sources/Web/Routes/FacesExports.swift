import Foundation
import Hummingbird

/// A page's list as a file: the same handler for the same viewer, asked for one page of the list after the other.
extension Faces {
    func export<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ format: ExportFormat,
        _ handler: @escaping Routes.Handler<Input, Body, Extras>
    ) async throws -> Response {
        try await explained(request, context) { context in
            try policy.check(context.viewer, app: context.app)
            let query = try input.query(request)
            let read: @Sendable (String?) async throws -> Reply<Body, Extras> = { cursor in
                try await ListPlace.counts.withValue(false) {
                    try await page(request, context, query.setting("limit", "\(ExportLimit.page)").setting("cursor", cursor), handler)
                }
            }
            let reply = try await read(query["cursor"])
            guard let first = reply.shown as? any Listing else { throw Problem.notFound }
            let answer = JSONAnswer(zone: reply.zone ?? context.reader.zone, words: renderer.catalogue[context.reader.language])
            return file(first, format, answer, name: name(request)) { cursor in
                do {
                    return try await read(cursor).shown
                } catch {
                    context.logger.error("a file broke off", metadata: ["request_id": "\(context.requestID)", "error": "\(error)"])
                    throw error
                }
            }
        }
    }

    private func page<Input: Codable & Sendable, Body, Extras>(
        _ request: Request,
        _ context: Context,
        _ query: Form,
        _ handler: Routes.Handler<Input, Body, Extras>
    ) async throws -> Reply<Body, Extras> {
        var context = context
        context.query = query
        return try await handler(try await input.read(Input.self, request, form: query), context)
    }

    private func file<Page: Listing>(
        _ first: Page,
        _ format: ExportFormat,
        _ answer: JSONAnswer,
        name: String,
        _ read: @escaping @Sendable (String) async throws -> (any Sendable)?
    ) -> Response {
        Export(
            format: format,
            first: first,
            read: { cursor in
                guard let page = try await read(cursor) as? Page else { throw Problem.notFound }
                return page
            },
            answer: answer
        ).response(name: name)
    }

    /// In the path's own words: `/apps/demo/builds.csv` is called `demo-builds.csv`.
    private func name(_ request: Request) -> String {
        let parts = request.uri.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        let own = parts.count > 1 && parts[0] == "apps" ? parts.dropFirst() : parts[...]
        return (own.joined(separator: "-") as NSString).deletingPathExtension
    }
}

extension Reply {
    fileprivate var shown: Body? {
        if case .shown(let body) = outcome { body } else { nil }
    }
}
