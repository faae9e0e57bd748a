extension PackageDifference {
    /// What a project that has `old`, or nothing, has to do to take `new`.
    init(from old: PackageManifest?, to new: PackageManifest) {
        let before = Dictionary((old?.modules ?? []).map { ($0.name, $0.version) }) { $1 }
        let after = Dictionary(new.modules.map { ($0.name, $0.version) }) { $1 }
        self.init(
            added: new.modules.filter { before[$0.name] == nil }.map(PackageModule.init),
            removed: (old?.modules ?? []).filter { after[$0.name] == nil }.map(PackageModule.init),
            changed: new.modules.compactMap { module in
                before[module.name].flatMap { PackageChange(module.name, from: $0, to: module.version) }
            },
            addedSystemFrameworks: new.systemFrameworks.filter { old?.systemFrameworks.contains($0) != true },
            addedThirdParty: new.thirdParty.filter { old?.thirdParty.contains($0) != true },
            addedResources: new.resources.filter { old?.resources.contains($0) != true }
        )
    }

    /// Of a choice that comes to nothing.
    static let none = PackageDifference(
        added: [],
        removed: [],
        changed: [],
        addedSystemFrameworks: [],
        addedThirdParty: [],
        addedResources: []
    )
}

extension PackageModule {
    fileprivate init(_ module: ManifestModule) {
        self.init(name: module.name, version: module.version, direct: module.direct)
    }
}

extension PackageChange {
    /// nil where nothing changed.
    fileprivate init?(_ name: String, from old: String, to new: String) {
        guard old != new else { return nil }
        self.init(name: name, from: old, to: new, raised: RolloutVersion(new) >= RolloutVersion(old))
    }
}
