import Foundation
import Hummingbird
import NIOCore

/// Makes pages: body, extras, frame and form state into one tree, the tree into the route's view.
public struct Renderer: Sendable {
    /// Builds what surrounds every page for this viewer; the console's own words for sidebar and switches.
    public typealias FrameBuilder = @Sendable (Request, Context) async throws -> Frame

    let views: Views
    private let frame: FrameBuilder

    /// - Throws: `ViewError` when the page of problems, which no route has, cannot be made.
    public init(views: Views, frame: @escaping FrameBuilder) throws {
        self.views = views
        self.frame = frame
        try check(Self.problemView, [ProblemPage.self])
    }

    var catalogue: Catalogue { views.catalogue }

    /// - Throws: `ViewError` when the view asks for a name that none of the types has, or one of them has a name that every page has.
    func check(_ view: String, body: any Decodable.Type, extras: any Decodable.Type) throws {
        try check(view, [body, extras])
    }

    private func check(_ view: String, _ types: [any Decodable.Type]) throws {
        if views.isChecked(view, with: types) { return }
        var names: [String: Shape] = ["frame": try .of(Frame.self), "errors": .dictionary(.string), "problems": try .of([FieldProblem].self)]
        for type in types {
            let own = try Shape.of(type).properties
            if let taken = own.keys.first(where: { ["frame", "errors", "problems"].contains($0) }) {
                throw ViewError("\(view): \(taken) is every page's name")
            }
            names.merge(own) { $1 }
        }
        try views.check(view, against: .object(ShapeMembers(names)))
        views.noteChecked(view, with: types)
    }

    private static let problemView = "Layout/problem"

    /// - Parameter problem: why the form on the page is shown again; its status and `Retry-After` are the page's.
    func page(
        _ view: String,
        _ body: some Encodable,
        _ extras: some Encodable,
        _ problem: Problem? = nil,
        request: Request,
        context: Context
    ) async throws -> Response {
        let words = catalogue[context.reader.language]
        let problems = problem?.messages.map { FieldProblem(field: $0.field, message: words[$0.message]) } ?? []
        var response = try await fill(view, body, extras, problems, status: problem?.kind.status ?? .ok, request: request, context: context)
        if let seconds = problem?.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }

    private func fill(
        _ view: String,
        _ body: some Encodable,
        _ extras: some Encodable,
        _ problems: [FieldProblem],
        status: HTTPResponse.Status,
        request: Request,
        context: Context
    ) async throws -> Response {
        let encoder = ViewEncoder(formatter: context.reader.formatter(catalogue[context.reader.language]))
        var tree = try encoder.tree(body) as? [String: Any] ?? [:]
        tree.merge(try encoder.tree(extras) as? [String: Any] ?? [:]) { $1 }
        var frame = try await frame(request, context)
        frame.address = context.publicURL + context.link(context.query)
        frame.exports = context.exports
        tree["frame"] = try encoder.tree(frame)
        tree["problems"] = try encoder.tree(problems)
        tree["errors"] = try encoder.tree(Dictionary(problems.map { ($0.field, $0.message) }) { first, _ in first })
        return Response(html: try views.render(view, tree, in: context.reader.language), status: status, flashed: context.flash != nil)
    }

    /// The page that tells of a problem: what happened, the request id, where to go.
    func page(_ problem: Problem, request: Request, context: Context) async throws -> Response {
        let words = catalogue[context.reader.language]
        let body = ProblemPage(
            status: problem.kind.status.code,
            title: words["web.title.\(problem.kind.rawValue)"],
            detail: words[problem.detail],
            advice: words["web.advice.\(problem.kind.rawValue)"],
            requestID: context.requestID
        )
        var response = try await fill(Self.problemView, body, Nothing(), [], status: problem.kind.status, request: request, context: context)
        if let seconds = problem.retryAfter { response.headers[.retryAfter] = "\(seconds)" }
        return response
    }
}

extension Problem {
    /// What was wrong field by field, or the problem itself when no field is to blame.
    fileprivate var messages: [Rejection] {
        rejections.isEmpty ? [Rejection("", detail.key, detail.arguments)] : rejections
    }
}

/// One entry of the summary above a form that was not accepted.
struct FieldProblem: Codable, Sendable {
    let field: String
    let message: String
}

/// What `Views/Layout/problem.mustache` shows.
struct ProblemPage: Codable, Sendable {
    let status: Int
    let title: String
    let detail: String
    let advice: String
    let requestID: String
}
