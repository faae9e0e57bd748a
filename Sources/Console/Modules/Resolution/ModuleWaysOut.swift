extension ModuleResolver {
    static let mostWaysOut = 5

    /// - Parameter choices: all that were made, without those that clash on their own.
    mutating func problem(_ clash: ModuleClash, _ choices: [ModuleChoice]) -> ModuleProblem {
        let module = base.names[clash.module]
        var ways = versionWays(clash, choices)
        ways += replacements(clash.chosen, clash, choices)
        if clash.kind == .minimumOS { ways += systemWays(clash, choices) }
        ways += leavingOut(clash.chosen.map(\.module), choices)
        // Where another clash has some of the same choices, one of them alone does not do; this one at least is gone then.
        if ways.isEmpty { ways = leavingOut(clash.chosen.map(\.module), clash.chosen) }
        if ways.isEmpty || clash.chosen.count == 1 && ways.allSatisfy({ $0.kind == .leaveOut }) {
            ways = ways.prefix(Self.mostWaysOut - 1) + [ModuleWayOut(kind: .askForVersion, module: module, detail: "")]
        }
        return ModuleProblem(
            kind: clash.kind,
            level: .blocking,
            module: module,
            because: clash.reasons(request),
            waysOut: Array(ways.prefix(Self.mostWaysOut))
        )
    }

    /// A choice of a module that is not in the catalogue, or not for this platform.
    mutating func unknown(_ choice: ModuleChoice, _ choices: [ModuleChoice]) -> ModuleProblem {
        var ways: [ModuleWayOut] = []
        let others = choices.filter { $0.module != choice.module && !catalogue.versions(of: $0.module).isEmpty }
        if let near = ModuleNames.nearest(to: choice.module, in: base.names.filter({ !catalogue.versions(of: $0).isEmpty })),
            trial(request, others + [ModuleChoice(near)]) != nil
        {
            ways.append(ModuleWayOut(kind: .replace, module: choice.module, detail: near))
        }
        ways.append(ModuleWayOut(kind: .leaveOut, module: choice.module, detail: ""))
        let reason = ModuleReason(kind: .chosen, module: "", version: "", needs: choice.module, detail: choice.version ?? "")
        return ModuleProblem(kind: .unknownModule, level: .blocking, module: choice.module, because: [reason], waysOut: ways)
    }

    // MARK: what is tried

    /// Choices whose version is fixed: left open, and then in the version that fits.
    private mutating func versionWays(_ clash: ModuleClash, _ choices: [ModuleChoice]) -> [ModuleWayOut] {
        var ways: [ModuleWayOut] = []
        for choice in clash.chosen where choice.version != nil {
            let changed = choices.filter { $0 != choice } + [ModuleChoice(choice.module)]
            guard let place = base.places[choice.module], let index = trial(request, changed)?[place] else { continue }
            ways.append(ModuleWayOut(kind: .takeVersion, module: choice.module, detail: base.versions[place][index].version))
            ways.append(ModuleWayOut(kind: .freeVersion, module: choice.module, detail: ""))
        }
        return ways
    }

    /// Modules that were chosen and whose versions name another one to take instead.
    private mutating func replacements(_ chosen: [ModuleChoice], _ clash: ModuleClash, _ choices: [ModuleChoice]) -> [ModuleWayOut] {
        var ways: [ModuleWayOut] = []
        for choice in chosen {
            let known = catalogue.versions(of: choice.module)
            let concerned = choice.version.flatMap { catalogue.version($0, of: choice.module) } ?? known.first
            guard let other = concerned?.replacement.value ?? known.compactMap(\.replacement.value).first else { continue }
            if replaces(choice.module, by: other, choices) { ways.append(ModuleWayOut(kind: .replace, module: choice.module, detail: other)) }
        }
        return ways
    }

    mutating func replaces(_ module: String, by other: String, _ choices: [ModuleChoice]) -> Bool {
        let kept = choices.filter { $0.module != module }
        let changed = kept + (kept.contains { $0.module == other } ? [] : [ModuleChoice(other)])
        guard let found = trial(request, changed), let place = base.places[module] else { return false }
        return found[place] == nil
    }

    /// The lowest number of a system that lets everything fit.
    private mutating func systemWays(_ clash: ModuleClash, _ choices: [ModuleChoice]) -> [ModuleWayOut] {
        let blocked = clash.ids.filter { clash.constraint($0).kind == .runsFrom }.flatMap { id in
            clash.versions(id).map { base.versions[clash.constraint(id).module][$0].needs.minimumOS }
        }
        let sorted = Set(blocked).sorted { (RolloutVersion($0), $0) < (RolloutVersion($1), $1) }
        for system in sorted.prefix(8) where fits(choices, from: system) {
            return [ModuleWayOut(kind: .raiseMinimumOS, module: base.names[clash.module], detail: system)]
        }
        return []
    }

    mutating func fits(_ choices: [ModuleChoice], from system: String) -> Bool {
        var raised = request
        raised.minimumOS = system
        return trial(raised, choices) != nil
    }

    /// - Parameter absent: a module that has to be gone then; nil when it is enough that the rest fits.
    mutating func leavingOut(_ modules: [String], _ choices: [ModuleChoice], without absent: String? = nil) -> [ModuleWayOut] {
        var ways: [ModuleWayOut] = []
        for module in Set(modules).sorted().prefix(4) {
            guard let found = trial(request, choices.filter { $0.module != module }) else { continue }
            let isGone = absent.flatMap { base.places[$0] }.map { found[$0] == nil } ?? true
            if isGone { ways.append(ModuleWayOut(kind: .leaveOut, module: module, detail: "")) }
        }
        return ways
    }
}
