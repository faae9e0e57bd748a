import Hummingbird

/// A list that a page shows, waiting to be mounted as files.
struct RouteExport: Sendable {
    /// The page's.
    let path: String
    let policy: Policy
    let respond: @Sendable (Request, Context, ExportFormat) async throws -> Response
}

extension Routes {
    /// - Returns: whether the page will have its list as files.
    func noteExport<Input: Codable & Sendable, Body, Extras>(
        _ path: String,
        _ policy: Policy,
        _ handler: @escaping Handler<Input, Body, Extras>
    ) throws -> Bool {
        guard Body.self is any Listing.Type, !path.isEmpty, !path.hasSuffix("}") else { return false }
        let faces = faces
        exports.append(
            RouteExport(path: path, policy: policy) { request, context, format in
                try await faces.export(request, context, policy, format, handler)
            }
        )
        return true
    }

    /// Mounts the list of every page so far as files, `….csv` and `….json`, with the page's policy and filters; at most 10,000 items of it.
    /// Where a room has a file of its own at such a path, that one stays. Called when all rooms have added their routes.
    public func addExports() throws {
        for export in exports {
            for format in ExportFormat.allCases where !isTaken("\(export.path).\(format)") {
                let path = "\(export.path).\(format)"
                try note(.get, path, [.page], export.policy, mediaType: format.mediaType)
                router.on(RouterPath(path), method: .get) { request, context in
                    try await export.respond(request, context, format)
                }
            }
        }
        exports = []
    }

    private func isTaken(_ path: String) -> Bool {
        table.contains { $0.method == .get && $0.path == path && $0.faces.contains(.page) }
    }
}

extension Frame {
    /// Addresses of a page's list as files, with the page's filters.
    public struct Exports: Codable, Sendable {
        public var csv: String
        public var json: String

        init(_ context: Context) {
            let filters = context.isFiltered ? "?\(context.filters.encoded)" : ""
            csv = "\(context.path).csv\(filters)"
            json = "\(context.path).json\(filters)"
        }
    }
}
