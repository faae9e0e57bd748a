import Foundation
import Hummingbird
import Web

/// Who has a version of a module, as a page, as JSON and for spreadsheets.
struct ModuleUsageRoutes: Sendable {
    let usages: ModuleUsages
    let modules: ModuleIndex
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "modules/{name}/usage"
        try routes.get(path, "Packages and shipped versions with a module, most used first.", needs: .signedIn, view: "Packages/usage", show)
        try routes.stream("\(path).csv", "The shipped versions of it as CSV.", needs: .signedIn, produces: "text/csv", export)
    }

    struct Query: Codable, Sendable {
        /// `1.0.0`, or a range such as `>=1.0 <1.1`; every version when absent.
        let version: String?
        let platform: Platform?
    }

    @Sendable func show(_ query: Query, _ context: Context) async throws -> Reply<ModuleUsage, ModuleUsagePage> {
        let usage = try await usage(query, context)
        return .show(usage) {
            ModuleUsagePage(usage, query, bad: modules.defects(of: usage.module, usage.versions, query.platform), context)
        }
    }

    @Sendable func export(_: Request, _ context: Context) async throws -> Response {
        let usage = try await usage(try context.query(as: Query.self), context)
        var table = CSV([
            "app", "name", "platform", "version", "build", "module", "moduleVersion", "packageVersion", "shippedAt", "devices", "crashes",
        ])
        for shipped in usage.shipments {
            table.append([
                shipped.app, shipped.appName, shipped.platform.rawValue, shipped.version, shipped.build, usage.module, shipped.moduleVersion,
                shipped.packageVersion, LocalTime(shipped.at, context.reader.zone).iso, "\(shipped.devices)", "\(shipped.crashes)",
            ])
        }
        return table.response(name: "usage.csv")
    }

    private func usage(_ query: Query, _ context: Context) async throws -> ModuleUsage {
        guard let module = modules.module(try context.parameter("name")) else { throw Problem.notFound }
        let seen = apps.index.all.filter { context.viewer?.sees($0.id) == true }
        return try await usages.usage(of: module.name, versions: query.version, query.platform, in: seen, now: context.reader.now)
    }
}
