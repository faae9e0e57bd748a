/// All modules of a platform, made ready for questions about what fits together. Made once after every change of the catalogue, and asked
/// without SQL from then on.
struct ModuleCatalogue: Sendable {
    let platform: Platform
    let constraints: ModuleConstraints

    /// - Parameter versions: in any order; those of other platforms are left out.
    init(_ platform: Platform, _ versions: [ModuleVersion]) {
        self.platform = platform
        constraints = ModuleConstraints(versions.filter { $0.platform == platform })
    }

    /// Newest first; empty for a module that is not in the catalogue.
    func versions(of module: String) -> [ModuleVersion] {
        constraints.places[module].map { constraints.versions[$0] } ?? []
    }

    /// The version that compares equal to this one: `1.0` finds `1.0.0`.
    func version(_ version: String, of module: String) -> ModuleVersion? {
        guard let place = constraints.places[module], let found = constraints.place(of: version, in: place) else { return nil }
        return constraints.versions[place][found]
    }

    /// What fits together with everything that it needs, or why nothing does.
    func resolve(_ request: ModuleRequest) -> ModuleResolution {
        var resolver = ModuleResolver(self, request)
        return resolver.resolve()
    }

    /// The shortest way by which a module would come to need itself, over all versions that can be taken: `[A, B, A]`, or `[A, A]`.
    func cycle(adding version: ModuleVersion) -> [String]? {
        var cameFrom: [String: String] = [:]
        var waiting = Set(version.needs.dependencies.map(\.module)).sorted()
        for name in waiting { cameFrom[name] = version.module }
        var next = 0
        while next < waiting.count {
            let name = waiting[next]
            next += 1
            if name == version.module { return way(to: name, cameFrom) }
            for needed in needed(by: name) where cameFrom[needed] == nil {
                cameFrom[needed] = name
                waiting.append(needed)
            }
        }
        return nil
    }

    private func needed(by module: String) -> [String] {
        let takeable = versions(of: module).filter { $0.state != .withdrawn }
        return Set(takeable.flatMap { $0.needs.dependencies.map(\.module) }).sorted()
    }

    private func way(to module: String, _ cameFrom: [String: String]) -> [String] {
        var way = [module]
        repeat { way.append(cameFrom[way[way.count - 1]] ?? module) } while way[way.count - 1] != module
        return way.reversed()
    }
}
