import Foundation
import Storage
import Web

/// New versions.
extension Modules {
    /// - Throws: `invalid` with every field that is wrong, also for what does not fit with the rest of the catalogue; `notFound` for the module.
    @discardableResult
    public func publish(_ new: NewModuleVersion, of name: String, by actor: Actor) async throws -> ModuleVersion {
        guard index.module(name) != nil else { throw Problem.notFound }
        let wrong = new.rejections(for: name)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        let now = clock.now
        return try await change { [index, audit] connection in
            _ = try connection.existingModule(name)
            guard let id = BlobID(new.artifact), let artifact = try connection.moduleArtifact(id) else {
                throw Problem.invalid("artifact", "modules.artifact.unknown")
            }
            let version = ModuleVersion(new, of: name, artifact, at: now, by: actor.name)
            let wrong = try ModuleFit(version, try connection.catalogue(new.platform, index), connection).rejections
            if !wrong.isEmpty { throw Problem.invalid(wrong) }
            try connection.insertModuleVersion(version)
            try audit.record(connection, by: actor, "module.publish", object: version.audited, after: version.values)
            return version
        }
    }
}

extension Connection {
    /// What there is on a platform as this transaction sees it: from memory when nothing changed since that was read.
    func catalogue(_ platform: Platform, _ index: ModuleIndex) throws -> ModuleCatalogue {
        if let known = index.catalogue(platform, at: try version(of: .modules)) { return known }
        return ModuleCatalogue(platform, try moduleVersions(platform))
    }
}

/// Whether a version fits with what else is in the catalogue; asked in the transaction that publishes it, so that two people cannot make a cycle
/// between them.
struct ModuleFit {
    private let version: ModuleVersion
    private let catalogue: ModuleCatalogue
    private let connection: Connection

    init(_ version: ModuleVersion, _ catalogue: ModuleCatalogue, _ connection: Connection) {
        self.version = version
        self.catalogue = catalogue
        self.connection = connection
    }

    var rejections: [Rejection] {
        get throws {
            var wrong = artifact + existing
            for (index, dependency) in version.needs.dependencies.enumerated() {
                wrong += try rejection(dependency, "needs.dependencies.\(index)").map { [$0] } ?? []
            }
            return wrong.isEmpty ? cycle : wrong
        }
    }

    private var artifact: [Rejection] {
        let kind = version.artifact.kind
        if kind.platform == version.platform { return [] }
        return [Rejection("artifact", "modules.artifact.platform.\(version.platform.rawValue)", ["kind": kind.rawValue])]
    }

    private var existing: [Rejection] {
        catalogue.version(version.version, of: version.module).map { [Rejection("version", "modules.version.taken", ["version": $0.version])] } ?? []
    }

    private func rejection(_ dependency: ModuleDependency, _ field: String) throws -> Rejection? {
        let all = catalogue.versions(of: dependency.module)
        if all.isEmpty { return try unknown(dependency.module, "\(field).module") }
        guard let range = ModuleRange(dependency.versions) else { return Rejection("\(field).versions", "modules.range.invalid") }
        let fitting = all.filter { range.contains(RolloutVersion($0.version)) }
        let told = ["name": dependency.module, "range": dependency.versions]
        if fitting.isEmpty {
            let there = all.prefix(5).map(\.version).joined(separator: ", ")
            return Rejection("\(field).versions", "modules.dependency.range", told.merging(["versions": there]) { $1 })
        }
        let offered = fitting.filter(\.isOffered)
        if offered.isEmpty { return Rejection("\(field).versions", "modules.dependency.withdrawn", told) }
        return offered.allSatisfy(isExcluded) ? Rejection("\(field).module", "modules.dependency.excluded", told) : nil
    }

    private func unknown(_ name: String, _ field: String) throws -> Rejection {
        guard let other = try connection.module(folded: ModuleRules.folded(name)) else {
            let near = ModuleNames.nearest(to: name, in: try connection.modules().map(\.name))
            return Rejection(field, near == nil ? "modules.dependency.unknown" : "modules.dependency.near", ["name": name, "near": near ?? ""])
        }
        if other.name != name { return Rejection(field, "modules.dependency.case", ["name": name, "right": other.name]) }
        return Rejection(field, "modules.dependency.platform.\(version.platform.rawValue)", ["name": name])
    }

    /// Whether the new version itself does not get on with it.
    private func isExcluded(_ other: ModuleVersion) -> Bool {
        version.needs.conflicts.contains { conflict in
            conflict.module == other.module && ModuleRange(conflict.versions)?.contains(RolloutVersion(other.version)) ?? false
        }
    }

    private var cycle: [Rejection] {
        guard let cycle = catalogue.cycle(adding: version) else { return [] }
        let place = version.needs.dependencies.firstIndex { $0.module == cycle.dropFirst().first } ?? 0
        return [Rejection("needs.dependencies.\(place).module", "modules.dependency.cycle", ["cycle": cycle.joined(separator: " → ")])]
    }
}

extension ModuleVersion {
    fileprivate init(_ new: NewModuleVersion, of module: String, _ artifact: ModuleArtifact, at time: Date, by author: String) {
        self.init(
            module: module,
            platform: new.platform,
            version: new.version,
            notes: new.notes?.trimmed ?? .none,
            needs: new.needs ?? ModuleNeeds(),
            artifact: artifact,
            state: .current,
            replacement: OrNull(nil),
            reason: "",
            bad: OrNull(nil),
            publishedAt: time,
            publishedBy: author
        )
    }

    var place: ModulePlace { ModulePlace(platform: platform, module: module, version: version) }

    /// As the audit log names it.
    var audited: String { "\(module) \(version) (\(platform.rawValue))" }

    fileprivate var values: [String: String] {
        let dependencies = needs.dependencies.map { "\($0.module) \($0.versions)" }.joined(separator: ", ")
        return [
            "artifact": artifact.sha256.text, "size": "\(artifact.size)", "licence": needs.licence,
            "dependencies": dependencies.shortened(to: 1_000),
        ]
    }
}
