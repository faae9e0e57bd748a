extension ModuleResolver {
    /// A solution with everything about it that somebody has to know or to say yes to.
    mutating func checked(_ versions: [Int?], _ choices: [ModuleChoice]) -> ModuleResolution {
        let closure = ModuleClosure(base, versions, choices)
        let included = closure.included
        var problems: [ModuleProblem] = []
        let system = request.minimumOS.map { RolloutVersion($0) }
        for place in closure.order {
            guard let index = versions[place], base.concerns[place][index].matter(from: system) else { continue }
            let version = base.versions[place][index]
            problems += systemLibraries(version, place, closure, choices)
            problems += licences(version, place, closure, choices)
            problems += warnings(version, place, closure, choices)
        }
        let sorted = problems.enumerated().sorted {
            ($0.element.level == .blocking ? 0 : 1, $0.offset) < ($1.element.level == .blocking ? 0 : 1, $1.offset)
        }
        return ModuleResolution(modules: included, problems: sorted.map(\.element))
    }

    // MARK: system libraries

    /// Only iOS has a list of what there is; elsewhere the names are what the project has to declare.
    private mutating func systemLibraries(
        _ version: ModuleVersion,
        _ place: Int,
        _ closure: ModuleClosure,
        _ choices: [ModuleChoice]
    ) -> [ModuleProblem] {
        guard catalogue.platform == .ios else { return [] }
        var problems: [ModuleProblem] = []
        for name in version.needs.systemFrameworks {
            let reason = { ModuleReason(kind: .library, module: version.module, version: version.version, needs: name, detail: $0) }
            guard let since = ModuleSystemLibraries.introduced(name) else {
                let because = closure.reasons(for: place, choices) + [reason(ModuleSystemLibraries.nearest(to: name) ?? "")]
                problems.append(ModuleProblem(kind: .systemLibrary, level: .warning, module: version.module, because: because, waysOut: []))
                continue
            }
            guard let system = request.minimumOS, RolloutVersion(since) > RolloutVersion(system) else { continue }
            var ways = fits(choices, from: since) ? [ModuleWayOut(kind: .raiseMinimumOS, module: version.module, detail: since)] : []
            ways += leavingOut(closure.choices(above: place), choices, without: version.module)
            let app = ModuleReason(kind: .appRunsFrom, module: "", version: "", needs: "", detail: system)
            let because = closure.reasons(for: place, choices) + [reason(since), app]
            problems.append(ModuleProblem(kind: .systemLibrary, level: .blocking, module: version.module, because: because, waysOut: ways))
        }
        return problems
    }

    // MARK: licences

    private mutating func licences(_ version: ModuleVersion, _ place: Int, _ closure: ModuleClosure, _ choices: [ModuleChoice]) -> [ModuleProblem] {
        let own = (name: version.module, version: version.version, licence: version.needs.licence)
        let others = version.needs.thirdParty.filter(\.included).map { (name: $0.name, version: $0.version, licence: $0.licence) }
        var problems: [ModuleProblem] = []
        for part in [own] + others {
            for question in questions(part.licence) {
                let reason = ModuleReason(
                    kind: .licensed,
                    module: part.name,
                    version: part.version,
                    needs: "",
                    detail: part.licence.isEmpty ? question.text : part.licence
                )
                var ways: [ModuleWayOut] = []
                if question.terms.needsConsent {
                    ways = [ModuleWayOut(kind: .acceptLicence, module: part.name, detail: question.text)]
                    ways += leavingOut(closure.choices(above: place), choices, without: version.module)
                }
                problems.append(
                    ModuleProblem(
                        kind: .licence,
                        level: question.terms.needsConsent ? .blocking : .warning,
                        module: version.module,
                        because: closure.reasons(for: place, choices) + [reason],
                        waysOut: ways
                    )
                )
            }
        }
        return problems
    }

    /// A licence that nobody knows is SPDX's `NOASSERTION`.
    private mutating func questions(_ licence: String) -> [ModuleLicenceID] {
        if let known = questions[licence] { return known }
        let expression = ModuleLicence(licence) ?? ModuleLicence("NOASSERTION")
        let asked = expression?.questions(accepted: request.acceptedLicences) ?? []
        questions[licence] = asked
        return asked
    }

    // MARK: warnings

    private mutating func warnings(_ version: ModuleVersion, _ place: Int, _ closure: ModuleClosure, _ choices: [ModuleChoice]) -> [ModuleProblem] {
        var problems: [ModuleProblem] = []
        if version.state == .deprecated {
            let ways = insteadOfDeprecated(version, place, closure, choices)
            let because = closure.reasons(for: place, choices)
            problems.append(ModuleProblem(kind: .deprecated, level: .warning, module: version.module, because: because, waysOut: ways))
        }
        if let system = version.needs.maximumOS.value {
            let reason = ModuleReason(kind: .runsTo, module: version.module, version: version.version, needs: "", detail: system)
            let because = closure.reasons(for: place, choices) + [reason]
            problems.append(ModuleProblem(kind: .maximumOS, level: .warning, module: version.module, because: because, waysOut: []))
        }
        return problems
    }

    private mutating func insteadOfDeprecated(
        _ version: ModuleVersion,
        _ place: Int,
        _ closure: ModuleClosure,
        _ choices: [ModuleChoice]
    ) -> [ModuleWayOut] {
        let name = version.module
        let others = choices.filter { $0.module != name }
        var ways: [ModuleWayOut] = []
        if let current = base.versions[place].first(where: { $0.state == .current && $0.isOffered }),
            trial(request, others + [ModuleChoice(name, current.version)]) != nil
        {
            ways.append(ModuleWayOut(kind: .takeVersion, module: name, detail: current.version))
        }
        if let other = version.replacement.value, choices.contains(where: { $0.module == name }), replaces(name, by: other, choices) {
            ways.append(ModuleWayOut(kind: .replace, module: name, detail: other))
        }
        return ways + leavingOut(closure.choices(above: place), choices, without: name)
    }
}
