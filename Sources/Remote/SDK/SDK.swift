/// Keeps a local directory in step with a console's catalogue.
public struct SDK: Sendable {
    private let catalogue: SDKCatalogue
    private let directory: SDKDirectory

    public init(_ console: RemoteConsole, _ directory: SDKDirectory) {
        catalogue = SDKCatalogue(console: console, platform: directory.platform)
        self.directory = directory
    }

    // MARK: looking

    /// - Throws: `RemoteError`, `SDKError`.
    public func table() async throws -> SDKTable {
        let local = try directory.entries()
        let remote = try await catalogue.modules()
        let remarks = try await remarks(of: local, remote)
        let known = Set(remote.map { $0.name.lowercased() })
        let rows = remote.map { module in row(module, local.first { $0.module.lowercased() == module.name.lowercased() }, remarks) }
        let unknown = local.filter { !known.contains($0.module.lowercased()) }.map {
            SDKTable.Row(module: $0.module, local: $0.version, remote: nil, isCurrent: false, remark: SDKRemark(.unknown))
        }
        return SDKTable(
            server: catalogue.console.address,
            platform: directory.platform,
            directory: directory.path,
            modules: (rows + unknown).sorted { $0.module.lowercased() < $1.module.lowercased() }
        )
    }

    private func row(_ module: SDKModule, _ entry: SDKEntry?, _ remarks: [String: SDKRemark]) -> SDKTable.Row {
        SDKTable.Row(
            module: RemoteText.clean(module.name),
            local: entry?.version,
            remote: module.version.map { RemoteText.clean($0) },
            isCurrent: entry.map { module.isLike($0) } ?? false,
            remark: entry.map { remarks[$0.module] } ?? module.remark(directory.platform)
        )
    }

    /// About versions that are here, with reasons. The list tells of the newest alone, so what is like that and current is not asked for.
    private func remarks(of local: [SDKEntry], _ remote: [SDKModule]) async throws -> [String: SDKRemark] {
        let doubtful = local.filter { entry in
            guard let module = remote.first(where: { $0.name.lowercased() == entry.module.lowercased() }) else { return false }
            return !module.isLike(entry) || module.remark(directory.platform) != nil
        }
        let found = try await SDKWorkers.run(doubtful) { entry in
            try await catalogue.module(entry.module).versions.first { $0.version == entry.version }?.remark
        }
        return Dictionary(zip(doubtful, found).compactMap { entry, remark in remark.map { (entry.module, $0) } }) { first, _ in first }
    }

    /// - Throws: `RemoteError`, `SDKError`.
    public func show(_ name: String) async throws -> SDKDetail {
        let local = try directory.entries()
        let document = try await catalogue.module(name)
        return SDKDetail(document, directory.platform, local: local.first { $0.module.lowercased() == document.name.lowercased() })
    }

    // MARK: changing

    /// Fetches what is missing or not as in the console; with names, these, whatever is here.
    /// - Throws: `RemoteError`, `SDKError`; what fails for single modules is in the report.
    public func update(_ names: [String], _ tell: @escaping @Sendable (SDKEvent) -> Void = { _ in }) async throws -> SDKReport {
        let workshop = try SDKWorkshop(directory)
        let modules = try await catalogue.modules()
        tell(.compared)
        let wanted = try names.isEmpty ? modules.filter { isDifferent($0, workshop) } : find(names, modules)
        return await fetch(try wanted.compactMap { try $0.order(directory.platform) }, workshop, tell)
    }

    private func isDifferent(_ module: SDKModule, _ workshop: SDKWorkshop) -> Bool {
        guard module.isOffered(directory.platform) else { return false }
        return !workshop.entries.contains { $0.module.lowercased() == module.name.lowercased() && module.isLike($0) }
    }

    /// Names of modules are unique also when case is ignored, and the documents themselves write mPaas and mPaaS.
    private func find(_ names: [String], _ modules: [SDKModule]) throws -> [SDKModule] {
        for name in names where !modules.contains(where: { $0.name.lowercased() == name.lowercased() }) {
            throw SDKError.unknownModule(name, directory.platform)
        }
        let wanted = Set(names.map { $0.lowercased() })
        return modules.filter { wanted.contains($0.name.lowercased()) }
    }

    /// Fetches a module, whatever is here.
    /// - Parameter version: nil for the console's newest.
    /// - Throws: `RemoteError`, `SDKError`; what fails for the module is in the report.
    public func download(_ name: String, _ version: String?, _ tell: @escaping @Sendable (SDKEvent) -> Void = { _ in }) async throws -> SDKReport {
        guard let version else { return try await update([name], tell) }
        let workshop = try SDKWorkshop(directory)
        let document = try await catalogue.module(name)
        guard let order = try document.versions.first(where: { $0.version == version })?.order(of: document.name, directory.platform) else {
            throw SDKError.unknownVersion(document.name, version, known: document.versions.map(\.version))
        }
        return await fetch([order], workshop, tell)
    }

    private func fetch(_ orders: [SDKOrder], _ workshop: SDKWorkshop, _ tell: @escaping @Sendable (SDKEvent) -> Void) async -> SDKReport {
        let changes = await SDKFetch(console: catalogue.console, workshop: workshop, tell: tell).run(orders)
        return SDKReport(server: catalogue.console.address, platform: directory.platform, directory: directory.path, modules: changes)
    }
}
