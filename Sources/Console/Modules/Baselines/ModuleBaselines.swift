import Foundation
import Storage
import Web

/// Named sets of versions that were tested together. Made once and never changed: what changes is a new one.
public struct ModuleBaselines: Sendable {
    let modules: Modules
    /// How many packages began from a baseline.
    let uses: @Sendable (Connection, ModuleBaselineName) throws -> Int

    /// Freezes a new one.
    /// - Throws: `invalid` with every line that is wrong, also when something is missing that a module of it needs, or two exclude each other;
    ///   and when the platform has a baseline of that name.
    func freeze(_ new: NewModuleBaseline, demo: Bool = false, by actor: Actor) async throws -> ModuleBaselineFrozen {
        let wrong = new.rejections
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
        let newest = new.isNewest ? ModuleBaselineNewest(modules.index.catalogue(new.platform)) : nil
        let asked = newest?.entries ?? new.entries ?? []
        let now = modules.clock.now
        return try await modules.change { [modules] connection in
            let catalogue = try connection.catalogue(new.platform, modules.index)
            let check = ModuleBaselineCheck(asked, in: catalogue)
            let wrong = try check.rejections(new.field) + connection.rejections(ofName: new)
            if !wrong.isEmpty { throw Problem.invalid(wrong) }
            let baseline = ModuleBaseline(
                platform: new.platform,
                name: new.name,
                notes: new.notes?.trimmed ?? .none,
                entries: check.entries,
                createdAt: now,
                createdBy: actor.name
            )
            try connection.insertModuleBaseline(baseline, demo: demo)
            let after = ["modules": "\(check.entries.count)"]
            try modules.audit.record(connection, by: actor, "moduleBaseline.freeze", object: baseline.audited, after: after)
            return ModuleBaselineFrozen(baseline: baseline, leftOut: newest?.leftOut ?? [])
        }
    }

    /// - Throws: `notFound`; `conflict` while packages name it.
    func delete(_ place: ModuleBaselineName, by actor: Actor) async throws {
        try await modules.change { [modules, uses] connection in
            guard let baseline = try connection.moduleBaseline(place) else { throw Problem.notFound }
            let packages = try uses(connection, place)
            guard packages == 0 else { throw Problem(.conflict, "baselines.delete.used", ["name": place.name, "packages": "\(packages)"]) }
            try connection.deleteModuleBaseline(place)
            let before = ["modules": "\(baseline.entries.count)"]
            try modules.audit.record(connection, by: actor, "moduleBaseline.delete", object: baseline.audited, before: before)
        }
    }

    // MARK: looking

    /// Newest first.
    /// - Parameter platform: nil for all.
    func list(_ platform: Platform?, _ place: ListPlace) -> List<ModuleBaseline> {
        let all = Platform.allCases.filter { platform == nil || $0 == platform }.flatMap(modules.index.baselines).sorted { $0.cursor > $1.cursor }
        let rest = place.cursor.map { last in all.filter { $0.cursor < (last.number, last.id) } } ?? all
        return place.page(rest, total: all.count) { Cursor($0.cursor.0, $0.cursor.1) }
    }

    /// - Throws: `notFound`.
    func find(_ place: ModuleBaselineName) throws -> ModuleBaseline {
        guard let found = modules.index.baselines(place.platform).first(where: { $0.name == place.name }) else { throw Problem.notFound }
        return found
    }
}

/// Which one.
struct ModuleBaselineName: Sendable {
    let platform: Platform
    let name: String
}

/// What freezing came to.
struct ModuleBaselineFrozen: Codable, Sendable {
    let baseline: ModuleBaseline
    /// Modules whose newest version did not fit with the others.
    let leftOut: [String]
}

extension ModuleBaseline {
    /// As the audit log names it.
    fileprivate var audited: String { "\(name) (\(platform.rawValue))" }

    /// Newest first, whatever the platform.
    fileprivate var cursor: (Int, String) {
        (Int((createdAt.timeIntervalSince1970 * 1_000).rounded()), "\(platform.rawValue) \(name)")
    }
}

extension Connection {
    /// Names that differ in case only would be the same file on many disks, and the same thing to most people.
    fileprivate func rejections(ofName new: NewModuleBaseline) throws -> [Rejection] {
        let names = try moduleBaselineNames(new.platform)
        let taken = names.first { ModuleRules.folded($0) == ModuleRules.folded(new.name) }
        return taken.map { [Rejection("name", "baselines.name.taken", ["name": $0])] } ?? []
    }
}
