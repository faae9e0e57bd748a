import Foundation
import Web

/// The catalogue of modules, as pages and as JSON.
struct ModuleRoutes: Sendable {
    let modules: Modules

    func add(to routes: Routes) throws {
        let (list, one) = ("modules", "modules/{name}")
        let menu = Menu.Item.under(.development, "modules.menu", key: "m")
        let summary = "List the modules, by group and name; with `platform` each with the file of its latest version."
        try routes.get(list, summary, needs: .signedIn, view: "Modules/list", menu: menu, self.list)
        let new = try routes.page("\(list)/new", needs: .role(.releaser), view: "Modules/new", new)
        try routes.post(list, "Make a module, which has no version yet.", needs: .role(.releaser), form: new, create)
        let page = try routes.get(one, "A module with its versions, newest first, and who needs it.", needs: .signedIn, view: "Modules/module", show)
        let edit = try routes.page("\(one)/edit", needs: .role(.releaser), view: "Modules/edit", edit)
        try routes.api(.put, one, "Change the group, the title or the description of a module.", needs: .role(.releaser), save)
        try routes.submit(one, needs: .role(.releaser), form: edit, save)
        try routes.api(.delete, one, "Remove a module that has no version.", needs: .role(.releaser), remove)
        try routes.submit("\(one)/deletion", needs: .role(.releaser), form: page, remove)
    }

    @Sendable func list(_ filter: ModuleFilter, _ context: Context) async throws -> Reply<List<ModuleItem>, ModuleListPage> {
        let place = try ListPlace(limit: filter.limit, cursor: filter.cursor)
        let list = modules.list(filter, place)
        return .show(list) { ModuleListPage(filter, list, place, context) }
    }

    @Sendable func new(_: Nothing, _ context: Context) async throws -> Answer<ModuleForm> {
        .show(ModuleForm(nil, context))
    }

    @Sendable func create(_ input: NewModule, _ context: Context) async throws -> Answer<ModuleDetail> {
        let module = try await modules.create(input, by: context.actor)
        return .created(modules.detail(module), at: "/modules/\(module.name)", flash: "modules.created", ["name": module.name])
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<ModuleDetail, ModulePage> {
        let detail = modules.detail(try named(context))
        return .show(detail) { ModulePage(detail, context) }
    }

    @Sendable func edit(_: Nothing, _ context: Context) async throws -> Answer<ModuleForm> {
        .show(ModuleForm(try named(context), context))
    }

    @Sendable func save(_ input: ModuleDetails, _ context: Context) async throws -> Answer<Nothing> {
        let name = try named(context).name
        try await modules.edit(name, input, by: context.actor)
        return .done(at: "/modules/\(name)", flash: "modules.edited")
    }

    @Sendable func remove(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let name = try named(context).name
        try await modules.remove(name, by: context.actor)
        return .done(at: "/modules", flash: "modules.removed", ["name": name])
    }

    private func named(_ context: Context) throws -> Module {
        try modules.module(try context.parameter("name"))
    }
}
