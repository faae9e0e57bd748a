import Foundation
import Web

/// What would come of a choice, before anybody says yes to it.
struct PackagePlan: Codable, Sendable {
    let choice: PackageChoice
    /// Absent while something is in the way.
    let version: OrNull<String>
    /// Each after those that it needs.
    let modules: [ModuleIncluded]
    /// Blocking ones first.
    let problems: [ModuleProblem]
    let isBlocked: Bool
    /// Bytes of all artifacts.
    let size: Int
    /// The app's latest package of the platform, which the difference is to.
    let previous: OrNull<PackageReference>
    let difference: PackageDifference
}

/// Enough of a package to link to it.
struct PackageReference: Codable, Sendable, Equatable {
    let id: String
    let number: Int
    let version: String
}

/// What a project has to change when it takes one package after another.
struct PackageDifference: Codable, Sendable, Equatable {
    let added: [PackageModule]
    let removed: [PackageModule]
    let changed: [PackageChange]
    /// New in the project, because a module needs them; so for the next two.
    let addedSystemFrameworks: [String]
    let addedThirdParty: [ModuleThirdParty]
    let addedResources: [String]

    var isEmpty: Bool {
        added.isEmpty && removed.isEmpty && changed.isEmpty && addedSystemFrameworks.isEmpty && addedThirdParty.isEmpty && addedResources.isEmpty
    }
}

/// A module that both packages have, in different versions.
struct PackageChange: Codable, Sendable, Equatable {
    let name: String
    let from: String
    let to: String
    /// Not lowered.
    let raised: Bool
}
