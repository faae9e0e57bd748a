/// Constraints that cannot hold together, and how to say it.
struct ModuleClash {
    let base: ModuleConstraints
    let question: ModuleQuestion
    /// Those of the catalogue, then those of the question.
    let ids: [Int]

    init(_ base: ModuleConstraints, _ question: ModuleQuestion, _ ids: [Int]) {
        self.base = base
        self.question = question
        self.ids = ids
    }

    /// The choices that have part in it.
    var chosen: [ModuleChoice] { ids.compactMap { question.chosen[$0 - base.all.count] } }

    func constraint(_ id: Int) -> ModuleConstraint {
        id < base.all.count ? base.all[id] : question.constraints[id - base.all.count]
    }

    var constraints: [ModuleConstraint] { ids.map(constraint) }

    /// In which order to try whether it is one without them: choices, then what lies deepest below the choices.
    func farthestFirst() -> [Int] {
        let depths = depths()
        func rank(_ id: Int) -> Int {
            let constraint = constraint(id)
            return constraint.kind == .chosen ? .max : depths[constraint.module] ?? .max - 1
        }
        return ids.sorted { (rank($0), $0) > (rank($1), $1) }
    }

    /// How many steps modules are from a choice.
    private func depths() -> [Int: Int] {
        let byModule = Dictionary(grouping: constraints.filter { $0.kind == .depends }, by: \.module)
        var depths: [Int: Int] = [:]
        var waiting = constraints.filter { $0.kind == .chosen }.map(\.module)
        for module in waiting { depths[module] = 0 }
        var next = 0
        while next < waiting.count {
            let module = waiting[next]
            next += 1
            for constraint in byModule[module] ?? [] where constraint.other >= 0 && depths[constraint.other] == nil {
                depths[constraint.other] = (depths[module] ?? 0) + 1
                waiting.append(constraint.other)
            }
        }
        return depths
    }

    // MARK: what it is about

    var kind: ModuleProblem.Kind {
        if modules.contains(where: { base.versions[$0].isEmpty }) { return .unknownModule }
        if unknownVersion != nil { return .unknownVersion }
        let kinds = Set(constraints.map(\.kind))
        if kinds.contains(.excludes) { return .excluded }
        if kinds.contains(.withdrawn) { return .withdrawn }
        if kinds.contains(.bad) { return .bad }
        if kinds.contains(.runsFrom) { return .minimumOS }
        return kinds.contains(.runsTo) ? .maximumOS : .versions
    }

    private var modules: [Int] { constraints.flatMap { $0.other < 0 ? [$0.module] : [$0.module, $0.other] } }

    /// A choice of a version that there is not.
    private var unknownVersion: Int? {
        ids.first { id in
            guard let choice = question.chosen[id - base.all.count], let version = choice.version else { return false }
            return base.place(of: version, in: constraint(id).module) == nil
        }
    }

    /// The module that it is about.
    var module: Int {
        switch kind {
        case .unknownModule: modules.first { base.versions[$0].isEmpty } ?? sink
        case .unknownVersion: unknownVersion.map { constraint($0).module } ?? sink
        case .excluded: first(.excludes)
        case .withdrawn: first(.withdrawn)
        case .bad: first(.bad)
        case .minimumOS: first(.runsFrom)
        case .maximumOS: first(.runsTo)
        default: sink
        }
    }

    private func first(_ kind: ModuleConstraint.Kind) -> Int { constraints.first { $0.kind == kind }?.module ?? sink }

    /// The one that others ask for, and that itself asks for nothing in this clash.
    private var sink: Int {
        let asking = Set(constraints.filter { $0.kind == .depends }.map(\.module))
        return modules.first { !asking.contains($0) } ?? modules.first ?? 0
    }

    // MARK: versions

    /// Those of a module that all constraints but one leave.
    func left(of module: Int, without left: ModuleConstraint? = nil) -> [Int] {
        let others = ids.filter { id in left.map { constraint(id).kind != $0.kind || constraint(id).set != $0.set } ?? true }
        return base.versions[module].indices.filter { index in
            !others.contains { takesAway(index, of: module, $0) }
        }
    }

    private func takesAway(_ index: Int, of module: Int, _ id: Int) -> Bool {
        let constraint = constraint(id)
        if constraint.other < 0 { return constraint.module == module && set(id).contains(constraint.set, index + 1) }
        return constraint.kind == .depends && constraint.other == module && base.sets.contains(constraint.otherSet, index + 1)
    }

    private func set(_ id: Int) -> ModuleSets { id < base.all.count ? base.sets : question.sets }

    /// Of a constraint's own side.
    func versions(_ id: Int) -> [Int] {
        let constraint = constraint(id)
        return base.versions[constraint.module].indices.filter { set(id).contains(constraint.set, $0 + 1) }
    }
}
