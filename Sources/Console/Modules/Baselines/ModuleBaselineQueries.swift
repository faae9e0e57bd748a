import Foundation
import Storage
import Web

// ``Connection/allModuleBaselines()`` reads them with the rest of the catalogue.
extension Connection {
    func insertModuleBaseline(_ baseline: ModuleBaseline, demo: Bool) throws {
        try run(
            """
            INSERT INTO module_baseline (platform, name, notes_zh, notes_en, demo, created_at, created_by)
            VALUES (\(baseline.platform), \(baseline.name), \(baseline.notes.zh), \(baseline.notes.en), \(demo), \(baseline.createdAt),
                \(baseline.createdBy))
            """
        )
        for entry in baseline.entries {
            try run(
                """
                INSERT INTO module_baseline_entry (platform, baseline, module, version)
                VALUES (\(baseline.platform), \(baseline.name), \(entry.module), \(entry.version))
                """
            )
        }
    }

    func moduleBaseline(_ place: ModuleBaselineName) throws -> ModuleBaseline? {
        try allModuleBaselines().first { $0.platform == place.platform && $0.name == place.name }
    }

    func moduleBaselineNames(_ platform: Platform) throws -> [String] {
        try all("SELECT name FROM module_baseline WHERE platform = \(platform) ORDER BY name") { try $0["name"] }
    }

    /// Its entries go with it.
    func deleteModuleBaseline(_ place: ModuleBaselineName) throws {
        try run("DELETE FROM module_baseline WHERE platform = \(place.platform) AND name = \(place.name)")
    }
}
