/// The modules of a solution, in order and with why they are there.
struct ModuleClosure {
    let base: ModuleConstraints
    /// The index of each module's version, by place.
    let versions: [Int?]
    /// Of those that are in it, each after those that it needs, otherwise by name.
    let order: [Int]
    private let direct: Set<Int>
    private let requiredBy: [[Int]]
    /// The module before it on the shortest way from a choice; -1 for none.
    private let cameFrom: [Int]

    init(_ base: ModuleConstraints, _ versions: [Int?], _ choices: [ModuleChoice]) {
        self.base = base
        self.versions = versions
        direct = Set(choices.compactMap { base.places[$0.module] })
        var requiredBy = Array(repeating: [Int](), count: versions.count)
        for (place, version) in versions.enumerated() {
            for needed in version.map({ base.needed[place][$0] }) ?? [] where needed != place { requiredBy[needed].append(place) }
        }
        self.requiredBy = requiredBy
        cameFrom = Self.ways(base, versions, from: direct.sorted())
        order = Self.order(base, versions, requiredBy)
    }

    private static func ways(_ base: ModuleConstraints, _ versions: [Int?], from chosen: [Int]) -> [Int] {
        var cameFrom = Array(repeating: -1, count: versions.count)
        var seen = Array(repeating: false, count: versions.count)
        for place in chosen { seen[place] = true }
        var (waiting, next) = (chosen, 0)
        while next < waiting.count {
            let place = waiting[next]
            next += 1
            for needed in versions[place].map({ base.needed[place][$0] }) ?? [] where !seen[needed] {
                seen[needed] = true
                cameFrom[needed] = place
                waiting.append(needed)
            }
        }
        return cameFrom
    }

    private static func order(_ base: ModuleConstraints, _ versions: [Int?], _ requiredBy: [[Int]]) -> [Int] {
        var open = versions.enumerated().map { place, version in version.map { base.needed[place][$0].count { $0 != place } } ?? -1 }
        var ready = ModulePlaces(open.indices.filter { open[$0] == 0 })
        var (order, rest) = ([Int](), 0)
        /// Nothing is ready in a circle: what needs only those that need it begins.
        func deepest(below place: Int) -> Int {
            var (place, seen) = (place, Set([place]))
            while let next = versions[place].flatMap({ base.needed[place][$0].first { open[$0] > 0 && !seen.contains($0) } }) {
                seen.insert(next)
                place = next
            }
            return place
        }
        while true {
            while rest < open.count, open[rest] <= 0 { rest += 1 }
            guard let place = ready.popFirst() ?? (rest < open.count ? deepest(below: rest) : nil) else { return order }
            open[place] = -1
            order.append(place)
            for other in requiredBy[place] where open[other] > 0 {
                open[other] -= 1
                if open[other] == 0 { ready.insert(other) }
            }
        }
    }

    func version(_ place: Int) -> ModuleVersion? { versions[place].map { base.versions[place][$0] } }

    var included: [ModuleIncluded] { order.compactMap(included) }

    private func included(_ place: Int) -> ModuleIncluded? {
        version(place).map { version in
            ModuleIncluded(
                version: version,
                direct: direct.contains(place),
                requiredBy: requiredBy[place].map { base.names[$0] },
                path: way(to: place).map { base.names[$0] }
            )
        }
    }

    /// From a choice down to it.
    func way(to place: Int) -> [Int] {
        var way = [place]
        while cameFrom[way[way.count - 1]] >= 0 { way.append(cameFrom[way[way.count - 1]]) }
        return way.reversed()
    }

    /// The choices without which it would not be there, as far as it is reached from them.
    func choices(above place: Int) -> [String] {
        var (seen, waiting) = (Set([place]), [place])
        while let next = waiting.popLast() { waiting += requiredBy[next].filter { seen.insert($0).inserted } }
        return seen.intersection(direct).sorted().map { base.names[$0] }
    }

    /// `you chose A; A 1.0 needs B >=2; …` down to this module.
    func reasons(for place: Int, _ choices: [ModuleChoice]) -> [ModuleReason] {
        let way = way(to: place)
        let choice = choices.first { $0.module == base.names[way[0]] }
        let first = ModuleReason(kind: .chosen, module: "", version: "", needs: base.names[way[0]], detail: choice?.version ?? "")
        return [first] + zip(way, way.dropFirst()).compactMap(step)
    }

    private func step(_ place: Int, _ needed: Int) -> ModuleReason? {
        version(place).map { version in
            let range = version.needs.dependencies.first { $0.module == base.names[needed] }?.versions ?? ""
            return ModuleReason(kind: .depends, module: version.module, version: version.version, needs: base.names[needed], detail: range)
        }
    }
}

/// The smallest first; a heap, because a thousand modules may become ready at once.
private struct ModulePlaces {
    private var heap: [Int]

    init(_ places: some Sequence<Int>) { heap = places.sorted() }

    mutating func insert(_ place: Int) {
        var child = heap.count
        heap.append(place)
        while child > 0, heap[(child - 1) / 2] > heap[child] {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func popFirst() -> Int? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        guard !heap.isEmpty else { return first }
        heap[0] = last
        var parent = 0
        while 2 * parent + 1 < heap.count {
            let left = 2 * parent + 1
            let child = left + 1 < heap.count && heap[left + 1] < heap[left] ? left + 1 : left
            guard heap[child] < heap[parent] else { break }
            heap.swapAt(child, parent)
            parent = child
        }
        return first
    }
}
