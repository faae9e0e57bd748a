import Foundation
import Web

/// Red dots, as pages and as JSON.
struct BadgeRoutes: Sendable {
    let badges: Badges
    let apps: Apps

    func add(to routes: Routes) throws {
        let (list, one) = ("apps/{app}/badges", "apps/{app}/badges/{id}")
        let menu = Menu.Item.under(.cloud, "badges.menu", key: "b")
        try routes.get(list, "List the red dots, newest first.", needs: .role(.viewer), view: "Badges/list", menu: menu, self.list)
        let new = try routes.page("\(list)/new", needs: .role(.operator), view: "Badges/new", new)
        let publish = "Publish a red dot. One that no device could clear is refused, with the reason."
        try routes.post(list, publish, needs: .role(.operator), form: new, self.publish)
        try routes.get(one, "A red dot, and how many devices it reached.", needs: .role(.viewer), view: "Badges/badge", show)
        let ending = try routes.page("\(one)/ending", needs: .role(.operator), view: "Badges/ending", ending)
        try routes.post("\(one)/end", "End a red dot: devices lose it at their next pull.", needs: .role(.operator), form: ending, end)
    }

    struct ListQuery: Codable, Sendable {
        let state: BadgeState?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<BadgeView>, BadgeListPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await badges.list(of: app.id, query.state, place).map { BadgeView($0, at: context.reader.now) }
        return .show(list) { BadgeListPage(query.state, list, place, live: badges.live(of: app.id), app: app.id, context) }
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<BadgeForm> {
        .show(BadgeForm(try apps.app(try context.parameter("app")), context))
    }

    @Sendable func publish(_ input: NewBadge, _ context: Context) async throws -> Answer<BadgeView> {
        let app = try apps.app(try context.parameter("app"))
        let badge = try await badges.publish(input, on: app.id, zone: context.reader.zone, by: context.actor)
        return .created(BadgeView(badge, at: context.reader.now), at: "/apps/\(app.id)/badges/\(badge.id)", flash: "badges.published")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<BadgeView, BadgePage> {
        let app = try apps.app(try context.parameter("app"))
        let badge = try await badges.badge(try context.parameter("id"), of: app.id)
        return .show(BadgeView(badge, at: context.reader.now)) { BadgePage(badge, app: app.id, context) }
    }

    @Sendable func ending(_: Nothing, _ context: Context) async throws -> Answer<BadgeEndingPage> {
        let app = try apps.app(try context.parameter("app"))
        let badge = BadgeView(try await badges.badge(try context.parameter("id"), of: app.id), at: context.reader.now)
        return .show(BadgeEndingPage(badge: badge, over: badge.state != .live))
    }

    @Sendable func end(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
        try await badges.end(id, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/badges/\(id)", flash: "badges.ended")
    }
}
