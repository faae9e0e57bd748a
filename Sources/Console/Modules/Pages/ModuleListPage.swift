import Foundation
import Web

/// What the page of all modules shows beside the list.
struct ModuleListPage: Codable, Sendable {
    let q: String
    let platforms: [Platforms]
    let groups: [Group]
    let states: [State]
    /// Modules under their headings.
    let sections: [Section]
    let filtered: Bool
    let mayEdit: Bool
    let pager: Pager

    struct Platforms: Codable, Sendable {
        let platform: Platform
        let chosen: Bool
    }

    struct Group: Codable, Sendable {
        let group: ModuleGroup
        let chosen: Bool
    }

    struct State: Codable, Sendable {
        let state: ModuleState
        let chosen: Bool
    }

    struct Section: Codable, Sendable {
        let group: ModuleGroup
        let rows: [Row]
    }

    struct Row: Codable, Sendable {
        let name: String
        let title: String
        let description: String
        let platforms: [PlatformRow]
    }

    struct PlatformRow: Codable, Sendable {
        let platform: Platform
        let latest: String
        let size: Int
        let minimumOS: String
        let mark: ModuleMark
    }

    init(_ filter: ModuleFilter, _ list: List<ModuleItem>, _ place: ListPlace, _ context: Context) {
        q = filter.q ?? ""
        platforms = Platform.allCases.map { Platforms(platform: $0, chosen: $0 == filter.platform) }
        groups = ModuleGroup.allCases.map { Group(group: $0, chosen: $0 == filter.group) }
        states = ModuleState.allCases.map { State(state: $0, chosen: $0 == filter.state) }
        let rows = Dictionary(grouping: list.items, by: \.group)
        sections = ModuleGroup.allCases.compactMap { group in
            rows[group].map { Section(group: group, rows: $0.map { Row($0, context.reader.language) }) }
        }
        filtered = !filter.isEmpty
        mayEdit = context.mayRelease
        pager = Pager(list, place, context)
    }
}

extension ModuleListPage.Row {
    fileprivate init(_ item: ModuleItem, _ language: Language) {
        self.init(
            name: item.name,
            title: item.title.text(in: language),
            description: item.description.text(in: language),
            platforms: item.platforms.map(ModuleListPage.PlatformRow.init)
        )
    }
}

extension ModuleListPage.PlatformRow {
    fileprivate init(_ item: ModulePlatformItem) {
        self.init(
            platform: item.platform,
            latest: item.latest,
            size: item.size,
            minimumOS: item.minimumOS,
            mark: ModuleMark(item.state, bad: item.bad)
        )
    }
}

/// The state as tags with a colour.
struct ModuleMark: Codable, Sendable {
    let state: ModuleState
    /// And not bad.
    let current: Bool
    let deprecated: Bool
    let withdrawn: Bool
    let bad: Bool

    init(_ state: ModuleState, bad: Bool) {
        self.state = state
        current = state == .current && !bad
        deprecated = state == .deprecated
        withdrawn = state == .withdrawn
        self.bad = bad
    }
}

extension Context {
    /// Whether who is looking may change the catalogue.
    var mayRelease: Bool { Policy.role(.releaser).admits(viewer, app: nil) }
}
