/// Answers a request: searches, explains what cannot be, and tries what would help.
struct ModuleResolver {
    let catalogue: ModuleCatalogue
    let request: ModuleRequest
    /// What is left of the work that one request may make; a thousand modules take about a hundred thousand.
    private var stepsLeft = 3_000_000
    /// What there is to ask about each licence: a thousand modules have a handful.
    var questions: [String: [ModuleLicenceID]] = [:]

    /// Of one search: those that are tried for ways out get no more than this.
    static let mostStepsOfTrial = 400_000
    static let mostClashes = 5

    var base: ModuleConstraints { catalogue.constraints }

    init(_ catalogue: ModuleCatalogue, _ request: ModuleRequest) {
        self.catalogue = catalogue
        self.request = request
    }

    mutating func resolve() -> ModuleResolution {
        let choices = Set(request.chosen).sorted { ($0.module, $0.version ?? "") < ($1.module, $1.version ?? "") }
        let unknown = choices.filter { catalogue.versions(of: $0.module).isEmpty }
        var open = choices.filter { !catalogue.versions(of: $0.module).isEmpty }
        var clashes: [ModuleClash] = []
        while clashes.count < Self.mostClashes {
            switch search(ModuleQuestion(request, open, base)) {
            case .found(let versions):
                guard clashes.isEmpty, unknown.isEmpty else { return blocked(choices, unknown, clashes) }
                return checked(versions, choices)
            case .clash(let core):
                let question = ModuleQuestion(request, open, base)
                let clash = minimal(fewest(core, question), question)
                clashes.append(clash)
                open.removeAll { clash.chosen.contains($0) }
                if clash.chosen.isEmpty { return blocked(choices, unknown, clashes) }
            case .tooHard:
                return blocked(choices, unknown, clashes, tooHard: open.first?.module ?? "")
            }
        }
        return blocked(choices, unknown, clashes)
    }

    private func blocked(_ choices: [ModuleChoice], _ unknown: [ModuleChoice], _ clashes: [ModuleClash], tooHard: String? = nil) -> ModuleResolution {
        var trial = self
        var problems = unknown.map { trial.unknown($0, choices) }
        for (index, clash) in clashes.enumerated() {
            let others = Set(clashes.indices.filter { $0 != index }.flatMap { clashes[$0].chosen } + unknown)
            problems.append(trial.problem(clash, choices.filter { !others.contains($0) || clash.chosen.contains($0) }))
        }
        if let tooHard { problems.append(ModuleProblem(kind: .tooHard, level: .blocking, module: tooHard, because: [], waysOut: [])) }
        return ModuleResolution(modules: [], problems: problems)
    }

    // MARK: searching

    private mutating func search(_ question: ModuleQuestion, enabled: [Bool]? = nil) -> ModuleSearch.Outcome {
        var search = ModuleSearch(base, question, enabled: enabled, mostSteps: stepsLeft)
        let outcome = search.run()
        stepsLeft = max(0, stepsLeft - search.steps - base.words - question.constraints.count)
        return outcome
    }

    /// What another request would come to; nil when nothing fits, or nobody knows in time.
    mutating func trial(_ request: ModuleRequest, _ choices: [ModuleChoice]) -> [Int?]? {
        let left = stepsLeft
        stepsLeft = min(left, Self.mostStepsOfTrial)
        let granted = stepsLeft
        guard choices.allSatisfy({ !catalogue.versions(of: $0.module).isEmpty }) else { return nil }
        let outcome = search(ModuleQuestion(request, choices, base))
        stepsLeft += left - granted
        guard case .found(let versions) = outcome else { return nil }
        return versions
    }

    /// Leaves out choices without which there is a clash all the same.
    /// - Returns: constraints that cannot hold with the choices that are left, not one of which can go.
    private mutating func fewest(_ core: [Int], _ question: ModuleQuestion) -> [Int] {
        let ids = question.chosen.keys.map { base.all.count + $0 }
        var left = Set(core)
        for id in core.reversed() where left.contains(id) && question.chosen[id - base.all.count] != nil {
            var enabled = Array(repeating: true, count: base.all.count + question.constraints.count)
            for other in ids where other == id || !left.contains(other) { enabled[other] = false }
            if case .clash(let smaller) = search(question, enabled: enabled) { left = Set(smaller) }
        }
        return left.sorted()
    }

    /// Leaves out of a clash what is not needed for it, farthest from the choices first: what is left is short, and nothing of it can go.
    private mutating func minimal(_ core: [Int], _ question: ModuleQuestion) -> ModuleClash {
        var left = Set(core)
        for id in ModuleClash(base, question, core).farthestFirst() where left.contains(id) {
            var enabled = Array(repeating: false, count: base.all.count + question.constraints.count)
            for kept in left where kept != id { enabled[kept] = true }
            if case .clash(let smaller) = search(question, enabled: enabled) { left = Set(smaller) }
        }
        return ModuleClash(base, question, left.sorted())
    }
}
