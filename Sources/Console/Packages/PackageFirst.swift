import Foundation
import Web

/// The packages that a new app begins with, when whoever makes it names modules.
extension Packages {
    /// While the catalogue is empty every name is taken, and no package comes of it: scripts of the contract name modules before there are any.
    /// - Throws: `invalid` on `modules` when one is on none of the app's platforms, or when they cannot be had together.
    @Sendable func checkFirst(_ new: NewApp) throws {
        let names = new.modules ?? []
        if modules.modules.isEmpty { return }
        guard names.count <= PackageLimits.chosen else {
            throw Problem.invalid("modules", "packages.modules.many", ["limit": "\(PackageLimits.chosen)"])
        }
        let unknown = names.filter { name in new.platforms.allSatisfy { modules.catalogue($0).versions(of: name).isEmpty } }
        if !unknown.isEmpty { throw Problem.invalid(unknown.map { Rejection("modules", "packages.problem.unknownModule", ["module": $0]) }) }
        let wrong = new.platforms.compactMap { first(names, on: $0) }.flatMap { $0.rejections + modulesInTheWay($0) }
        if !wrong.isEmpty { throw Problem.invalid(wrong.map { Rejection("modules", $0.message.key, $0.message.arguments) }) }
    }

    private func modulesInTheWay(_ choice: PackageChoice) -> [Rejection] {
        let resolution = modules.catalogue(choice.platform).resolve(ModuleRequest(chosen: choice.modules))
        return PackageDraft(choice: choice, resolution: resolution, contents: nil).rejections
    }

    /// What of them there is on a platform; nil for nothing.
    private func first(_ names: [String], on platform: Platform) -> PackageChoice? {
        let catalogue = modules.catalogue(platform)
        let known = names.filter { !catalogue.versions(of: $0).isEmpty }
        return known.isEmpty ? nil : PackageChoice(platform: platform, modules: known.map { ModuleChoice($0) })
    }

    /// - Throws: as ``create(_:of:publicURL:after:by:)``.
    @Sendable func createFirst(_ new: NewApp, of app: App, publicURL: String, by actor: Actor) async throws {
        for platform in app.platforms {
            guard let choice = first(new.modules ?? [], on: platform.platform) else { continue }
            try await create(choice, of: app, publicURL: publicURL, by: actor)
        }
    }
}
