import Web

/// Pages of the console by the names they have in the sidebar.
struct SearchPages: Sendable {
    let menu: Menu
    let catalogue: Catalogue

    /// What the viewer may open: of one app if there is one near, and of the console.
    func find(_ text: SearchText, near app: App?, for viewer: Viewer, in language: Language) -> [SearchHit] {
        guard !text.words.isEmpty else { return [] }
        let words = catalogue[language]
        return menu.entries.compactMap { entry in
            let isOfApp = entry.path.hasPrefix("apps/{app}")
            guard !isOfApp || app != nil, entry.policy.admits(viewer, app: isOfApp ? app?.id : nil) else { return nil }
            let name = words[entry.word]
            guard text.words.allSatisfy(name.lowercased().contains) else { return nil }
            let path = "/" + entry.path.replacing("{app}", with: app?.id ?? "")
            let group = words["layout.group.\(entry.group.rawValue)"]
            return SearchHit(.page, id: path, app: isOfApp ? app?.id : nil, title: name, detail: group, href: path)
        }
    }
}
