import Foundation
import Web

extension Packages {
    /// What would come of a choice; nothing is stored.
    /// - Parameter publicURL: what devices of the package call the console.
    /// - Throws: `invalid` for what is no choice. What stands in its way is in the plan.
    func check(_ choice: PackageChoice, of app: App, publicURL: String) async throws -> PackagePlan {
        let draft = try draft(choice, of: app, publicURL: publicURL)
        let previous = try await latest(app.id, choice.platform)
        return PackagePlan(draft, previous, try await difference(to: draft.contents?.manifest, previous))
    }

    private func difference(to manifest: PackageManifest?, _ previous: Package?) async throws -> PackageDifference {
        guard let manifest else { return .none }
        guard let previous else { return PackageDifference(from: nil, to: manifest) }
        return PackageDifference(from: try await self.manifest(previous.id, of: previous.app).manifest, to: manifest)
    }

    /// - Throws: `invalid` for what is no choice.
    func draft(_ choice: PackageChoice, of app: App, publicURL: String) throws -> PackageDraft {
        var wrong = choice.rejections
        let baseline = choice.baseline.flatMap { name in modules.baselines(choice.platform).first { $0.name == name } }
        if choice.baseline != nil, baseline == nil { wrong.append(Rejection("baseline", "packages.baseline.unknown")) }
        guard wrong.isEmpty, let platform = app.platform(choice.platform) else {
            throw Problem.invalid(wrong + (app.platform(choice.platform) == nil ? [Rejection("platform", "packages.platform.missing")] : []))
        }
        let resolution = modules.catalogue(choice.platform).resolve(ModuleRequest(choice, baseline))
        guard !resolution.isBlocked else { return PackageDraft(choice: choice, resolution: resolution, contents: nil) }
        let manifest = PackageManifest(app, platform, choice, baseline, resolution.modules)
        let config = AppConfig(app: app, platform: platform, publicURL: publicURL)
        let extras = try PackageExtras(config, resolution.modules) { modules.module($0)?.title }
        return PackageDraft(choice: choice, resolution: resolution, contents: try PackageContents(manifest, extras))
    }
}

/// A choice and what it comes to.
struct PackageDraft: Sendable {
    let choice: PackageChoice
    let resolution: ModuleResolution
    /// nil while something is in the way.
    let contents: PackageContents?
}

extension ModuleRequest {
    fileprivate init(_ choice: PackageChoice, _ baseline: ModuleBaseline?) {
        self.init(
            chosen: choice.modules,
            preferred: baseline?.versions ?? [:],
            minimumOS: choice.minimumOS,
            acceptedLicences: Set(choice.acceptedLicences ?? [])
        )
    }
}

extension PackagePlan {
    fileprivate init(_ draft: PackageDraft, _ previous: Package?, _ difference: PackageDifference) {
        self.init(
            choice: draft.choice,
            version: OrNull(draft.contents?.manifest.packageVersion),
            modules: draft.resolution.modules,
            problems: draft.resolution.problems,
            isBlocked: draft.resolution.isBlocked,
            size: draft.resolution.modules.reduce(0) { $0 + $1.version.artifact.size },
            previous: OrNull(previous.map { PackageReference(id: $0.id, number: $0.number, version: $0.version) }),
            difference: difference
        )
    }
}
