/// What is different in one baseline after another.
struct ModuleBaselineDifference: Codable, Sendable {
    let platform: Platform
    /// Names of the two.
    let from: String
    let to: String
    let added: [ModuleBaselineEntry]
    let removed: [ModuleBaselineEntry]
    let changed: [ModuleBaselineChange]
    /// How many modules have the same version in both.
    let same: Int

    init(from old: ModuleBaseline, to new: ModuleBaseline) {
        let (before, after) = (old.versions, new.versions)
        platform = new.platform
        from = old.name
        to = new.name
        added = new.entries.filter { before[$0.module] == nil }
        removed = old.entries.filter { after[$0.module] == nil }
        changed = new.entries.compactMap { entry in
            before[entry.module].flatMap { $0 == entry.version ? nil : ModuleBaselineChange(module: entry.module, from: $0, to: entry.version) }
        }
        same = new.entries.count - added.count - changed.count
    }
}

/// A module that is in both, in different versions.
struct ModuleBaselineChange: Codable, Sendable {
    let module: String
    let from: String
    let to: String
    /// Not lowered.
    let raised: Bool

    init(module: String, from: String, to: String) {
        self.module = module
        self.from = from
        self.to = to
        raised = RolloutVersion(from) < RolloutVersion(to)
    }
}
