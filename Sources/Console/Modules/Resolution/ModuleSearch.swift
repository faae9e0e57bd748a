/// Finds one version for each module that has to be there, or which constraints leave none.
///
/// Constraints cut the versions that a module can still have (`domains`), until one is left or the next module in turn takes its first choice. Where
/// that ends in a clash, the reasons are followed back to a new constraint that rules out all of the same kind, as SAT solvers
/// (https://doi.org/10.1109/ICCAD.1996.569607) and PubGrub (https://github.com/dart-lang/pub/blob/master/doc/solver.md) do it. Nothing in it is left to
/// chance: the same question has the same answer.
struct ModuleSearch {
    let base: ModuleConstraints
    /// What this question adds; numbered after those of the catalogue.
    let asked: [ModuleConstraint]
    /// Sets of `asked`, and of what is learned, begin at ~0 and count down.
    var sets: ModuleSets
    /// The bit of the version that is tried first, by module.
    let preferred: [Int: Int]
    /// Constraints that count; nil for all.
    let enabled: [Bool]?
    /// Looks at a constraint, and steps back along the reasons.
    let mostSteps: Int
    var steps = 0

    var domains: [UInt64]
    var trail: [Cut] = []
    /// What modules had before each cut, and where that begins.
    var before: [UInt64] = []
    var cutStarts: [Int] = []
    var lastCut: [Int]
    var levels: [Level] = []
    var propagated = 0
    var turn = 0
    var learned: [Learned] = []
    var touchingLearned: [Int: [Int]] = [:]

    enum Outcome {
        /// The index of each module's version; nil for what is not in the package.
        case found([Int?])
        /// Constraints that leave nothing; not necessarily the fewest.
        case clash([Int])
        case tooHard
    }

    struct Term {
        let module: Int
        /// Negative for a set of this search.
        let set: Int
    }

    struct Learned {
        let terms: [Term]
        let from: [Int]
    }

    /// What a clash teaches.
    struct Lesson {
        var terms: [Int: [UInt64]]
        var from: [Int]
        /// The module that it cuts after stepping back, and to where; -1 when nothing was tried that could be tried otherwise.
        var module = -1
        var level = 0
    }

    /// A module lost some of its versions.
    struct Cut {
        let module: Int
        /// -1 where a version was tried.
        let reason: Int
        let level: Int
        /// The module's cut before this one; -1 for none.
        let previous: Int
    }

    struct Level {
        let trail: Int
        let turn: Int
    }

    init(_ base: ModuleConstraints, _ question: ModuleQuestion, enabled: [Bool]? = nil, mostSteps: Int) {
        self.base = base
        self.asked = question.constraints
        self.sets = question.sets
        self.preferred = question.preferred
        self.enabled = enabled
        self.mostSteps = mostSteps
        domains = Array(repeating: .max, count: base.words)
        lastCut = Array(repeating: -1, count: base.names.count)
        for place in base.names.indices {
            let bits = base.versions[place].count + 1
            if bits % 64 > 0 { domains[base.starts[place] + bits / 64] = (1 << UInt64(bits % 64)) - 1 }
        }
    }

    mutating func run() -> Outcome {
        if let broken = cutAsked() { return .clash(core(of: [broken])) }
        while steps < mostSteps {
            if let broken = propagate() {
                let lesson = lesson(of: broken)
                guard lesson.module >= 0 else { return .clash(core(of: lesson.from)) }
                take(lesson)
            } else if !tryNext() {
                return .found(base.names.indices.map(version))
            }
        }
        return .tooHard
    }

    // MARK: cutting

    /// - Returns: a constraint that cannot hold.
    private mutating func cutAsked() -> Int? {
        for index in asked.indices where isEnabled(base.all.count + index) {
            if !cut(asked[index].module, ~asked[index].set, base.all.count + index) { return base.all.count + index }
        }
        for id in base.single where isEnabled(id) {
            if !cut(base.all[id].module, base.all[id].set, id) { return id }
        }
        return nil
    }

    private func isEnabled(_ id: Int) -> Bool { enabled.map { $0[id] } ?? true }

    /// - Returns: a constraint all sides of which hold, which must not be.
    private mutating func propagate() -> Int? {
        while propagated < trail.count {
            let module = trail[propagated].module
            propagated += 1
            for id in base.touching[module] where isEnabled(id) {
                steps += 1
                let isFirst = base.all[id].module == module
                guard isWithin(module, isFirst ? base.all[id].set : base.all[id].otherSet) else { continue }
                let done = isFirst ? cut(base.all[id].other, base.all[id].otherSet, id) : cut(base.all[id].module, base.all[id].set, id)
                if !done { return id }
            }
            for id in touchingLearned[module] ?? [] {
                if !propagate(learned: id) { return id }
            }
        }
        return nil
    }

    private mutating func propagate(learned id: Int) -> Bool {
        var open: Term?
        for term in learned[id - base.all.count - asked.count].terms {
            steps += 1
            if isWithin(term.module, term.set) { continue }
            if open != nil { return true }
            open = term
        }
        return open.map { cut($0.module, $0.set, id) } ?? false
    }

    func word(_ set: Int, _ offset: Int) -> UInt64 {
        set >= 0 ? base.sets.bits[set + offset] : sets.bits[~set + offset]
    }

    private func isWithin(_ module: Int, _ set: Int) -> Bool {
        let start = base.starts[module]
        for offset in 0..<base.widths[module] where domains[start + offset] & ~word(set, offset) != 0 { return false }
        return true
    }

    /// Takes versions away from a module.
    /// - Returns: false where none would be left; then nothing is changed.
    mutating func cut(_ module: Int, _ set: Int, _ reason: Int) -> Bool {
        let (start, width) = (base.starts[module], base.widths[module])
        var (isLess, isLeft) = (false, false)
        for offset in 0..<width {
            let (now, gone) = (domains[start + offset], word(set, offset))
            if now & gone != 0 { isLess = true }
            if now & ~gone != 0 { isLeft = true }
        }
        guard isLeft, isLess else { return isLeft }
        note(module, reason)
        for offset in 0..<width { domains[start + offset] &= ~word(set, offset) }
        return true
    }

    private mutating func note(_ module: Int, _ reason: Int) {
        trail.append(Cut(module: module, reason: reason, level: levels.count, previous: lastCut[module]))
        before.append(contentsOf: domains[base.starts[module]..<base.starts[module] + base.widths[module]])
        lastCut[module] = trail.count - 1
        cutStarts.append(before.count - base.widths[module])
    }

    // MARK: trying

    /// - Returns: false when every module that has to be there has its version.
    private mutating func tryNext() -> Bool {
        while turn < trail.count {
            let module = trail[turn].module
            turn += 1
            guard domains[base.starts[module]] & 1 == 0, count(module) > 1 else { continue }
            levels.append(Level(trail: trail.count, turn: turn - 1))
            note(module, -1)
            let bit = choice(module)
            for offset in 0..<base.widths[module] { domains[base.starts[module] + offset] = 0 }
            domains[base.starts[module] + bit / 64] = 1 << UInt64(bit % 64)
            return true
        }
        return false
    }

    private func count(_ module: Int) -> Int {
        (0..<base.widths[module]).reduce(0) { $0 + domains[base.starts[module] + $1].nonzeroBitCount }
    }

    /// What was asked for, else the newest current version, else the newest.
    private func choice(_ module: Int) -> Int {
        if let bit = preferred[module], domains[base.starts[module] + bit / 64] >> UInt64(bit % 64) & 1 == 1 { return bit }
        return firstBit(module) { base.sets.bits[base.current[module] + $0] } ?? firstBit(module) { _ in .max } ?? 0
    }

    private func firstBit(_ module: Int, of mask: (Int) -> UInt64) -> Int? {
        for offset in 0..<base.widths[module] {
            let word = domains[base.starts[module] + offset] & mask(offset)
            if word != 0 { return offset * 64 + word.trailingZeroBitCount }
        }
        return nil
    }

    private func version(_ module: Int) -> Int? {
        guard domains[base.starts[module]] & 1 == 0, let bit = firstBit(module, of: { _ in .max }) else { return nil }
        return bit - 1
    }
}
