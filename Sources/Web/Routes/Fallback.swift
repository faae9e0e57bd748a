import HTTPTypes
import Hummingbird

/// What answers when no route did: 404, or 405 with the methods that would have been right; in the form of the face whose path it is.
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
        let face = face(of: path)
        let allowed = methods(face == .api ? path.dropFirst(2) : path[...], face)
        let problem = allowed.isEmpty ? Problem.notFound : Problem(.methodNotAllowed, "web.methodNotAllowed")
        var response =
            face == .page
            ? try await faces.explained(request, context) { _ in throw problem }
            : try await faces.documented(context, face) { _ in throw problem }
        if !allowed.isEmpty { response.headers[.allow] = allowed.joined(separator: ", ") }
        return response
    }

    /// Whose path this is: the first part tells, also of a path that nothing is at.
    private func face(of path: [Substring]) -> Face {
        if path.starts(with: ["api", "v1"]) { return .api }
        let isMachines = table.contains { $0.faces.contains(.machine) && $0.path.split(separator: "/").first == path.first }
        return isMachines ? .machine : .page
    }

    /// The router answers HEAD wherever it answers GET.
    private func methods(_ path: ArraySlice<Substring>, _ face: Face) -> [String] {
        let methods = Set(table.filter { $0.faces.contains(face) && $0.matches(Array(path)) }.map(\.method.rawValue))
        return (methods.contains("GET") ? methods.union(["HEAD"]) : methods).sorted()
    }
}
