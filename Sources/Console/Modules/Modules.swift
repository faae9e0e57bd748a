import Foundation
import Storage
import Web

/// The catalogue of modules: what apps can be built with, over all apps. Each verb is one transaction with its audit entry, and refreshes the index.
public struct Modules: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    let artifacts: ModuleArtifacts
    /// All of it, without SQL.
    public let index = ModuleIndex()

    /// Reads all of it into the index; at start, and after every change by any node.
    @Sendable public func refreshIndex() async throws {
        try await index.refresh(from: database)
    }

    /// - Throws: `notFound`.
    func module(_ name: String) throws -> Module {
        guard let module = index.module(name) else { throw Problem.notFound }
        return module
    }

    /// - Throws: `notFound`.
    func version(_ place: ModulePlace) throws -> ModuleVersion {
        guard let version = index.catalogue(place.platform).versions(of: place.module).first(where: { $0.version == place.version }) else {
            throw Problem.notFound
        }
        return version
    }

    // MARK: life of a module

    /// Makes a module that has no version yet.
    /// - Throws: `invalid` for the input, also when another one has the name, or one that differs in case only.
    @discardableResult
    public func create(_ new: NewModule, demo: Bool = false, by actor: Actor) async throws -> Module {
        try new.check()
        let (details, now) = (new.details, clock.now)
        let module = Module(
            name: new.name,
            group: details.group,
            title: details.title,
            description: details.description,
            createdAt: now,
            createdBy: actor.name
        )
        try await change { [audit] connection in
            if let old = try connection.module(folded: ModuleRules.folded(new.name)) {
                throw Problem.invalid("name", old.name == new.name ? "modules.name.taken" : "modules.name.case", ["name": old.name])
            }
            try connection.insertModule(module, demo: demo)
            try audit.record(connection, by: actor, "module.create", object: module.name, after: details.audited)
        }
        return module
    }

    /// - Throws: `invalid`, `notFound`.
    public func edit(_ name: String, _ details: ModuleDetails, by actor: Actor) async throws {
        let wrong = details.rejections
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        let details = ModuleDetails(group: details.group, title: details.title, description: details.description)
        try await change { [audit] connection in
            let old = ModuleDetails(try connection.existingModule(name))
            try connection.updateModule(name, details)
            let before = old.audited.filter { details.audited[$0.key] != $0.value }
            let after = details.audited.filter { old.audited[$0.key] != $0.value }
            try audit.record(connection, by: actor, "module.edit", object: name, before: before, after: after)
        }
    }

    /// Removes a module that never had a version.
    /// - Throws: `notFound`, `conflict` when it has versions: somebody may have built with them.
    public func remove(_ name: String, by actor: Actor) async throws {
        try await change { [audit] connection in
            let old = ModuleDetails(try connection.existingModule(name))
            let versions = try connection.countModuleVersions(of: name)
            guard versions == 0 else { throw Problem(.conflict, "modules.remove.versions", ["name": name, "versions": "\(versions)"]) }
            try connection.deleteModule(name)
            try audit.record(connection, by: actor, "module.remove", object: name, before: old.audited)
        }
    }

    @discardableResult
    func change<Value: Sendable>(_ body: @escaping @Sendable (Connection) throws -> Value) async throws -> Value {
        try await database.change(.modules, body, then: refreshIndex)
    }
}

extension Connection {
    func existingModule(_ name: String) throws -> Module {
        guard let module = try module(name) else { throw Problem.notFound }
        return module
    }
}

extension ModuleDetails {
    /// For the audit log, which people read: shortened.
    fileprivate var audited: [String: String] {
        let fields = [
            "group": group.rawValue, "titleZh": title.zh, "titleEn": title.en, "descriptionZh": description.zh, "descriptionEn": description.en,
        ]
        return fields.mapValues { $0.shortened(to: 200) }
    }
}
