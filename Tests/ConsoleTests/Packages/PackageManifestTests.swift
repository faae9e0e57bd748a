import Foundation
import Signing
import TestSupport
import Testing
import Web

@testable import Console

struct PackageManifestTests {
    private func manifest(_ room: PackageRoom, _ choice: PackageChoice) async throws -> (bytes: String, manifest: PackageManifest) {
        try await room.packages.manifest(try await room.create(choice).id, of: "demo")
    }

    @Test func itSaysWhatIsInThePackageAndWhy() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let (_, manifest) = try await manifest(room, PackageRoom.choice("MPHttpClient", "MPCommonUI"))
            #expect(manifest.schema == "mainsite/BuildConfig/1" && manifest.app.appKey == "DEMO_IOS" && manifest.app.id == "demo")
            #expect(manifest.modules.map(\.name) == ["MPBase", "MPCommonUI", "MPHttpClient", "MPLog"])
            #expect(manifest.modules.map(\.direct) == [false, true, true, false])
            #expect(manifest.modules[0].requiredBy == ["MPCommonUI", "MPHttpClient", "MPLog"])
            #expect(manifest.resources == ["APCommonUI.bundle"] && manifest.systemFrameworks == ["Foundation.framework", "libz.tbd"])
            #expect(manifest.thirdParty.map(\.title) == ["SecurityGuardSDK 1.5", "zlib 1.3"] && manifest.linkerFlags == ["-ObjC"])
            #expect(manifest.time == "2026-11-21T02:40:00Z")
        }
    }

    @Test func theSameContentsHaveTheSameBytes() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let first = try await manifest(room, PackageRoom.choice("MPHttpClient", "MPCommonUI"))
            room.console.clock.advance(by: 86_400)
            let second = try await manifest(room, PackageRoom.choice("MPCommonUI", "MPHttpClient"))
            #expect(first.bytes == second.bytes)
            var other = PackageRoom.choice("MPCommonUI", "MPHttpClient")
            other.minimumOS = "15.0"
            #expect(try await manifest(room, other).manifest.packageVersion != first.manifest.packageVersion)
        }
    }

    /// What goes into the archive beside the manifest is in the version too.
    @Test func theAppsConfigurationIsInTheVersion() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let choice = PackageRoom.choice("MPLog")
            let here = try await room.packages.create(choice, of: room.app, publicURL: PackageRoom.url, by: PackageRoom.actor)
            let there = try await room.packages.create(choice, of: room.app, publicURL: "https://other.example.com", by: PackageRoom.actor)
            #expect(here.version != there.version)
        }
    }

    /// What is read back is what was written; what does not fit the schema is told with its place.
    @Test func itIsReadBackAndCheckedAgainstItsSchema() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let (bytes, manifest) = try await manifest(room, PackageRoom.choice("MPHttpClient"))
            #expect(try room.packages.readManifest(Array(bytes.utf8)) == manifest)
            let wrong: [(String, String, String, String)] = [
                (#""name" : "MPLog""#, #""name" : "../MPLog""#, "pattern", "/modules/2/name"),
                (#""platform" : "ios""#, #""platform" : "tv""#, "choice", "/platform"),
                (#""direct" : true"#, #""direct" : 1"#, "type", "/modules/1/direct"), (#""packageVersion""#, #""packageversion""#, "additional", "/"),
                (manifest.modules[0].sha256, "abc", "pattern", "/modules/0/sha256"),
                (#""schema" : "mainsite/BuildConfig/1""#, #""schema" : "x""#, "choice", "/schema"),
            ]
            for (old, new, reason, place) in wrong {
                let text = bytes.replacing(old, with: new, maxReplacements: 1)
                #expect(text != bytes, "\(old)")
                let refusal = await problem { try room.packages.readManifest(Array(text.utf8)) }
                #expect(
                    refusal?.rejections.first?.message
                        == Message(
                            "packages.buildConfig.\(reason)",
                            ["place": place, "word": refusal?.rejections.first?.message.arguments["word"] ?? ""]
                        ),
                    "\(old)"
                )
            }
            for text in ["", "[]", "{}", "nonsense"] {
                #expect(await problem { try room.packages.readManifest(Array(text.utf8)) }?.rejections.first?.field == "buildConfig")
            }
        }
    }

    @Test func theBillOfMaterialsNamesEveryComponent() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.create(PackageRoom.choice("MPHttpClient"))
            let text = try await room.packages.bill(package.id, of: "demo").text
            guard case .object(let bill) = JSONValue(text: text), case .array(let components) = bill["components"] else { throw TestFailure(text) }
            let names = components.compactMap { if case .object(let members) = $0, case .string(let name) = members["name"] { name } else { nil } }
            #expect(names == ["MPBase", "MPHttpClient", "MPLog", "zlib"])
            #expect(bill["bomFormat"] == .string("CycloneDX") && bill["specVersion"] == .string("1.6"))
            #expect(text.contains(#""id" : "MIT""#) && text.contains("pkg:generic/MPLog@1.0.0"))
            #expect(text.firstMatch(of: #/"urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"/#) != nil)
            #expect(try await room.packages.bill(package.id, of: "demo").text == text)
        }
    }
}
