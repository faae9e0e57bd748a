import Storage
import Web

/// What is read of saved views, from memory, and what becomes of them by themselves.
extension SavedViews {
    /// - Throws: `notFound` for one that the viewer does not see.
    func view(_ id: String, for viewer: Viewer) throws -> SavedView {
        guard let view = index.all(for: viewer).first(where: { $0.id == id }) else { throw Problem.notFound }
        return view
    }

    /// Those that the viewer sees, by name; cursors count them.
    func list(for viewer: Viewer, _ place: ListPlace) -> List<SavedView> {
        let all = index.all(for: viewer)
        let start = min(max(place.cursor?.number ?? 0, 0), all.count)
        return place.page(Array(all[start...].prefix(place.limit + 1)), total: all.count) { _ in Cursor(start + place.limit, "") }
    }

    // MARK: upkeep

    /// What is kept of an app that is deleted.
    func forget(app: String) async throws {
        try await change { try $0.deleteSavedViews(of: app) }
    }

    /// Takes away what names a user or device that is erased; called by the room that erases, in its job, as often as it likes.
    @Sendable func erase(_ task: TelemetryErasureTask, of app: String) async throws {
        try await change { connection in
            try connection.deleteSavedViews(try connection.savedViews(of: app).filter { $0.names(task.value) }.map(\.id))
        }
    }

    /// Takes up what is saved; at start, and after every change by any node.
    @Sendable func refresh() async throws {
        let before = index.version
        let (version, views) = try await database.read { (try $0.version(of: .savedViews), try $0.savedViews()) }
        index.take(views, at: version, since: before)
    }
}
