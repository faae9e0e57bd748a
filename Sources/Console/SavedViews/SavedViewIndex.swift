import Synchronization
import Web

/// All saved views in memory, by page: every page has its menu of them.
final class SavedViewIndex: Sendable {
    private let apps: AppIndex
    private let views = Mutex(ChangeCopy([String: [SavedView]]()))

    init(apps: AppIndex) {
        self.apps = apps
    }

    /// Those of a page that somebody may see: their own, and what is shared with the teams of their apps. By name.
    func views(of path: String, for viewer: Viewer) -> [SavedView] {
        views.withLock { $0.content[path] ?? [] }.filter { $0.isSeen(by: viewer, apps) }
    }

    /// The same of every page.
    func all(for viewer: Viewer) -> [SavedView] {
        views.withLock { $0.content.values.joined().filter { $0.isSeen(by: viewer, apps) } }.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
    }

    /// Of the topic ``ChangeTopic/savedViews``.
    var version: Int { views.withLock { $0.version } }

    func take(_ new: [SavedView], at version: Int, since before: Int) {
        let byPath = Dictionary(grouping: new, by: \.path).mapValues { $0.sorted { ($0.name, $0.id) < ($1.name, $1.id) } }
        views.withLock { $0.take(byPath, at: version, since: before) }
    }
}

extension SavedView {
    /// A view of an app goes with it: who may no more see the app does not see what they kept of it, and a token of one app sees no others. What
    /// somebody else shared is not shown to those from whom the app hides telephone numbers and mail addresses, if there is one in it.
    func isSeen(by viewer: Viewer, _ apps: AppIndex) -> Bool {
        guard app.value.map(viewer.sees) ?? (viewer.onlyApp == nil) else { return false }
        if account == viewer.account { return true }
        guard shared, let app = app.value else { return false }
        return Policy.role(apps.app(app)?.personalFrom ?? .admin).admits(viewer, app: app) || !isPersonal
    }

    /// Its owner; of a shared one the app's administrators too.
    func isManaged(by viewer: Viewer, _ apps: AppIndex) -> Bool {
        guard isSeen(by: viewer, apps), viewer.has(.write) else { return false }
        return account == viewer.account || viewer.role(on: app.value) == .admin
    }
}
