import Foundation
import Web

/// Which modules a list shows.
struct ModuleFilter: Codable, Sendable {
    let platform: Platform?
    /// Part of the name, the title or the description.
    let q: String?
    let group: ModuleGroup?
    /// Of the latest version, on the platform that is asked for or on any.
    let state: ModuleState?
    let limit: Int?
    let cursor: String?

    var isEmpty: Bool { platform == nil && (q ?? "").isEmpty && group == nil && state == nil }
}

/// Looking.
extension Modules {
    /// By group, then by name.
    func list(_ filter: ModuleFilter, _ place: ListPlace) -> List<ModuleItem> {
        let words = filter.q?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
        let platforms = filter.platform.map { [$0] } ?? Platform.allCases
        let catalogues = platforms.map { index.catalogue($0) }
        let found = index.modules.compactMap { module -> ModuleItem? in
            guard filter.group.map({ $0 == module.group }) ?? true, module.matches(words) else { return nil }
            let on = catalogues.compactMap { ModulePlatformItem($0.versions(of: module.name)) }
            if filter.platform != nil, on.isEmpty { return nil }
            if let state = filter.state, !on.contains(where: { $0.state == state }) { return nil }
            return ModuleItem(module, on, asked: filter.platform)
        }
        let sorted = found.sorted { $0.isBefore($1.cursor) }
        let rest = place.cursor.map { last in sorted.drop { $0.isBefore(last) || $0.name == last.id } } ?? sorted[...]
        return place.page(Array(rest.prefix(place.limit + 1)), total: sorted.count, cursor: \.cursor)
    }

    func detail(_ module: Module) -> ModuleDetail {
        let versions = Platform.allCases.map { index.catalogue($0).versions(of: module.name) }
        return ModuleDetail(
            name: module.name,
            group: module.group,
            title: module.title,
            description: module.description,
            createdAt: module.createdAt,
            createdBy: module.createdBy,
            platforms: versions.compactMap { ModulePlatformItem($0) },
            versions: versions.joined().map(ModuleVersionItem.init),
            dependents: dependents(of: module.name)
        )
    }

    /// Platform by platform, by name.
    private func dependents(of name: String) -> [ModuleDependent] {
        let modules = index.modules
        return Platform.allCases.flatMap { platform -> [ModuleDependent] in
            let catalogue = index.catalogue(platform)
            if catalogue.versions(of: name).isEmpty { return [] }
            return modules.compactMap { module in
                catalogue.versions(of: module.name).lazy.compactMap { version in
                    version.needs.dependencies.first { $0.module == name }.map {
                        ModuleDependent(module: module.name, platform: platform, version: version.version, versions: $0.versions)
                    }
                }.first
            }
        }
    }
}

extension Module {
    /// - Parameter words: in lower case; empty for all.
    fileprivate func matches(_ words: String) -> Bool {
        words.isEmpty || [name, title.zh, title.en, description.zh, description.en].contains { $0.lowercased().contains(words) }
    }
}

extension ModuleItem {
    var cursor: Cursor { Cursor(group.place, name) }

    fileprivate func isBefore(_ other: Cursor) -> Bool {
        (group.place, ModuleRules.folded(name)) < (other.number, ModuleRules.folded(other.id))
    }
}

extension ModuleGroup {
    fileprivate var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
