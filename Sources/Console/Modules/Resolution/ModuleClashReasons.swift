extension ModuleClash {
    /// From what was chosen down to where it does not fit: choices by name, each with what it brings; at the end the versions that cannot be taken.
    func reasons(_ request: ModuleRequest) -> [ModuleReason] {
        var told = Set<Int>()
        var reasons: [ModuleReason] = []
        for id in ids where constraint(id).kind == .chosen {
            let choice = question.chosen[id - base.all.count]
            reasons.append(ModuleReason(kind: .chosen, module: "", version: "", needs: choice?.module ?? "", detail: choice?.version ?? ""))
            tell(constraint(id).module, &told, &reasons)
        }
        reasons += ids.filter { constraint($0).other < 0 && constraint($0).kind != .chosen }.flatMap(single)
        if reasons.contains(where: { $0.kind == .runsFrom || $0.kind == .runsTo }) {
            reasons.append(ModuleReason(kind: .appRunsFrom, module: "", version: "", needs: "", detail: request.minimumOS ?? ""))
        }
        if isForWantOfVersions { reasons.append(available(module)) }
        return reasons.count <= Self.mostReasons ? reasons : shortened(reasons)
    }

    /// More than this nobody follows; it takes versions that go around each other in dozens of modules.
    static let mostReasons = 24

    /// The choices, and what speaks directly of the module that it is about.
    private func shortened(_ reasons: [ModuleReason]) -> [ModuleReason] {
        let name = base.names[module]
        let own = reasons.filter { $0.kind == .chosen || $0.module == name || $0.needs == name }
        return Array(own.prefix(Self.mostReasons))
    }

    private func tell(_ module: Int, _ told: inout Set<Int>, _ reasons: inout [ModuleReason]) {
        var waiting = [module]
        while let module = waiting.popLast() {
            guard told.insert(module).inserted else { continue }
            var next: [Int] = []
            for id in ids where constraint(id).module == module && constraint(id).other >= 0 {
                reasons.append(pair(id))
                if constraint(id).kind == .depends { next.append(constraint(id).other) }
            }
            waiting += next.reversed()
        }
    }

    private func pair(_ id: Int) -> ModuleReason {
        let constraint = constraint(id)
        return ModuleReason(
            kind: constraint.kind == .depends ? .depends : .excludes,
            module: base.names[constraint.module],
            version: asking(id),
            needs: base.names[constraint.other],
            detail: constraint.text
        )
    }

    /// The versions that ask for it; empty for all that can be taken.
    private func asking(_ id: Int) -> String {
        let module = constraint(id).module
        let (possible, asking) = (left(of: module), versions(id))
        let concerned = asking.filter(possible.contains)
        if concerned.count > 1, possible.allSatisfy(asking.contains) { return "" }
        return text(concerned.isEmpty ? asking : concerned, of: module)
    }

    /// The first three: an explanation is read by people.
    private func text(_ versions: [Int], of module: Int) -> String {
        versions.prefix(3).map { base.versions[module][$0].version }.joined(separator: ", ") + (versions.count > 3 ? " …" : "")
    }

    private func single(_ id: Int) -> [ModuleReason] {
        let constraint = constraint(id)
        let possible = left(of: constraint.module, without: constraint)
        let concerned = versions(id).filter(possible.contains)
        let indices = concerned.isEmpty ? versions(id) : concerned
        let name = base.names[constraint.module]
        func system(_ kind: ModuleReason.Kind, _ number: (ModuleNeeds) -> String) -> [ModuleReason] {
            indices.prefix(3).map { index in
                let version = base.versions[constraint.module][index]
                return ModuleReason(kind: kind, module: name, version: version.version, needs: "", detail: number(version.needs))
            }
        }
        switch constraint.kind {
        case .withdrawn: return [ModuleReason(kind: .withdrawn, module: "", version: "", needs: name, detail: text(indices, of: constraint.module))]
        case .bad: return [ModuleReason(kind: .bad, module: "", version: "", needs: name, detail: text(indices, of: constraint.module))]
        case .runsFrom: return system(.runsFrom) { $0.minimumOS }
        case .runsTo: return system(.runsTo) { $0.maximumOS.value ?? "" }
        case .depends:
            return [ModuleReason(kind: .depends, module: name, version: text(indices, of: constraint.module), needs: name, detail: constraint.text)]
        default: return [available(constraint.module)]
        }
    }

    private func available(_ module: Int) -> ModuleReason {
        let offered = base.versions[module].indices.filter { base.versions[module][$0].isOffered }
        return ModuleReason(kind: .available, module: "", version: "", needs: base.names[module], detail: text(offered, of: module))
    }

    /// Whether what is asked for could be, but is not in the catalogue: then the explanation is not whole without what there is.
    private var isForWantOfVersions: Bool {
        switch kind {
        case .unknownVersion: return true
        case .versions:
            let asked = constraints.filter { $0.other == module || $0.kind == .chosen && $0.module == module }
            let ranges = asked.compactMap { $0.kind == .depends ? ModuleRange($0.text) : nil }
            let pinned = chosen.filter { $0.module == base.names[module] }.compactMap(\.version)
            guard !constraints.contains(where: { $0.kind == .early && $0.module == module }) else { return false }
            let samples = pinned.isEmpty ? ranges.flatMap { Self.samples($0.text) } : pinned
            return Set(pinned).count < 2 && samples.contains { sample in ranges.allSatisfy { $0.contains(RolloutVersion(sample)) } }
        default: return false
        }
    }

    /// Versions at and just above the ends of a range.
    private static func samples(_ range: String) -> [String] {
        range.matches(of: #/[0-9][0-9.]*[0-9]|[0-9]/#).map { String($0.output) }.flatMap { ["0", $0, "\($0).0.0.0.1"] }
    }
}
