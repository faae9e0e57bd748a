/// A request as the search understands it.
struct ModuleQuestion {
    private(set) var constraints: [ModuleConstraint] = []
    private(set) var sets = ModuleSets()
    private(set) var preferred: [Int: Int] = [:]
    /// What the constraints of the chosen modules came from, by their index in `constraints`.
    private(set) var chosen: [Int: ModuleChoice] = [:]

    /// - Parameter choices: of modules that are in the catalogue, in the order in which they take their versions.
    init(_ request: ModuleRequest, _ choices: [ModuleChoice], _ base: ModuleConstraints) {
        for choice in choices {
            guard let place = base.places[choice.module] else { continue }
            chosen[constraints.count] = choice
            let wanted = choice.version.map { base.place(of: $0, in: place) }
            let wrong = base.versions[place].indices.filter { index in wanted.map { $0 != index } ?? false }
            add(.chosen, place, wrong, isAbsentToo: true, base)
        }
        for (module, version) in request.preferred {
            guard let place = base.places[module], let index = base.place(of: version, in: place) else { continue }
            preferred[place] = index + 1
        }
        addEarly(choices, base)
        if let system = request.minimumOS { addSystem(RolloutVersion(system), base) }
    }

    private mutating func add(_ kind: ModuleConstraint.Kind, _ place: Int, _ indices: [Int], isAbsentToo: Bool = false, _ base: ModuleConstraints) {
        guard !indices.isEmpty || isAbsentToo else { return }
        constraints.append(ModuleConstraint(kind, place, sets.add(indices, isAbsentToo: isAbsentToo, width: base.widths[place])))
    }

    /// Nobody gets a beta who did not ask for it, except where there is nothing else.
    private mutating func addEarly(_ choices: [ModuleChoice], _ base: ModuleConstraints) {
        for (place, early) in base.early {
            let asked = choices.filter { $0.module == base.names[place] }.compactMap { $0.version.flatMap { base.place(of: $0, in: place) } }
            let kept = Set(asked + (preferred[place].map { [$0 - 1] } ?? []))
            add(.early, place, early.filter { !kept.contains($0) }, base)
        }
    }

    private mutating func addSystem(_ system: RolloutVersion, _ base: ModuleConstraints) {
        let isLater = base.systems.map { $0 > system }
        for (place, names) in base.runsFrom.enumerated() {
            add(.runsFrom, place, names.indices.filter { isLater[names[$0]] }, base)
        }
        let isOver = base.systems.map { $0 < system }
        for (place, index, name) in base.runsTo where isOver[name] && !isLater[base.runsFrom[place][index]] {
            add(.runsTo, place, [index], base)
        }
    }
}
