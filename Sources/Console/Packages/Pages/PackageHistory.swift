import Storage

/// What was packed before: the pages tell every package by what it changed.
extension Packages {
    /// Modules of the package before each of these, by id; absent for the first of its platform.
    func before(_ list: [Package], of app: String) async throws -> [String: [PackageModule]] {
        try await database.read { connection in
            var found: [String: [PackageModule]] = [:]
            for (platform, packages) in Dictionary(grouping: list, by: \.platform) {
                let modules = try connection.packageModules(app, platform, numbers: packages.map { $0.number - 1 })
                for package in packages { found[package.id] = modules[package.number - 1] }
            }
            return found
        }
    }

    /// The package before it on its platform.
    func before(_ package: Package) async throws -> Package? {
        let id = try await database.read { try $0.packageID(package.app, package.platform, number: package.number - 1) }
        guard let id else { return nil }
        return try await self.package(id, of: package.app)
    }
}
