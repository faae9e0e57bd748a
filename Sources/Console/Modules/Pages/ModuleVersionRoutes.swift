import Foundation
import HTTPTypes
import Hummingbird
import Storage
import Web

/// Versions of modules and what can be done with them, as pages and as JSON.
struct ModuleVersionRoutes: Sendable {
    let modules: Modules
    /// How many packages hold a version.
    let holders: @Sendable (ModulePlace) async throws -> PackageHolders

    func add(to routes: Routes) throws {
        let (module, one) = ("modules/{name}", "modules/{name}/versions/{platform}/{version}")
        let new = try routes.page("\(module)/versions/new", needs: .role(.releaser), view: "Modules/publish", new)
        try routes.submit("\(module)/versions", needs: .role(.releaser), form: new, publishForm)
        let publish = "Publish a version; its file is uploaded before. What does not fit with the catalogue is refused, field by field."
        try routes.api(.post, "\(module)/versions", publish, needs: .role(.releaser), self.publish)
        let page = try routes.get(one, "A version: its file, and what it asks of a project.", needs: .signedIn, view: "Modules/version", show)
        try addStates(one, page, to: routes)
    }

    private func addStates(_ one: String, _ page: FormPage, to routes: Routes) throws {
        let deprecation = try routes.page("\(one)/deprecation", needs: .role(.releaser), view: "Modules/deprecation", review)
        let deprecate = "Deprecate: who takes it is warned, and told what to take instead."
        try routes.post("\(one)/deprecation", deprecate, needs: .role(.releaser), form: deprecation, self.deprecate)
        let withdrawal = try routes.page("\(one)/withdrawal", needs: .role(.releaser), view: "Modules/withdrawal", review)
        let withdraw = "Withdraw: no new package may hold it; those that do stay."
        try routes.post("\(one)/withdrawal", withdraw, needs: .role(.releaser), form: withdrawal, self.withdraw)
        try routes.post("\(one)/restoration", "Let it be taken as any other again.", needs: .role(.releaser), form: page, restore)
        let defect = try routes.page("\(one)/defect", needs: .role(.releaser), view: "Modules/defect", review)
        let mark = "Mark as bad: no new package may hold it, and who has it is listed under its usage."
        try routes.post("\(one)/defect", mark, needs: .role(.releaser), form: defect, markBad)
        try routes.post("\(one)/defect-removal", "It is not bad after all.", needs: .role(.releaser), form: page, clearBad)
    }

    // MARK: publishing

    struct NewQuery: Codable, Sendable {
        /// Of the file that was uploaded a moment ago.
        let artifact: String?
    }

    /// Without a file there is nothing to fill in: it says the platform, and brings the resources.
    @Sendable func new(_ query: NewQuery, _ context: Context) async throws -> Answer<ModulePublishForm> {
        let module = try modules.module(try context.parameter("name"))
        let artifact = try await modules.artifact(context.filled("artifact", query.artifact ?? ""))
        guard let artifact else { return .done(at: "/modules/\(module.name)/upload") }
        let latest = modules.index.catalogue(artifact.kind.platform).versions(of: module.name).first
        let fields = try context.submitted(as: ModulePublishFields.self) ?? ModulePublishFields(artifact, after: latest)
        return .show(ModulePublishForm(module, artifact, fields, latest: latest, context))
    }

    @Sendable func publishForm(_ fields: ModulePublishFields, _ context: Context) async throws -> Answer<Nothing> {
        let name = try modules.module(try context.parameter("name")).name
        guard let artifact = try await modules.artifact(fields.artifact) else {
            return .done(at: "/modules/\(name)/upload", flash: "modules.upload.again")
        }
        do {
            let version = try await modules.publish(try fields.version(on: artifact.kind.platform), of: name, by: context.actor)
            return .done(at: version.place.path, flash: "modules.published", ["name": name, "version": version.version])
        } catch let problem as Problem {
            throw problem.renamed(ModulePublishFields.field)
        }
    }

    @Sendable func publish(_ input: NewModuleVersion, _ context: Context) async throws -> Answer<ModuleVersionItem> {
        let version = try await modules.publish(input, of: try context.parameter("name"), by: context.actor)
        return .created(ModuleVersionItem(version), at: version.place.path)
    }

    // MARK: one

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<ModuleVersionItem, ModuleVersionPage> {
        let version = try modules.version(try place(context))
        let module = try modules.module(version.module)
        return .show(ModuleVersionItem(version)) { ModuleVersionPage(version, module, holders: try await holders(version.place), context) }
    }

    /// Before something is done that others will ask about: what it will come to.
    @Sendable func review(_: Nothing, _ context: Context) async throws -> Answer<ModuleReview> {
        let version = try modules.version(try place(context))
        let baselines = modules.index.baselines(version.platform).filter { $0.versions[version.module] == version.version }
        let detail = modules.detail(try modules.module(version.module))
        let others = modules.index.modules.map(\.name).filter { $0 != version.module }
        return .show(
            ModuleReview(version, detail, holders: try await holders(version.place), baselines: baselines.map(\.name), others: others, context)
        )
    }

    @Sendable func deprecate(_ input: ModuleDeprecation, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await modules.deprecate(place, input, by: context.actor)
        return .done(at: place.path, flash: "modules.deprecated")
    }

    @Sendable func withdraw(_ input: ModuleReasonInput, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await modules.withdraw(place, reason: input.reason ?? "", by: context.actor)
        return .done(at: place.path, flash: "modules.withdrawn")
    }

    @Sendable func restore(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await modules.restore(place, by: context.actor)
        return .done(at: place.path, flash: "modules.restored")
    }

    @Sendable func markBad(_ input: ModuleReasonInput, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await modules.markBad(place, reason: input.reason ?? "", by: context.actor)
        return .done(at: place.path, flash: "modules.marked")
    }

    @Sendable func clearBad(_: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await modules.clearBad(place, by: context.actor)
        return .done(at: place.path, flash: "modules.cleared")
    }

    private func place(_ context: Context) throws -> ModulePlace {
        try ModulePlace(context)
    }
}

extension ModulePlace {
    /// As the path names it.
    init(_ context: Context) throws {
        guard let platform = Platform(rawValue: try context.parameter("platform")) else { throw Problem.notFound }
        self.init(platform: platform, module: try context.parameter("name"), version: try context.parameter("version"))
    }
}
