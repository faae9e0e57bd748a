import Web

/// What a project has to change, as `Views/Packages/difference` tells it.
struct PackageDifferenceView: Codable, Sendable {
    let added: [PackageModule]
    let removed: [PackageModule]
    let raised: [PackageChange]
    let lowered: [PackageChange]
    let frameworks: [String]
    let thirdParty: [ModuleThirdParty]
    let resources: [String]
    let same: Bool
    /// Whether there is something to add to the project beside the package.
    let adds: Bool

    init(_ difference: PackageDifference) {
        added = difference.added
        removed = difference.removed
        raised = difference.changed.filter(\.raised)
        lowered = difference.changed.filter { !$0.raised }
        frameworks = difference.addedSystemFrameworks
        thirdParty = difference.addedThirdParty.filter { !$0.included }
        resources = difference.addedResources
        same = difference.isEmpty
        adds = !(frameworks.isEmpty && thirdParty.isEmpty && resources.isEmpty)
    }
}

/// How many modules came, went and changed: `＋2 −1 ↑3 ↓1`.
struct PackageDifferenceCounts: Codable, Sendable, Equatable {
    let added: Int
    let removed: Int
    let raised: Int
    let lowered: Int
    let same: Bool

    init(from before: [PackageModule], to after: [PackageModule]) {
        let old = Dictionary(before.map { ($0.name, RolloutVersion($0.version)) }) { first, _ in first }
        let new = Dictionary(after.map { ($0.name, RolloutVersion($0.version)) }) { first, _ in first }
        added = new.keys.count { old[$0] == nil }
        removed = old.keys.count { new[$0] == nil }
        raised = new.count { name, version in old[name].map { $0 < version } ?? false }
        lowered = new.count { name, version in old[name].map { version < $0 } ?? false }
        same = added + removed + raised + lowered == 0
    }
}
