import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

struct ModuleIndexTests {
    /// 1,000 modules with 5 versions each, as rows.
    private static func fill(_ room: ModuleRoom) async throws {
        let artifact = try await room.artifact()
        try await room.console.server.database.write { connection in
            for number in 0..<1_000 {
                let name = "Module\(number)"
                try connection.run(
                    """
                    INSERT INTO module (name, folded, grouping, title_zh, title_en, description_zh, description_en, created_at, created_by)
                    VALUES (\(name), \(name.lowercased()), 'other', 't', 't', '', '', 0, '')
                    """
                )
                for version in 1...5 {
                    let needs = number == 0 ? "{}" : #"{"dependencies":[{"module":"Module\#(number / 2)","versions":">=1.0"}]}"#
                    try connection.run(
                        """
                        INSERT INTO module_version (platform, module, version, notes_zh, notes_en, needs, artifact, state, reason, published_at, published_by)
                        VALUES ('ios', \(name), \("1.\(version)"), '', '', \(needs), \(artifact), 'current', '', 0, '')
                        """
                    )
                }
            }
            try connection.changed(.modules)
        }
    }

    @Test func aLargeCatalogueIsReadAgainQuickly() async throws {
        try await ModuleRoom.run { room in
            try await Self.fill(room)
            let first = try await ContinuousClock().measure { try await room.modules.refreshIndex() }
            #expect(room.modules.index.modules.count == 1_000)
            #expect(room.modules.index.catalogue(.ios).versions(of: "Module7").map(\.version) == ["1.5", "1.4", "1.3", "1.2", "1.1"])
            let again = try await ContinuousClock().measure { try await room.modules.refreshIndex() }
            // In a debug build, on a machine that does other things, too.
            #expect(first < .seconds(10) && again < .seconds(5), "\(first), then \(again)")
        }
    }

    @Test func anotherNodeHearsOfIt() async throws {
        try await ModuleRoom.run { room in
            let other = Modules(elsewhere: room.modules)
            try await other.refreshIndex()
            let before = other.index.version
            try await room.publish("MPLog")
            #expect(other.index.module("MPLog") == nil)
            try await other.refreshIndex()
            #expect(other.index.module("MPLog") != nil && other.index.version > before)
        }
    }

    @Test func baselinesAreThereWithTheirModules() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("MPLog")
            try await room.console.server.database.write { connection in
                for (name, time) in [("10.1", 1), ("10.2", 2)] {
                    try connection.run(
                        "INSERT INTO module_baseline (platform, name, notes_zh, notes_en, created_at, created_by) VALUES ('ios', \(name), '', '', \(time), 'ann')"
                    )
                    try connection.run(
                        "INSERT INTO module_baseline_entry (platform, baseline, module, version) VALUES ('ios', \(name), 'MPLog', '1.0.0')"
                    )
                }
                try connection.changed(.modules)
            }
            try await room.modules.refreshIndex()
            #expect(room.modules.index.baselines(.ios).map(\.name) == ["10.2", "10.1"])
            #expect(room.modules.index.baselines(.ios).first?.versions == ["MPLog": "1.0.0"])
            #expect(room.modules.index.baselines(.android).isEmpty)
        }
    }
}

extension Modules {
    /// What another node has of the same catalogue.
    init(elsewhere other: Modules) {
        self.init(database: other.database, audit: other.audit, clock: other.clock, artifacts: other.artifacts)
    }
}
