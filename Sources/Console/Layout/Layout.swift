import Web

/// What stands around every page: the sidebar's groups in their order, the switches, the viewer.
struct Layout: Sendable {
    let index: AppIndex
    let assets: Assets
    let catalogue: Catalogue

    /// One entry of the sidebar.
    private struct Entry {
        /// Key under `layout.item`.
        let name: String
        let path: String
        /// After `g`, by keyboard.
        var key = ""
        var needs = Role.viewer
    }

    /// Groups of an app's pages; paths are behind `/apps/<app>`.
    private static let appGroups: [(name: String, entries: [Entry])] = [
        ("overview", [Entry(name: "overview", path: "", key: "o")]),
        ("development", [Entry(name: "platforms", path: "/platforms", key: "p")]),
        (
            "analysis",
            [
                Entry(name: "actives", path: "/actives", key: "a"), Entry(name: "versions", path: "/versions"),
                Entry(name: "startup", path: "/startup"),
                Entry(name: "rpc", path: "/rpc", key: "r"), Entry(name: "logs", path: "/logs", key: "l"),
                Entry(name: "quarantine", path: "/quarantine"),
            ]
        ),
        (
            "governance",
            [
                Entry(name: "crashes", path: "/crashes", key: "c"), Entry(name: "crashTrend", path: "/crash-trend"),
                Entry(name: "crashReports", path: "/crash-reports"), Entry(name: "logSettings", path: "/log-settings", needs: .operator),
            ]
        ),
    ]

    private static let settings: [Entry] = [
        Entry(name: "members", path: "/members", key: "m", needs: .admin), Entry(name: "tokens", path: "/tokens", key: "t"),
        Entry(name: "audit", path: "/audit", needs: .admin), Entry(name: "status", path: "/status", key: "s", needs: .admin),
        Entry(name: "account", path: "/account"),
    ]

    func frame(_ context: Context) -> Frame {
        let words = catalogue[context.reader.language]
        let app = context.parameters.get("app").flatMap { index.app($0) }.flatMap { context.viewer?.sees($0.id) == true ? $0 : nil }
        return Frame(
            language: context.reader.language.rawValue,
            theme: context.reader.theme.rawValue,
            path: context.link(context.query),
            csrf: context.viewer?.csrf ?? "",
            assets: .init(css: assets.path("console.css"), js: assets.path("console.js"), icon: assets.path("icon.svg")),
            viewer: context.viewer.map { viewer($0, app, words) },
            app: app.map(current),
            apps: apps(context, app),
            platforms: app.map { platforms($0, context, words) } ?? [],
            environment: app.map { _ in .init(name: "default", production: true) },
            groups: groups(context, app, words),
            themes: themes(context, words),
            languages: languages(context),
            flash: context.flash.map { .init(text: words[$0], kind: .good) },
            requestID: context.requestID,
            serverTime: context.reader.now,
            zone: context.reader.formatter.zoneName
        )
    }

    private func viewer(_ viewer: Viewer, _ app: App?, _ words: Catalogue.Words) -> Frame.Viewer {
        Frame.Viewer(name: viewer.name, email: viewer.email, role: viewer.role(on: app?.id).map { words["labels.role.\($0.rawValue)"] } ?? "")
    }

    private func current(_ app: App) -> Frame.App {
        Frame.App(id: app.id, name: app.name, href: "/apps/\(app.id)", demo: app.demo, archived: app.archivedAt != nil)
    }

    private func apps(_ context: Context, _ current: App?) -> [Frame.AppLink] {
        index.all.filter { $0.archivedAt == nil && context.viewer?.sees($0.id) == true }.prefix(50).map {
            Frame.AppLink(id: $0.id, name: $0.name, href: "/apps/\($0.id)", current: $0.id == current?.id)
        }
    }

    /// Keeps the page and its other parameters; a page without a platform of its own simply ignores it.
    private func platforms(_ app: App, _ context: Context, _ words: Catalogue.Words) -> [Frame.PlatformLink] {
        let chosen = context.query["platform"].flatMap { Platform(rawValue: $0) }
        func link(_ platform: Platform?) -> Frame.PlatformLink {
            let name = words[platform.map { "labels.platform.\($0.rawValue)" } ?? "layout.platform.all"]
            let query = context.query.setting("platform", platform?.rawValue).setting("cursor", nil)
            return Frame.PlatformLink(platform: platform?.rawValue ?? "", name: name, href: context.link(query), current: platform == chosen)
        }
        return [link(nil)] + app.platforms.map { link($0.platform) }
    }

    private func groups(_ context: Context, _ app: App?, _ words: Catalogue.Words) -> [Frame.Group] {
        guard let viewer = context.viewer else { return [] }
        let query = context.query["platform"].map { Form([("platform", $0)]) } ?? Form()
        func group(_ name: String, _ entries: [Entry], base: String, _ role: Role?) -> Frame.Group {
            let items = entries.filter { $0.needs <= role ?? .viewer }.map { entry in
                let path = base + entry.path
                let href = base.isEmpty || query.fields.isEmpty ? path : "\(path)?\(query.encoded)"
                return Frame.Item(name: words["layout.item.\(entry.name)"], href: href, current: isCurrent(path, context.path, base), key: entry.key)
            }
            return Frame.Group(name: words["layout.group.\(name)"], items: items)
        }
        let own = app.map { app in Self.appGroups.map { group($0.name, $0.entries, base: "/apps/\(app.id)", viewer.role(on: app.id)) } } ?? []
        return own + [group("settings", Self.settings, base: "", viewer.role(on: nil))]
    }

    /// The overview is current only itself; every other entry also for the pages below it.
    private func isCurrent(_ entry: String, _ path: String, _ base: String) -> Bool {
        path == entry || (entry != base && path.hasPrefix(entry + "/"))
    }

    private func themes(_ context: Context, _ words: Catalogue.Words) -> [Frame.Choice] {
        Theme.allCases.map { .init(value: $0.rawValue, name: words["layout.theme.\($0.rawValue)"], current: $0 == context.reader.theme) }
    }

    /// Each language by its own name, so that who reads only one finds it.
    private func languages(_ context: Context) -> [Frame.Choice] {
        Language.allCases.map { .init(value: $0.rawValue, name: catalogue[$0]["layout.language.self"], current: $0 == context.reader.language) }
    }
}
