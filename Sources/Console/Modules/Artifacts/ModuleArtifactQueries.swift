import Foundation
import Storage

extension Connection {
    /// The same file again changes nothing.
    func insertModuleArtifact(_ artifact: ModuleArtifact, at time: Date) throws {
        try run(
            """
            INSERT INTO module_artifact (sha256, size, unpacked_size, kind, files, resources, headers, created_at)
            VALUES (\(artifact.sha256), \(artifact.size), \(artifact.unpackedSize), \(artifact.kind), \(artifact.files),
                \(try ModuleColumn.write(artifact.resources)), \(try ModuleColumn.write(artifact.headers)), \(time))
            ON CONFLICT (sha256) DO UPDATE SET created_at = excluded.created_at
            """
        )
    }

    func moduleArtifact(_ sha256: BlobID) throws -> ModuleArtifact? {
        let reading = ModuleReading()
        return try first("\(Self.moduleArtifactColumns) WHERE sha256 = \(sha256)") { try ModuleArtifact($0, reading) }
    }

    /// Those that were uploaded before a time and are no version's.
    func idleModuleArtifacts(before time: Date, limit: Int) throws -> [ModuleArtifact] {
        let reading = ModuleReading()
        return try all("\(Self.moduleArtifactColumns) WHERE created_at < \(time) AND \(Self.isIdle) ORDER BY created_at, sha256 LIMIT \(limit)") {
            try ModuleArtifact($0, reading)
        }
    }

    /// - Returns: false when it is in use by now, or was uploaded again.
    func deleteIdleModuleArtifact(_ sha256: BlobID, before time: Date) throws -> Bool {
        try run("DELETE FROM module_artifact WHERE sha256 = \(sha256) AND created_at < \(time) AND \(Self.isIdle)") > 0
    }

    private static var isIdle: SQL {
        "NOT EXISTS (SELECT 1 FROM module_version WHERE module_version.artifact = module_artifact.sha256)"
    }

    private static var moduleArtifactColumns: SQL {
        "SELECT sha256, size, unpacked_size, kind, files, resources, headers FROM module_artifact"
    }
}

extension ModuleArtifact {
    /// Of a row of whatever query names these columns.
    init(_ row: Row, _ reading: ModuleReading) throws {
        self.init(
            sha256: try row["sha256"],
            size: try row["size"],
            unpackedSize: try row["unpacked_size"],
            kind: try row["kind"],
            files: try row["files"],
            resources: try reading.list(try row["resources"]),
            headers: try reading.list(try row["headers"])
        )
    }
}

extension ModuleArtifactKind: SQLConvertible {}
