import Foundation
import Web

/// Baselines, as pages and as JSON.
struct ModuleBaselineRoutes: Sendable {
    let baselines: ModuleBaselines

    func add(to routes: Routes) throws {
        let (list, one) = ("baselines", "baselines/{platform}/{name}")
        let menu = Menu.Item.under(.development, "baselines.menu")
        try routes.get(list, "List the baselines, newest first.", needs: .signedIn, view: "Baselines/list", menu: menu, self.list)
        let new = try routes.page("\(list)/new", needs: .role(.releaser), view: "Baselines/new", new)
        try routes.submit(list, needs: .role(.releaser), form: new, create)
        let summary = "Freeze a baseline: of the entries given, or with `from: newest` of the newest versions that fit together."
        try routes.api(.post, list, summary, needs: .role(.releaser), freeze)
        let page = try routes.get(one, "A baseline with the version of each module.", needs: .signedIn, view: "Baselines/baseline", show)
        try routes.get(
            "\(one)/difference",
            "What is different from another baseline of the platform; without `from` from the one made before.",
            needs: .signedIn,
            view: "Baselines/difference",
            compare
        )
        try routes.api(.delete, one, "Delete a baseline that no package began from.", needs: .role(.releaser), delete)
        try routes.submit("\(one)/deletion", needs: .role(.releaser), form: page, delete)
    }

    struct ListQuery: Codable, Sendable {
        let platform: Platform?
        let limit: Int?
        let cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Reply<List<ModuleBaseline>, ModuleBaselineListPage> {
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = baselines.list(query.platform, place)
        return .show(list) { ModuleBaselineListPage(list, query, Pager(list, place, context), context) }
    }

    // MARK: freezing

    struct NewQuery: Codable, Sendable {
        let platform: Platform?
        /// Lines to begin with, as of a package.
        let modules: String?
    }

    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<ModuleBaselineForm> {
        .show(ModuleBaselineForm(query, context))
    }

    @Sendable func create(_ fields: ModuleBaselineFields, _ context: Context) async throws -> Answer<Nothing> {
        let frozen = try await baselines.freeze(try fields.new, by: context.actor)
        let told = ["name": frozen.baseline.name, "leftOut": frozen.leftOut.joined(separator: ", ")]
        return .done(at: frozen.baseline.path, flash: frozen.leftOut.isEmpty ? "baselines.frozen" : "baselines.frozen.leftOut", told)
    }

    @Sendable func freeze(_ new: NewModuleBaseline, _ context: Context) async throws -> Answer<ModuleBaselineFrozen> {
        let frozen = try await baselines.freeze(new, by: context.actor)
        return .created(frozen, at: frozen.baseline.path)
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<ModuleBaseline, ModuleBaselinePage> {
        let baseline = try named(context)
        return .show(baseline) { ModuleBaselinePage(baseline, baselines.modules.index, context) }
    }

    struct CompareQuery: Codable, Sendable {
        /// The name of another one.
        let from: String?
    }

    @Sendable func compare(_ query: CompareQuery, _ context: Context) async throws -> Reply<ModuleBaselineDifference, ModuleBaselineComparePage> {
        let baseline = try named(context)
        let others = baselines.modules.index.baselines(baseline.platform).filter { $0.name != baseline.name }
        let before = others.first { $0.createdAt < baseline.createdAt } ?? others.last ?? baseline
        let asked = query.from.flatMap { $0.isEmpty ? nil : $0 }
        guard let from = asked.map({ name in (others + [baseline]).first { $0.name == name } }) ?? before else {
            throw Problem.invalid("from", "baselines.from.unknown")
        }
        return .show(ModuleBaselineDifference(from: from, to: baseline)) {
            ModuleBaselineComparePage(path: baseline.path, others: others.map { .init(name: $0.name, chosen: $0.name == from.name) })
        }
    }

    @Sendable func delete(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let baseline = try named(context)
        try await baselines.delete(ModuleBaselineName(platform: baseline.platform, name: baseline.name), by: context.actor)
        return .done(at: "/baselines", flash: "baselines.deleted", ["name": baseline.name])
    }

    private func named(_ context: Context) throws -> ModuleBaseline {
        guard let platform = Platform(rawValue: try context.parameter("platform")) else { throw Problem.notFound }
        return try baselines.find(ModuleBaselineName(platform: platform, name: try context.parameter("name")))
    }
}

extension ModuleBaseline {
    /// Of its page; the resource is at the same path under `/api/v1`.
    var path: String { "/baselines/\(platform.rawValue)/\(name)" }
}
