import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What fits with the rest of the catalogue.
struct ModuleFitTests {
    @Test func aDependencyIsThereInAVersionThatDoes() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("MPLog", "1.4.0")
            try await room.publish("MPDroid", on: .android)
            try await room.publish("MPOld")
            try await room.modules.withdraw(room.place("MPOld"), reason: "old", by: ModuleRoom.actor)
            try await room.make("MPHttp")
            let refused = [
                "MPNone": "unknown", "MPLob": "near", "mplog": "case", "MPDroid": "platform.ios",
            ]
            for (name, key) in refused {
                let answer = await room.refusal("MPHttp", needs: ModuleSamples.on((name, "*")))
                #expect(answer == ["needs.dependencies.0.module": "modules.dependency.\(key)"], "\(name)")
            }
            #expect(
                await room.refusal("MPHttp", needs: ModuleSamples.on(("MPLog", ">=2"))) == [
                    "needs.dependencies.0.versions": "modules.dependency.range"
                ]
            )
            #expect(
                await room.refusal("MPHttp", needs: ModuleSamples.on(("MPLog", "^1"), ("MPOld", "*"))) == [
                    "needs.dependencies.1.versions": "modules.dependency.withdrawn"
                ]
            )
            let excluded = #"{"dependencies":[{"module":"MPLog"}],"conflicts":[{"module":"MPLog","versions":">=1"}]}"#
            #expect(await room.refusal("MPHttp", needs: excluded) == ["needs.dependencies.0.module": "modules.dependency.excluded"])
            try await room.publish("MPHttp", needs: ModuleSamples.on(("MPLog", ">=1.4 <2")))
        }
    }

    @Test func modulesDoNotNeedEachOtherInACircle() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("A1")
            try await room.publish("B1", needs: ModuleSamples.on(("A1", "*")))
            try await room.publish("C1", needs: ModuleSamples.on(("B1", "*")))
            let problem = await problem { try await room.publish("A1", "1.1", needs: ModuleSamples.on(("C1", "*"))) }
            #expect(
                problem?.rejections == [
                    Rejection("needs.dependencies.0.module", "modules.dependency.cycle", ["cycle": "A1 → C1 → B1 → A1"])
                ]
            )
        }
    }

    @Test func restoringMakesNoCircleEither() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("A1")
            try await room.publish("B1")
            try await room.publish("A1", "1.1", needs: ModuleSamples.on(("B1", "*")))
            try await room.modules.withdraw(room.place("A1", "1.1"), reason: "wrong", by: ModuleRoom.actor)
            try await room.publish("B1", "1.1", needs: ModuleSamples.on(("A1", "*")))
            let problem = await problem { try await room.modules.restore(room.place("A1", "1.1"), by: ModuleRoom.actor) }
            #expect(problem?.detail == Message("modules.restore.cycle", ["cycle": "A1 → B1 → A1"]))
        }
    }

    @Test func twoWhoPublishAtOnceMakeNoCircle() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("A1")
            try await room.publish("B1")
            let problems = await withTaskGroup(of: Problem?.self) { group in
                group.addTask { await problem { try await room.publish("A1", "1.1", needs: ModuleSamples.on(("B1", "*"))) } }
                group.addTask { await problem { try await room.publish("B1", "1.1", needs: ModuleSamples.on(("A1", "*"))) } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(problems.compactMap { $0 }.map { $0.rejections.first?.message.key } == ["modules.dependency.cycle"])
        }
    }

    /// A node that has not heard of the last change reads the rows.
    @Test func whatIsOutOfDateInMemoryIsNotTrusted() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("A1")
            try await room.publish("B1")
            let other = Modules(elsewhere: room.modules)
            try await other.refreshIndex()
            try await room.publish("A1", "1.1", needs: ModuleSamples.on(("B1", "*")))
            let version = NewModuleVersion(
                platform: .ios,
                version: "1.1",
                artifact: try await room.artifact(),
                needs: try JSONDecoder().decode(ModuleNeeds.self, from: Data(ModuleSamples.on(("A1", "*")).utf8))
            )
            let refused = await problem { try await other.publish(version, of: "B1", by: ModuleRoom.actor) }
            #expect(refused?.rejections.first?.message.key == "modules.dependency.cycle")
        }
    }
}
