import Web

/// What the list's page shows beside the list itself.
struct SavedViewListPage: Codable, Sendable {
    let rows: [Row]
    let pager: Pager

    struct Row: Codable, Sendable {
        let id: String
        let name: String
        let href: String
        /// The page without its filters.
        let path: String
        /// Its filters, one a chip.
        let filters: [String]
        /// Empty for pages about no app.
        let appName: String
        let owner: String
        let shared: Bool
        /// Whether the viewer may rename and delete it.
        let managed: Bool

        init(_ view: SavedView, _ viewer: Viewer, _ apps: AppIndex) {
            id = view.id
            name = view.name
            href = view.href
            path = view.path
            filters = (try? Form(encoded: view.query))?.fields.map { "\($0.name)=\($0.value)" } ?? []
            appName = view.app.value.map { apps.app($0)?.name ?? $0 } ?? ""
            owner = view.owner
            shared = view.shared
            managed = view.isManaged(by: viewer, apps)
        }
    }
}

/// The form that saves one, changes one, or deletes one.
struct SavedViewForm: Codable, Sendable {
    /// Empty for a new one.
    let id: String
    let name: String
    let path: String
    let query: String
    let shared: Bool
    let shareable: Bool
}
