import Web

/// Whether entries can be a baseline: each a version that may be taken, with all that it needs among the others and nothing that it excludes.
struct ModuleBaselineCheck {
    private let asked: [ModuleBaselineEntry]
    private let catalogue: ModuleCatalogue
    private let versions: [ModuleVersion?]
    private let byModule: [String: ModuleVersion]

    /// More than these nobody reads.
    private static let mostRejections = 20

    init(_ asked: [ModuleBaselineEntry], in catalogue: ModuleCatalogue) {
        self.asked = asked
        self.catalogue = catalogue
        versions = asked.map { catalogue.version($0.version, of: $0.module) }
        byModule = Dictionary(versions.compactMap { $0 }.map { ($0.module, $0) }) { first, _ in first }
    }

    /// By module, in the catalogue's spelling.
    var entries: [ModuleBaselineEntry] {
        byModule.values.sorted { $0.module < $1.module }.map { ModuleBaselineEntry(module: $0.module, version: $0.version) }
    }

    /// - Parameter field: the field of an entry's part.
    func rejections(_ field: (Int, String) -> String) -> [Rejection] {
        let single = asked.indices.compactMap { rejection($0, field) }
        let wrong = single.isEmpty ? asked.indices.flatMap { needs($0, field) } : single
        return Array(wrong.prefix(Self.mostRejections))
    }

    private func rejection(_ index: Int, _ field: (Int, String) -> String) -> Rejection? {
        let entry = asked[index]
        let told = ["name": String(entry.module.prefix(80)), "version": String(entry.version.prefix(80))]
        let all = catalogue.versions(of: entry.module)
        if all.isEmpty { return Rejection(field(index, "module"), "baselines.entry.unknown", told) }
        guard let version = versions[index] else {
            let there = all.prefix(5).map(\.version).joined(separator: ", ")
            return Rejection(field(index, "version"), "baselines.entry.version", told.merging(["versions": there]) { $1 })
        }
        if !version.isOffered { return Rejection(field(index, "version"), "baselines.entry.withdrawn", told) }
        let isRepeated = asked[..<index].contains { $0.module == entry.module }
        return isRepeated ? Rejection(field(index, "module"), "baselines.entry.twice", told) : nil
    }

    private func needs(_ index: Int, _ field: (Int, String) -> String) -> [Rejection] {
        guard let version = versions[index] else { return [] }
        let told = ["name": version.module, "version": version.version]
        let missing = version.needs.dependencies.compactMap { dependency -> Rejection? in
            let told = told.merging(["needs": dependency.module, "range": dependency.versions]) { $1 }
            guard let other = byModule[dependency.module] else { return Rejection(field(index, "module"), "baselines.entry.missing", told) }
            if fits(other, dependency.versions) { return nil }
            return Rejection(field(index, "version"), "baselines.entry.range", told.merging(["found": other.version]) { $1 })
        }
        let excluded = version.needs.conflicts.compactMap { conflict -> Rejection? in
            guard let other = byModule[conflict.module], fits(other, conflict.versions) else { return nil }
            return Rejection(
                field(index, "module"),
                "baselines.entry.excluded",
                told.merging(["needs": other.module, "found": other.version]) { $1 }
            )
        }
        return missing + excluded
    }

    private func fits(_ version: ModuleVersion, _ range: String) -> Bool {
        ModuleRange(range)?.contains(RolloutVersion(version.version)) ?? false
    }
}

/// The newest of every module that may be taken, as far as they fit together.
struct ModuleBaselineNewest {
    let entries: [ModuleBaselineEntry]
    /// Those that exclude another one, or that nothing fits with.
    let leftOut: [String]

    init(_ catalogue: ModuleCatalogue) {
        let all = catalogue.constraints.names.filter { catalogue.versions(of: $0).contains(where: \.isOffered) }
        var left = all
        var resolution = catalogue.resolve(ModuleRequest(chosen: left.map { ModuleChoice($0) }))
        while resolution.modules.isEmpty, !left.isEmpty {
            // Of those that clash the last goes: they are in order of their names, and one has to.
            let gone = Set(resolution.problems.compactMap { $0.because.last { $0.kind == .chosen }?.needs })
            left.removeAll { gone.contains($0) }
            if gone.isEmpty { break }
            resolution = catalogue.resolve(ModuleRequest(chosen: left.map { ModuleChoice($0) }))
        }
        entries = resolution.modules.map { ModuleBaselineEntry(module: $0.version.module, version: $0.version.version) }
        let taken = Set(entries.map(\.module))
        leftOut = all.filter { !taken.contains($0) }
    }
}
