import Web

/// What a package may be.
enum PackageLimits {
    /// That somebody ticks.
    static let chosen = 500
    static let licences = 100
    /// A manifest that is sent in, in bytes; one of 1,000 modules has half a megabyte.
    static let manifest = 4 << 20
    /// Files in an archive: what is known of each stays in memory until it is written.
    static let files = 200_000
}

extension PackageChoice {
    /// What can be said without the catalogue.
    var rejections: [Rejection] {
        var wrong: [Rejection] = []
        if modules.isEmpty { wrong.append(Rejection("modules", "packages.modules.none", [:])) }
        if modules.count > PackageLimits.chosen { wrong.append(Rejection("modules", "packages.modules.many", ["limit": "\(PackageLimits.chosen)"])) }
        if let twice = Self.firstTwice(modules) {
            wrong.append(Rejection("modules.\(twice)", "packages.modules.twice", ["module": modules[twice].module]))
        }
        if let minimumOS, minimumOS.wholeMatch(of: ModuleRules.system) == nil {
            wrong.append(Rejection("minimumOS", "packages.minimumOS.invalid", [:]))
        }
        let licences = acceptedLicences ?? []
        if licences.count > PackageLimits.licences || !licences.allSatisfy({ $0.utf8.count <= 100 && $0.isOneLine }) {
            wrong.append(Rejection("acceptedLicences", "packages.licences.invalid", ["limit": "\(PackageLimits.licences)"]))
        }
        return wrong
    }

    /// The place of the first module that stands there a second time.
    private static func firstTwice(_ modules: [ModuleChoice]) -> Int? {
        var seen: Set<String> = []
        return modules.firstIndex { !seen.insert(ModuleRules.folded($0.module)).inserted }
    }
}
