import Foundation
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The `BuildConfig.json` of an app as it is shipped.
struct ManifestInArchiveTests {
    private let scratch: ScratchFiles
    private let manifests = ManifestInArchive(inspector: FileInspector())
    private let json = Array(#"{"schema":"mainsite/BuildConfig/1"}"#.utf8)

    init() throws {
        scratch = try ScratchFiles()
    }

    @Test(arguments: ["Payload/Demo.app/mPaas.framework/BuildConfig.json", "assets/BuildConfig.json", "BuildConfig.json"])
    func itIsFoundWhereverItIs(path: String) async throws {
        let app = try scratch.zip("a.zip", [path: json, "Payload/Demo.app/Info.plist": [1], "x/OtherBuildConfig.json": [2]])
        #expect(try await manifests.find(app) == json)
    }

    @Test func itMayComeByItself() async throws {
        #expect(try await manifests.find(try scratch.file("a.json", json)) == json)
        let marked = try scratch.file("b.json", [0xEF, 0xBB, 0xBF, 0x0A] + json)
        #expect(try await manifests.find(marked) == [0x0A] + json)
    }

    @Test func theSameTwiceIsOne() async throws {
        #expect(try await manifests.find(try scratch.zip("a.zip", ["a/BuildConfig.json": json, "b/BuildConfig.json": json])) == json)
        let other = try scratch.zip("b.zip", ["a/BuildConfig.json": json, "b/BuildConfig.json": json + [0x20]])
        let problem = await problem { try await manifests.find(other) }
        #expect(problem?.rejections.first?.message.key == "packages.shipments.several")
        #expect(Set(problem?.rejections.first?.message.arguments.values.map { $0 } ?? []) == ["a/BuildConfig.json", "b/BuildConfig.json"])
    }

    @Test func whatHoldsNoneIsTold() async throws {
        let none = try scratch.zip("a.zip", ["Payload/Demo.app/Info.plist": [1]])
        #expect(await problem { try await manifests.find(none) } == .invalid("file", "packages.shipments.notInFile"))
        let text = try scratch.file("a.txt", Array("no archive".utf8))
        #expect(await problem { try await manifests.find(text) } == .invalid("file", "files.archive.notAnArchive"))
        let long = try scratch.file("b.json", json + [UInt8](repeating: 0x20, count: NewShipment.mostBytes))
        #expect(await problem { try await manifests.find(long) } == .invalid("file", "packages.shipments.tooLarge"))
    }

    @Test func anUploadedAppIsRecorded() async throws {
        try await PackagePageRoom.run { room in
            let package = try await room.package("MPHttpClient")
            let manifest = Array(try await room.buildConfig(package).utf8)
            let path = try scratch.zip("Demo.ipa", ["Payload/Demo.app/mPaas.framework/BuildConfig.json": manifest])
            let app = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
            let fields = [("uploadVersion", "2.3.0"), ("uploadBuild", "45")]
            let sent = try await room.console.submit("/apps/demo/shipments/upload", fields, file: "Demo.ipa", app)
            #expect(sent.status == .seeOther && sent.headers[.location] == "/apps/demo/shipments")
            let shipment = try await room.console.api(.get, "/apps/demo/shipments/ios/2.3.0?build=45").json(Shipment.self)
            #expect(shipment.package.value?.id == package.id)
            let wrong = try await room.console.submit(
                "/apps/demo/shipments/upload",
                [("uploadVersion", ""), ("uploadBuild", "9")],
                file: "a.json",
                manifest
            )
            #expect(wrong.status == .unprocessableContent && wrong.text.contains(#"id="error-uploadVersion""#) && wrong.text.contains(#"value="9""#))
            let other = try await room.console.submit("/apps/demo/shipments/upload", fields, file: "a.json", Array(#"{"a":1}"#.utf8))
            #expect(other.status == .unprocessableContent && other.text.contains(#"id="error-file""#))
        }
    }
}
