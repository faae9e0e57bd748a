/// Learning from clashes, and telling what they came from.
extension ModuleSearch {
    /// Follows the reasons of a clash back until the latest cut alone, on its level, brought it about.
    mutating func lesson(of broken: Int) -> Lesson {
        var lesson = Lesson(terms: [:], from: [broken])
        for term in terms(of: broken) { join(term, into: &lesson) }
        while true {
            let causes = lesson.terms.map { (module: $0, cut: cause($0, $1)) }.filter { $0.cut >= 0 }
            guard let latest = causes.max(by: { $0.cut < $1.cut }), trail[latest.cut].level > 0 else { return lesson }
            let level = causes.filter { $0.module != latest.module }.map { trail[$0.cut].level }.max() ?? 0
            if level < trail[latest.cut].level {
                (lesson.module, lesson.level) = (latest.module, level)
                return lesson
            }
            steps += lesson.terms.count
            let reason = trail[latest.cut].reason
            lesson.from.append(reason)
            let known = lesson.terms.removeValue(forKey: latest.module) ?? []
            for term in terms(of: reason) where term.module != latest.module { join(term, into: &lesson) }
            let wider = terms(of: reason).filter { $0.module == latest.module }.map { words(of: $0) }.reduce(known) { zip($0, $1).map { $0 | $1 } }
            if !isEverything(wider, latest.module) { lesson.terms[latest.module] = wider }
        }
    }

    private func terms(of id: Int) -> [Term] {
        if id < base.all.count {
            let constraint = base.all[id]
            let first = Term(module: constraint.module, set: constraint.set)
            return constraint.other < 0 ? [first] : [first, Term(module: constraint.other, set: constraint.otherSet)]
        }
        let index = id - base.all.count
        return index < asked.count ? [Term(module: asked[index].module, set: ~asked[index].set)] : learned[index - asked.count].terms
    }

    private func words(of term: Term) -> [UInt64] { (0..<base.widths[term.module]).map { word(term.set, $0) } }

    private func join(_ term: Term, into lesson: inout Lesson) {
        let words = words(of: term)
        lesson.terms[term.module] = lesson.terms[term.module].map { zip($0, words).map { $0 & $1 } } ?? words
    }

    private func isEverything(_ words: [UInt64], _ module: Int) -> Bool {
        let bits = base.versions[module].count + 1
        return words.enumerated().allSatisfy { offset, word in
            let mask: UInt64 = (offset + 1) * 64 <= bits ? .max : (1 << UInt64(bits % 64)) - 1
            return word & mask == mask
        }
    }

    /// The first cut after which a module had none but these versions; -1 when it never had others.
    private func cause(_ module: Int, _ words: [UInt64]) -> Int {
        var (cause, next) = (-1, lastCut[module])
        while next >= 0 {
            cause = next
            let wasWithin = words.indices.allSatisfy { before[cutStarts[next] + $0] & ~words[$0] == 0 }
            if !wasWithin { return cause }
            next = trail[next].previous
        }
        return -1
    }

    mutating func take(_ lesson: Lesson) {
        stepBack(to: lesson.level)
        let id = base.all.count + asked.count + learned.count
        let terms = lesson.terms.sorted { $0.key < $1.key }.map { Term(module: $0.key, set: ~sets.add($0.value)) }
        learned.append(Learned(terms: terms, from: lesson.from))
        for term in terms { touchingLearned[term.module, default: []].append(id) }
        if let term = terms.first(where: { $0.module == lesson.module }) { _ = cut(term.module, term.set, id) }
    }

    private mutating func stepBack(to level: Int) {
        turn = levels[level].turn
        for index in (levels[level].trail..<trail.count).reversed() {
            let module = trail[index].module
            for offset in 0..<base.widths[module] { domains[base.starts[module] + offset] = before[cutStarts[index] + offset] }
            lastCut[module] = trail[index].previous
        }
        before.removeSubrange(cutStarts[levels[level].trail]...)
        cutStarts.removeSubrange(levels[level].trail...)
        trail.removeSubrange(levels[level].trail...)
        levels.removeSubrange(level...)
        propagated = trail.count
    }

    // MARK: explaining

    /// The constraints of the catalogue and the question that a clash came from.
    func core(of broken: [Int]) -> [Int] {
        var (core, seen, modules) = (Set<Int>(), Set(broken), Set<Int>())
        var waiting = broken
        while let id = waiting.popLast() {
            if id < base.all.count + asked.count { core.insert(id) }
            let from = id < base.all.count + asked.count ? [] : learned[id - base.all.count - asked.count].from
            let cuts = terms(of: id).filter { modules.insert($0.module).inserted }.flatMap { reasons(of: $0.module) }
            for next in from + cuts where seen.insert(next).inserted { waiting.append(next) }
        }
        return core.sorted()
    }

    private func reasons(of module: Int) -> [Int] {
        var (reasons, next): ([Int], Int) = ([], lastCut[module])
        while next >= 0 {
            if trail[next].level == 0 { reasons.append(trail[next].reason) }
            next = trail[next].previous
        }
        return reasons
    }
}
