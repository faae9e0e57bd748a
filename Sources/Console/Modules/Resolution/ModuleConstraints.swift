/// What the versions of a catalogue ask of each other, as sets of versions in bits.
///
/// Of each module exactly one of these holds: it is not in the package (bit 0), or it is there in its newest version (bit 1), the one before
/// that (bit 2), and so on. A constraint says which of them cannot hold together. Names that are needed but not in the catalogue are modules
/// without versions.
struct ModuleConstraints: Sendable {
    /// Sorted.
    let names: [String]
    let places: [String: Int]
    /// By place; newest first.
    let versions: [[ModuleVersion]]
    let numbers: [[RolloutVersion]]
    /// Where the bits of a module begin when the sets of all stand in one row, and how many words they are.
    let starts: [Int]
    let widths: [Int]
    let words: Int
    private(set) var all: [ModuleConstraint] = []
    /// Those with two sides, by module.
    private(set) var touching: [[Int]]
    /// Those with one.
    private(set) var single: [Int] = []
    private(set) var sets = ModuleSets()
    /// Places of the modules that each version of each module needs.
    let needed: [[[Int]]]
    let concerns: [[ModuleConcerns]]
    /// Sets of the versions that are current, by place.
    private(set) var current: [Int] = []
    /// Betas of modules that have releases to offer.
    let early: [(place: Int, indices: [Int])]
    /// Every number of a system that some version names, once.
    let systems: [RolloutVersion]
    /// Which of them each version of each module runs from.
    let runsFrom: [[Int]]
    /// Versions that run up to one of them.
    let runsTo: [(place: Int, index: Int, system: Int)]

    init(_ catalogue: [ModuleVersion]) {
        let byName = Dictionary(grouping: catalogue, by: \.module)
        let needed = catalogue.flatMap { $0.needs.dependencies.map(\.module) }
        let names = Set(byName.keys).union(needed).sorted()
        let places = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        let sorted = names.map { name in
            (byName[name] ?? []).map { ($0, RolloutVersion($0.version)) }.sorted { $0.1 == $1.1 ? $0.0.version > $1.0.version : $0.1 > $1.1 }
        }
        self.names = names
        self.places = places
        self.needed = sorted.map { $0.map { Set($0.0.needs.dependencies.compactMap { places[$0.module] }).sorted() } }
        versions = sorted.map { $0.map(\.0) }
        numbers = sorted.map { $0.map(\.1) }
        widths = sorted.map { $0.count / 64 + 1 }
        starts = widths.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1) }
        words = widths.reduce(0, +)
        early = names.indices.map { (place: $0, indices: Self.early(sorted[$0].map(\.0))) }.filter { !$0.indices.isEmpty }
        let systems = Set(catalogue.flatMap { [$0.needs.minimumOS] + ($0.needs.maximumOS.value.map { [$0] } ?? []) }).sorted()
        let systemPlaces = Dictionary(uniqueKeysWithValues: systems.enumerated().map { ($1, $0) })
        self.systems = systems.map { RolloutVersion($0) }
        runsFrom = sorted.map { $0.map { systemPlaces[$0.0.needs.minimumOS] ?? 0 } }
        runsTo = sorted.enumerated().flatMap { place, versions in
            versions.enumerated().compactMap { index, version in
                version.0.needs.maximumOS.value.flatMap { systemPlaces[$0] }.map { (place: place, index: index, system: $0) }
            }
        }
        var licences: [String: Bool] = [:]
        concerns = sorted.map { $0.map { ModuleConcerns($0.0, &licences) } }
        touching = Array(repeating: [], count: names.count)
        var reader = ModuleConstraintReader()
        for place in names.indices { add(of: place, &reader) }
    }

    private static func early(_ versions: [ModuleVersion]) -> [Int] {
        let isEarly = versions.map { $0.version.utf8.contains(UInt8(ascii: "-")) }
        let hasRelease = versions.indices.contains { !isEarly[$0] && versions[$0].isOffered }
        return hasRelease ? isEarly.indices.filter { isEarly[$0] } : []
    }

    private mutating func add(of place: Int, _ reader: inout ModuleConstraintReader) {
        current.append(addSet(of: place) { $0.state == .current })
        add(.withdrawn, place) { $0.state == .withdrawn }
        add(.bad, place) { $0.state != .withdrawn && $0.bad.value != nil }
        var groups: [ModuleConstraintKey: [Int]] = [:]
        for (index, version) in versions[place].enumerated() {
            for dependency in version.needs.dependencies {
                if let other = places[dependency.module] {
                    groups[ModuleConstraintKey(.depends, other, dependency.versions), default: []].append(index)
                }
            }
            for conflict in version.needs.conflicts {
                if let other = places[conflict.module] { groups[ModuleConstraintKey(.excludes, other, conflict.versions), default: []].append(index) }
            }
        }
        for (key, indices) in groups.sorted(by: { $0.key < $1.key }) { add(key, place, indices, &reader) }
    }

    private mutating func add(_ key: ModuleConstraintKey, _ place: Int, _ indices: [Int], _ reader: inout ModuleConstraintReader) {
        let otherSet = reader.set(key) { range in
            let fits = numbers[key.other].map { range?.contains($0) ?? (key.kind == .excludes) }
            let wrong = fits.indices.filter { fits[$0] == (key.kind == .excludes) }
            return sets.add(wrong, isAbsentToo: key.kind == .depends, width: widths[key.other])
        }
        if key.other == place {
            let harmed = indices.filter { sets.contains(otherSet, $0 + 1) }
            guard !harmed.isEmpty, key.kind == .depends else { return }
            append(ModuleConstraint(key.kind, place, sets.add(harmed, isAbsentToo: false, width: widths[place]), text: key.text))
        } else {
            let set = sets.add(indices, isAbsentToo: false, width: widths[place])
            append(ModuleConstraint(key.kind, place, set, key.other, otherSet, text: key.text))
        }
    }

    private mutating func add(_ kind: ModuleConstraint.Kind, _ place: Int, _ applies: (ModuleVersion) -> Bool) {
        guard versions[place].contains(where: applies) else { return }
        append(ModuleConstraint(kind, place, addSet(of: place, applies)))
    }

    private mutating func addSet(of place: Int, _ applies: (ModuleVersion) -> Bool) -> Int {
        sets.add(versions[place].indices.filter { applies(versions[place][$0]) }, isAbsentToo: false, width: widths[place])
    }

    private mutating func append(_ constraint: ModuleConstraint) {
        if constraint.other >= 0 {
            touching[constraint.module].append(all.count)
            touching[constraint.other].append(all.count)
        } else {
            single.append(all.count)
        }
        all.append(constraint)
    }

    /// Which of a module's versions compares equal to this one.
    func place(of version: String, in place: Int) -> Int? {
        let number = RolloutVersion(version)
        return number.isKnown ? numbers[place].firstIndex(of: number) : nil
    }
}

/// That some versions of a module, and some of another one (or its absence), cannot be in a package together; or, without another, that
/// some versions of a module cannot be taken at all.
struct ModuleConstraint: Sendable {
    let kind: Kind
    let module: Int
    /// Which set, among ``ModuleSets``.
    let set: Int
    /// -1 for none.
    let other: Int
    let otherSet: Int
    /// The range, as it was written.
    let text: String

    enum Kind: Int, Sendable {
        case chosen, depends, excludes, withdrawn, bad, early, runsFrom, runsTo
    }

    init(_ kind: Kind, _ module: Int, _ set: Int, _ other: Int = -1, _ otherSet: Int = 0, text: String = "") {
        self.kind = kind
        self.module = module
        self.set = set
        self.other = other
        self.otherSet = otherSet
        self.text = text
    }
}
