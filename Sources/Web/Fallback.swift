import HTTPTypes
import Hummingbird

/// What answers when no route did: 404, or 405 with the methods that would have been right; as a page or as JSON.
public struct Fallback: RouterMiddleware {
    private let table: [Route]
    private let faces: Faces

    public init(_ routes: Routes) {
        table = routes.table
        faces = routes.faces
    }

    public func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            return try await answer(request, context)
        }
    }

    private func answer(_ request: Request, _ context: Context) async throws -> Response {
        let path = request.uri.path.split(separator: "/")
        let isAPI = path.starts(with: ["api", "v1"])
        let allowed = methods(isAPI ? path.dropFirst(2) : path[...], isAPI ? .api : .page)
        let problem = allowed.isEmpty ? Problem.notFound : Problem(.methodNotAllowed, "web.methodNotAllowed")
        var response =
            isAPI || path.first == "loggw"
            ? try await faces.documented(context, .api) { _ in throw problem }
            : try await faces.explained(request, context) { _ in throw problem }
        if !allowed.isEmpty { response.headers[.allow] = allowed.joined(separator: ", ") }
        return response
    }

    /// The router answers HEAD wherever it answers GET.
    private func methods(_ path: ArraySlice<Substring>, _ face: Face) -> [String] {
        let methods = Set(table.filter { $0.faces.contains(face) && $0.matches(Array(path)) }.map(\.method.rawValue))
        return (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted()
    }
}
