import Foundation
import Signing
import Storage
import Web

/// The modules that the platform's documents name, with two baselines of them: `Seeds/modules.json`. Its files are made here, small and always the same.
struct ModuleSeed: Sendable {
    private let catalogue: Catalogue
    let modules: Modules
    let baselines: ModuleBaselines
    /// Where files are put for a moment.
    let directory: String

    private struct Catalogue: Decodable {
        /// Each after those that it needs.
        let modules: [Entry]
        let baselines: [Baseline]
    }

    private struct Entry: Decodable {
        let name: String
        let group: ModuleGroup
        let title: ModuleText
        let description: ModuleText
        let versions: [Version]
    }

    private struct Version: Decodable {
        let platform: Platform
        let version: String
        let notes: ModuleText
        let needs: ModuleNeeds
        let file: ModuleSeedFile
        let deprecated: Deprecated?
        /// Why.
        let withdrawn: String?
        let bad: String?
    }

    private struct Deprecated: Decodable {
        let replacement: String?
        let reason: String
    }

    private struct Baseline: Decodable {
        let platform: Platform
        let name: String
        let notes: ModuleText
        let modules: [String: String]
    }

    /// - Parameter folder: holds `modules.json`.
    init(folder: URL, _ modules: Modules, _ baselines: ModuleBaselines, directory: String) throws {
        catalogue = try JSONDecoder().decode(Catalogue.self, from: Data(contentsOf: folder.appending(path: "modules.json")))
        self.modules = modules
        self.baselines = baselines
        self.directory = directory
    }

    /// Adds what is missing; modules that somebody else made under such a name stay as they are.
    func fill() async throws {
        for entry in catalogue.modules {
            if try await hasAnother(entry.name) { continue }
            if modules.index.module(entry.name) == nil {
                let new = NewModule(name: entry.name, group: entry.group, title: entry.title, description: entry.description)
                try await modules.create(new, demo: true, by: .console)
            }
            for version in entry.versions { try await publish(version, of: entry.name) }
        }
        for baseline in catalogue.baselines { try await freeze(baseline) }
    }

    private func hasAnother(_ name: String) async throws -> Bool {
        guard modules.index.module(like: name) != nil else { return false }
        return try await !modules.database.read { try $0.demoModules() }.contains(name)
    }

    private func publish(_ version: Version, of module: String) async throws {
        guard modules.index.catalogue(version.platform).version(version.version, of: module) == nil else { return }
        let path = "\(directory)/seed-\(Random.hex(8))"
        try version.file.write(module, version.version, to: path)
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let upload = FileUpload(path: path, size: bytes.count, sha256: BlobID(of: bytes), name: module)
        let artifact = try await modules.take(upload, by: .console)
        let new = NewModuleVersion(
            platform: version.platform,
            version: version.version,
            artifact: artifact.sha256,
            notes: version.notes,
            needs: version.needs
        )
        try await modules.publish(new, of: module, by: .console)
        let place = ModulePlace(platform: version.platform, module: module, version: version.version)
        if let reason = version.bad { try await modules.markBad(place, reason: reason, by: .console) }
        if let reason = version.withdrawn { try await modules.withdraw(place, reason: reason, by: .console) }
        if let deprecated = version.deprecated {
            try await modules.deprecate(place, ModuleDeprecation(replacement: deprecated.replacement, reason: deprecated.reason), by: .console)
        }
    }

    private func freeze(_ baseline: Baseline) async throws {
        guard modules.index.baselines(baseline.platform).allSatisfy({ $0.name != baseline.name }) else { return }
        let entries = baseline.modules.sorted { $0.key < $1.key }.map { ModuleBaselineEntry(module: $0.key, version: $0.value) }
        let new = NewModuleBaseline(platform: baseline.platform, name: baseline.name, notes: baseline.notes, from: .entries, entries: entries)
        do {
            _ = try await baselines.freeze(new, demo: true, by: .console)
        } catch let problem as Problem where problem.kind == .invalid {
            // Somebody withdrew a version, or has a module of his own under one of the names: then there is no such baseline.
            return
        }
    }

    // MARK: taking it away

    /// Removes what ``fill()`` added, as far as nothing else needs it.
    /// - Parameter held: modules that packages hold.
    func remove(held: @escaping @Sendable (Connection) throws -> Set<String>) async throws {
        let uses = baselines.uses
        try await modules.change { [audit = modules.audit] connection in
            let unused = try connection.demoModuleBaselines().filter { try uses(connection, $0) == 0 }
            for baseline in unused { try connection.deleteModuleBaseline(baseline) }
            let demo = try connection.demoModules()
            let kept = try Self.kept(connection, demo, try held(connection))
            let gone = demo.subtracting(kept).sorted()
            for name in gone { try connection.deleteModule(name) }
            guard !gone.isEmpty || !unused.isEmpty else { return }
            let values = ["modules": "\(gone.count)"]
            try audit.record(connection, by: .console, "module.removeDemo", object: "demo", before: values)
        }
    }

    /// What packages and baselines hold, and what other modules and those that stay need.
    private static func kept(_ connection: Connection, _ demo: Set<String>, _ held: Set<String>) throws -> Set<String> {
        var kept = held.union(try connection.allModuleBaselines().flatMap { $0.entries.map(\.module) }).intersection(demo)
        let versions = try connection.moduleVersions(nil)
        var before = -1
        while before != kept.count {
            before = kept.count
            let staying = versions.filter { !demo.contains($0.module) || kept.contains($0.module) }
            kept.formUnion(staying.flatMap { $0.needs.dependencies.map(\.module) }.filter(demo.contains))
        }
        return kept
    }
}
