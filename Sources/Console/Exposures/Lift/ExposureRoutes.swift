import Foundation
import Web

/// What the devices of a crash group were told, as a page and as JSON.
struct ExposureRoutes: Sendable {
    let lifts: ExposureLifts
    let groups: CrashGroups
    let apps: Apps
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/crash-groups/{group}/changes",
            "Rank what devices were told by how many times as often those that were have a crash group since: counts, ratio and its 95 % interval.",
            needs: .role(.viewer),
            view: "Exposures/changes",
            changes
        )
    }

    struct Page: Codable, Sendable {
        let group: Group
        let table: ExposureTable

        struct Group: Codable, Sendable {
            let title: String
            let href: String
        }
    }

    @Sendable func changes(_: Nothing, _ context: Context) async throws -> Reply<ExposureRanking, Page> {
        let app = try apps.app(try context.parameter("app"))
        let found = try await groups.group(try context.parameter("group"), of: app.id)
        let group = context.isMasked(app) ? found.masked() : found
        let ranking = try await lifts.ranking(of: group, of: app.id)
        return .show(ranking) {
            Page(
                group: Page.Group(title: group.title.value ?? "", href: "/apps/\(app.id)/crash-groups/\(group.id)"),
                table: ExposureTable(ranking, most: ExposureLifts.mostChanges, catalogue[context.reader.language])
            )
        }
    }
}
