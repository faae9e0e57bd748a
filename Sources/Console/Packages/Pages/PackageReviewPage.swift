import Foundation
import Web

/// What `Views/Packages/review` shows: what would come of a choice, before anybody says yes to it.
struct PackageReviewPage: Codable, Sendable {
    let fields: PackageFieldsView
    let picks: [PackagePick]
    /// Number of the app's latest package of the platform: another one meanwhile means that somebody was quicker.
    let after: Int
    let platform: Platform
    let version: OrNull<String>
    /// Bytes of all artifacts.
    let total: Int
    let ticked: Int
    let needed: Int
    let modules: [PackageModuleRow]
    let findings: [PackageProblemView]
    let blocked: Bool
    let previous: OrNull<PackageReference>
    let difference: PackageDifferenceView
    let mayCreate: Bool

    init(_ fields: PackageFields, _ plan: PackagePlan, _ app: App, _ context: Context) {
        self.fields = PackageFieldsView(fields)
        picks = Set(fields.modules).sorted().map { PackagePick($0, in: fields) }
        after = plan.previous.value?.number ?? 0
        platform = plan.choice.platform
        version = plan.version
        total = plan.size
        ticked = plan.modules.count(where: \.direct)
        needed = plan.modules.count - ticked
        let largest = plan.modules.map(\.version.artifact.size).max() ?? 0
        modules = plan.modules.map { PackageModuleRow($0, largest: largest) }
        findings = plan.problems.map(PackageProblemView.init)
        blocked = plan.isBlocked
        previous = plan.previous
        difference = PackageDifferenceView(plan.difference)
        mayCreate = !plan.isBlocked && Policy.role(.operator).admits(context.viewer, app: app.id)
    }
}

/// A module of a package or of a plan, as tables show it.
struct PackageModuleRow: Codable, Sendable {
    let name: String
    let version: String
    let direct: Bool
    /// Who needs it, from the ticked module down; empty for a ticked one.
    let why: String
    let licence: String
    let minimumOS: String
    let size: Int
    /// The size beside that of the largest.
    let bar: SafeHTML
    let resources: [String]
    let deprecated: Bool

    init(_ included: ModuleIncluded, largest: Int) {
        let version = included.version
        name = version.module
        self.version = version.version
        direct = included.direct
        why = included.direct ? "" : included.path.joined(separator: " → ")
        licence = version.needs.licence
        minimumOS = version.needs.minimumOS
        size = version.artifact.size
        bar = Bars.bar(largest > 0 ? Double(size) / Double(largest) : nil)
        resources = version.artifact.resources
        deprecated = version.state == .deprecated
    }

    /// - Parameter path: from a ticked module down to this one.
    init(_ module: ManifestModule, path: [String], largest: Int) {
        name = module.name
        version = module.version
        direct = module.direct
        why = module.direct ? "" : path.joined(separator: " → ")
        licence = module.licence
        minimumOS = module.minimumOS
        size = module.size
        bar = Bars.bar(largest > 0 ? Double(size) / Double(largest) : nil)
        resources = module.resources
        deprecated = false
    }
}
