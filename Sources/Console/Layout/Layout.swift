import Web

/// What stands around every page: the sidebar, the switches, the viewer.
struct Layout: Sendable {
    let index: AppIndex
    let assets: Assets
    let catalogue: Catalogue
    let menu: Menu
    /// Alerts of an app that nobody has read yet.
    let unread: @Sendable (_ app: String) -> Int
    let savedViews: SavedViewIndex

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
            platforms: app.flatMap { Self.filtersByPlatform(context.path, $0) ? platforms($0, context, words) : nil } ?? [],
            environment: app.map { _ in .init(name: "default", production: true) },
            groups: groups(context, app, words),
            themes: themes(context, words),
            languages: languages(context),
            views: savedViews.menu(context),
            flash: context.flash.map { .init(text: words[$0], kind: .good) },
            requestID: context.requestID,
            serverTime: context.reader.now,
            zone: context.reader.formatter(words).zoneName
        )
    }

    private func viewer(_ viewer: Viewer, _ app: App?, _ words: Catalogue.Words) -> Frame.Viewer {
        Frame.Viewer(name: viewer.name, email: viewer.email, role: viewer.role(on: app?.id).map { words["label.role.\($0.rawValue)"] } ?? "")
    }

    private func current(_ app: App) -> Frame.App {
        Frame.App(id: app.id, name: app.name, href: "/apps/\(app.id)", demo: app.demo, archived: app.archivedAt != nil)
    }

    private func apps(_ context: Context, _ current: App?) -> [Frame.AppLink] {
        index.seen(by: context.viewer).prefix(50).map {
            Frame.AppLink(id: $0.id, name: $0.name, href: "/apps/\($0.id)", current: $0.id == current?.id)
        }
    }

    /// Pages that show one platform or all; elsewhere the switch would do nothing.
    private static func filtersByPlatform(_ path: String, _ app: App) -> Bool {
        let pages = ["", "/actives", "/versions", "/startup", "/rpc", "/logs", "/crashes", "/crash-trend", "/crash-reports", "/crash-groups"]
        return pages.contains { path == "/apps/\(app.id)\($0)" }
    }

    /// Keeps the page and its other parameters.
    private func platforms(_ app: App, _ context: Context, _ words: Catalogue.Words) -> [Frame.PlatformLink] {
        let chosen = context.query["platform"].flatMap { Platform(rawValue: $0) }
        func link(_ platform: Platform?) -> Frame.PlatformLink {
            let name = words[platform.map { "label.platform.\($0.rawValue)" } ?? "layout.platform.all"]
            let query = context.query.setting("platform", platform?.rawValue).setting("cursor", nil)
            return Frame.PlatformLink(platform: platform?.rawValue ?? "", name: name, href: context.link(query), current: platform == chosen)
        }
        return [link(nil)] + app.platforms.map { link($0.platform) }
    }

    /// An app's groups only while there is an app; of each what the viewer may open.
    private func groups(_ context: Context, _ app: App?, _ words: Catalogue.Words) -> [Frame.Group] {
        guard let viewer = context.viewer else { return [] }
        let entries = menu.entries.filter { ($0.isOfApp ? app != nil : true) && $0.policy.admits(viewer, app: $0.isOfApp ? app?.id : nil) }
        let current = current(entries, app, context)
        return Menu.Group.allCases.compactMap { group in
            let items = entries.filter { $0.group == group }.map { item($0, app, current, context, words) }
            return items.isEmpty ? nil : Frame.Group(name: words["layout.group.\(group.rawValue)"], items: items)
        }
    }

    /// Keeps the platform that is looked at, where the entry is of an app.
    private func item(_ entry: Menu.Entry, _ app: App?, _ current: String?, _ context: Context, _ words: Catalogue.Words) -> Frame.Item {
        let path = path(entry, app)
        let platform = entry.isOfApp ? context.query["platform"] : nil
        let href = platform.map { "\(path)?\(Form([("platform", $0)]).encoded)" } ?? path
        return Frame.Item(
            name: words[entry.word],
            href: href,
            current: path == current,
            key: entry.key,
            count: entry.path == "apps/{app}/alerts" ? app.map { unread($0.id) } : nil
        )
    }

    /// The entry of this page, or of the nearest one above it. An app's overview is above all of its pages and is current only itself.
    private func current(_ entries: [Menu.Entry], _ app: App?, _ context: Context) -> String? {
        let paths = entries.map { path($0, app) }
        if paths.contains(context.path) { return context.path }
        let overview = app.map { "/apps/\($0.id)" }
        return paths.filter { $0 != overview && context.path.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
    }

    private func path(_ entry: Menu.Entry, _ app: App?) -> String {
        "/" + entry.path.replacing("{app}", with: app?.id ?? "")
    }

    private func themes(_ context: Context, _ words: Catalogue.Words) -> [Frame.Choice] {
        Theme.allCases.map { .init(value: $0.rawValue, name: words["layout.theme.\($0.rawValue)"], current: $0 == context.reader.theme) }
    }

    /// Each language by its own name, so that who reads only one finds it.
    private func languages(_ context: Context) -> [Frame.Choice] {
        Language.allCases.map { .init(value: $0.rawValue, name: catalogue[$0]["layout.language.self"], current: $0 == context.reader.language) }
    }
}

extension Menu.Entry {
    fileprivate var isOfApp: Bool { path.hasPrefix("apps/{app}") }
}
