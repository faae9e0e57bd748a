import Foundation
import Storage
import Web

extension Connection {
    func insertModuleVersion(_ version: ModuleVersion) throws {
        try run(
            """
            INSERT INTO module_version (platform, module, version, notes_zh, notes_en, needs, artifact, state, replacement, reason, published_at,
                published_by)
            VALUES (\(version.platform), \(version.module), \(version.version), \(version.notes.zh), \(version.notes.en),
                \(try ModuleColumn.write(version.needs)), \(version.artifact.sha256), \(version.state), \(version.replacement.value),
                \(version.reason), \(version.publishedAt), \(version.publishedBy))
            """
        )
    }

    func setModuleState(_ place: ModulePlace, _ state: ModuleState, replacement: String?, reason: String) throws {
        try run("UPDATE module_version SET state = \(state), replacement = \(replacement), reason = \(reason) WHERE \(place.condition)")
    }

    /// - Parameter defect: nil when it is not bad after all.
    func setModuleDefect(_ place: ModulePlace, _ defect: ModuleDefect?) throws {
        try run(
            "UPDATE module_version SET bad_reason = \(defect?.reason), bad_at = \(defect?.at), bad_by = \(defect?.by) WHERE \(place.condition)"
        )
    }

    func moduleVersion(_ place: ModulePlace) throws -> ModuleVersion? {
        let reading = ModuleReading()
        return try first("\(Self.moduleVersionColumns) WHERE \(place.condition)") { try ModuleVersion($0, reading) }
    }

    /// All of them, in no order: versions do not sort as texts do.
    /// - Parameter platform: nil for every platform.
    func moduleVersions(_ platform: Platform? = nil, _ reading: ModuleReading = ModuleReading()) throws -> [ModuleVersion] {
        let which: SQL = platform.map { "platform = \($0)" } ?? "1 = 1"
        return try all("\(Self.moduleVersionColumns) WHERE \(which)") { try ModuleVersion($0, reading) }
    }

    func hasModuleVersion(of module: String, on platform: Platform) throws -> Bool {
        try value("SELECT count(*) FROM module_version WHERE platform = \(platform) AND module = \(module)", as: Int.self) ?? 0 > 0
    }

    private static var moduleVersionColumns: SQL {
        """
        SELECT platform, module, version, notes_zh, notes_en, needs, state, replacement, reason, bad_reason, bad_at, bad_by, published_at,
            published_by, sha256, size, unpacked_size, kind, files, resources, headers
        FROM module_version JOIN module_artifact ON sha256 = artifact
        """
    }
}

/// Which version of which module.
public struct ModulePlace: Sendable, Hashable {
    public let platform: Platform
    public let module: String
    public let version: String

    fileprivate var condition: SQL {
        "platform = \(platform) AND module = \(module) AND version = \(version)"
    }
}

extension ModuleVersion {
    fileprivate init(_ row: Row, _ reading: ModuleReading) throws {
        self.init(
            module: try row["module"],
            platform: try row["platform"],
            version: try row["version"],
            notes: ModuleText(zh: try row["notes_zh"], en: try row["notes_en"]),
            needs: try reading.needs(try row["needs"]),
            artifact: try ModuleArtifact(row, reading),
            state: try row["state"],
            replacement: OrNull(try row["replacement"]),
            reason: try row["reason"],
            bad: OrNull(try ModuleDefect(row)),
            publishedAt: try row["published_at"],
            publishedBy: try row["published_by"]
        )
    }
}

extension ModuleDefect {
    /// nil where there is none.
    fileprivate init?(_ row: Row) throws {
        guard let at: Date = try row["bad_at"] else { return nil }
        self.init(reason: try row["bad_reason"], at: at, by: try row["bad_by"])
    }
}
