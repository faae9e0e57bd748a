import Storage

// What the catalogue asks about packages.
extension Connection {
    /// How many packages began from a baseline.
    func countPackages(from baseline: ModuleBaselineName) throws -> Int {
        try value("SELECT count(*) FROM package WHERE platform = \(baseline.platform) AND baseline = \(baseline.name)") ?? 0
    }

    /// Names of all modules that some package holds.
    func packagedModules() throws -> Set<String> {
        Set(try all("SELECT DISTINCT module FROM package_module") { try $0["module"] as String })
    }
}
