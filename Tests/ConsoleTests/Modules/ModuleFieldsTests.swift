import Foundation
import Storage
import Testing
import Web

@testable import Console

/// Lists as lines of a form.
struct ModuleFieldsTests {
    private let artifact = ModuleArtifact(sha256: BlobID(of: []), size: 0, unpackedSize: 0, kind: .framework, files: 0, resources: [], headers: [])

    @Test func whatTheLastVersionAskedForIsOfferedAgain() throws {
        let json = #"""
            {"dependencies":[{"module":"A1","versions":">=1.0 <2"},{"module":"B1"}],"conflicts":[{"module":"C1","reason":{"zh":"二选一","en":"choose"}}],
            "systemFrameworks":["libz.tbd"],"thirdParty":[{"name":"SDWebImage","version":"5","licence":"MIT","included":true},{"name":"X"}],
            "licence":"MIT","linkerFlags":["-ObjC"],"minimumOS":"12.0","maximumOS":"18"}
            """#
        let needs = try JSONDecoder().decode(ModuleNeeds.self, from: Data(json.utf8))
        let latest = ModuleVersion(
            module: "MPLog",
            platform: .ios,
            version: "1.0",
            notes: .none,
            needs: needs,
            artifact: artifact,
            state: .current,
            replacement: OrNull(nil),
            reason: "",
            bad: OrNull(nil),
            publishedAt: Date(),
            publishedBy: ""
        )
        let fields = ModulePublishFields(artifact, after: latest)
        #expect(fields.dependencies == "A1 >=1.0 <2\nB1 *")
        #expect(fields.conflicts == "C1 * # 二选一 | choose")
        #expect(fields.thirdParty == "SDWebImage, 5, MIT, included\nX")
        #expect(try fields.version(on: .ios).needs == needs)
    }

    @Test func linesAreReadAsPeopleWriteThem() {
        #expect(ModuleLines.read(" a \r\n\n b") == ["a", "b"])
        #expect(ModuleLines.dependency("MPLog") == ModuleDependency("MPLog", "*"))
        #expect(ModuleLines.dependency("MPLog   ^1.2 || 3") == ModuleDependency("MPLog", "^1.2 || 3"))
        #expect(ModuleLines.conflict("A1 <2 # 因为").reason == ModuleText(zh: "因为", en: ""))
        #expect(ModuleLines.library("A, 1, MIT, outside") == nil && ModuleLines.library("A,1,MIT,included,x") == nil)
        #expect(ModuleLines.library("A") == ModuleThirdParty(name: "A", version: "", licence: "", included: false))
    }

    @Test func fieldsAreCalledAsTheFormCallsThem() {
        #expect(ModulePublishFields.field("needs.dependencies.3.versions") == "dependencies")
        #expect(ModulePublishFields.field("notes.zh") == "notesZh" && ModulePublishFields.field("version") == "version")
    }
}
