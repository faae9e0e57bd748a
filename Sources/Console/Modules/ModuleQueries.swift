import Foundation
import Storage
import Web

extension Connection {
    func insertModule(_ module: Module, demo: Bool) throws {
        try run(
            """
            INSERT INTO module (name, folded, grouping, title_zh, title_en, description_zh, description_en, demo, created_at, created_by)
            VALUES (\(module.name), \(ModuleRules.folded(module.name)), \(module.group), \(module.title.zh), \(module.title.en),
                \(module.description.zh), \(module.description.en), \(demo), \(module.createdAt), \(module.createdBy))
            """
        )
    }

    func updateModule(_ name: String, _ details: ModuleDetails) throws {
        try run(
            """
            UPDATE module SET grouping = \(details.group), title_zh = \(details.title.zh), title_en = \(details.title.en),
                description_zh = \(details.description.zh), description_en = \(details.description.en)
            WHERE name = \(name)
            """
        )
    }

    func deleteModule(_ name: String) throws {
        try run("DELETE FROM module WHERE name = \(name)")
    }

    func module(_ name: String) throws -> Module? {
        try first("\(Self.moduleColumns) WHERE name = \(name)", Module.init)
    }

    /// Whatever its letters' case.
    func module(folded: String) throws -> Module? {
        try first("\(Self.moduleColumns) WHERE folded = \(folded)", Module.init)
    }

    /// By name.
    func modules() throws -> [Module] {
        try all("\(Self.moduleColumns) ORDER BY folded", Module.init)
    }

    private static var moduleColumns: SQL {
        "SELECT name, grouping, title_zh, title_en, description_zh, description_en, created_at, created_by FROM module"
    }

    func countModuleVersions(of module: String) throws -> Int {
        try value("SELECT count(*) FROM module_version WHERE module = \(module)") ?? 0
    }

    // MARK: baselines

    /// Of all platforms, newest first.
    func allModuleBaselines() throws -> [ModuleBaseline] {
        let entries = try all("SELECT platform, baseline, module, version FROM module_baseline_entry ORDER BY module") {
            (key: [try $0[0] as String, try $0[1]], entry: ModuleBaselineEntry(module: try $0[2], version: try $0[3]))
        }
        let byBaseline = Dictionary(grouping: entries, by: \.key)
        return try all(
            """
            SELECT platform, name, notes_zh, notes_en, created_at, created_by FROM module_baseline
            ORDER BY created_at DESC, name DESC
            """
        ) { row in
            let (platform, name): (Platform, String) = (try row["platform"], try row["name"])
            return ModuleBaseline(
                platform: platform,
                name: name,
                notes: ModuleText(zh: try row["notes_zh"], en: try row["notes_en"]),
                entries: byBaseline[[platform.rawValue, name]]?.map(\.entry) ?? [],
                createdAt: try row["created_at"],
                createdBy: try row["created_by"]
            )
        }
    }
}

extension Module {
    fileprivate init(_ row: Row) throws {
        self.init(
            name: try row["name"],
            group: try row["grouping"],
            title: ModuleText(zh: try row["title_zh"], en: try row["title_en"]),
            description: ModuleText(zh: try row["description_zh"], en: try row["description_en"]),
            createdAt: try row["created_at"],
            createdBy: try row["created_by"]
        )
    }
}

extension ModuleGroup: SQLConvertible {}
