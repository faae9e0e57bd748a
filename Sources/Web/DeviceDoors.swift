import HTTPTypes
import Hummingbird

/// Routes for devices: no session, no page, no `/api/v1`; problems as JSON.
public struct DeviceDoors {
    private let faces: Faces
    private let router: Router<Context>

    public init(_ routes: Routes, _ router: Router<Context>) {
        faces = routes.faces
        self.router = router
    }

    /// - Parameter path: from the root.
    public func on(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping @Sendable (Request) async throws -> Response) {
        let faces = faces
        router.on(RouterPath(path), method: method) { request, context in
            try await faces.documented(context, .device) { _ in try await handler(request) }
        }
    }
}
