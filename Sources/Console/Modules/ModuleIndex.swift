import Foundation
import Storage
import Synchronization
import Web

/// The whole catalogue in memory: what pages, tools and the resolver read. Rebuilt after every change, whichever node made it.
public final class ModuleIndex: Sendable {
    private let state = Mutex(ChangeCopy(State()))

    private struct State: Sendable {
        /// By name.
        var modules: [Module] = []
        var byFolded: [String: Module] = [:]
        var catalogues: [Platform: ModuleCatalogue] = [:]
        var baselines: [Platform: [ModuleBaseline]] = [:]
        var known = ModuleReading.Known()
    }

    public init() {}

    /// By name.
    var modules: [Module] { state.withLock { $0.content.modules } }

    func module(_ name: String) -> Module? {
        state.withLock { $0.content.byFolded[ModuleRules.folded(name)] }.flatMap { $0.name == name ? $0 : nil }
    }

    /// Whatever its letters' case.
    func module(like name: String) -> Module? {
        state.withLock { $0.content.byFolded[ModuleRules.folded(name)] }
    }

    /// What there is on a platform.
    func catalogue(_ platform: Platform) -> ModuleCatalogue {
        state.withLock { $0.content.catalogues[platform] } ?? ModuleCatalogue(platform, [])
    }

    /// Newest first.
    func baselines(_ platform: Platform) -> [ModuleBaseline] {
        state.withLock { $0.content.baselines[platform] ?? [] }
    }

    /// Of the topic ``ChangeTopic/modules``.
    var version: Int { state.withLock { $0.version } }

    /// The catalogue of a platform, if nothing changed since that version was current.
    func catalogue(_ platform: Platform, at version: Int) -> ModuleCatalogue? {
        state.withLock { $0.version == version ? $0.content.catalogues[platform] : nil }
    }

    /// Reads it all again, in one transaction.
    func refresh(from database: Database) async throws {
        let (before, known) = state.withLock { ($0.version, $0.content.known) }
        let read = try await database.read { try ModuleIndexRead($0, known) }
        var new = State(modules: read.modules, known: read.known)
        new.byFolded = Dictionary(uniqueKeysWithValues: read.modules.map { (ModuleRules.folded($0.name), $0) })
        let versions = Dictionary(grouping: read.versions, by: \.platform)
        for platform in Platform.allCases { new.catalogues[platform] = ModuleCatalogue(platform, versions[platform] ?? []) }
        new.baselines = Dictionary(grouping: read.baselines, by: \.platform)
        state.withLock { [new] in $0.take(new, at: read.version, since: before) }
    }
}

/// What one transaction saw.
private struct ModuleIndexRead: Sendable {
    let version: Int
    let modules: [Module]
    let versions: [ModuleVersion]
    let baselines: [ModuleBaseline]
    let known: ModuleReading.Known

    init(_ connection: Connection, _ before: ModuleReading.Known) throws {
        let reading = ModuleReading(before)
        version = try connection.version(of: .modules)
        modules = try connection.modules()
        versions = try connection.moduleVersions(nil, reading)
        baselines = try connection.allModuleBaselines()
        known = reading.known
    }
}
