import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// Which versions came out with which packages, on both faces.
struct ShipmentTests {
    @Test func aVersionIsLinkedToItsPackage() async throws {
        try await PackagePageRoom.run { room in
            let package = try await room.package("MPHttpClient")
            let answer = try await room.ship("2.3.0", build: "45 beta", try await room.buildConfig(package))
            #expect(answer.status == .created && answer.headers[.location] == "/api/v1/apps/demo/shipments/ios/2.3.0?build=45%20beta")
            let shipment = try answer.json(Shipment.self)
            #expect(shipment.package.value?.id == package.id && shipment.packageVersion == package.version && shipment.modules == 2)
            let location = try #require(answer.headers[.location]).dropFirst("/api/v1".count)
            #expect(try await room.console.api(.get, String(location)).json(Shipment.self) == shipment)
            #expect(try await room.console.api(.get, "/apps/demo/shipments/ios/2.3.0").status == .notFound, "that build has a number")
            let page = try await room.console.page("/apps/demo/shipments").text
            #expect(page.contains("iOS 2.3.0") && page.contains("45 beta") && page.contains("/packages/\(package.id)"))
            #expect(try await room.console.page("/apps/demo/packages/\(package.id)").text.contains("45 beta"))
        }
    }

    @Test func theSameAgainReplacesIt() async throws {
        try await PackagePageRoom.run { room in
            let first = try await room.buildConfig(try await room.package("MPHttpClient"))
            let second = try await room.buildConfig(try await room.package("MPCommonUI"))
            #expect(try await room.ship("2.3.0", first).status == .created)
            #expect(try await room.ship("2.3.0", first).status == .ok)
            #expect(try await records(room) == 1, "the same bytes again change nothing")
            let replaced = try await room.ship("2.3.0", second)
            #expect(replaced.status == .ok)
            #expect(try replaced.json(Shipment.self).modules == 1)
            let list = try await room.console.api(.get, "/apps/demo/shipments").json(Web.List<Shipment>.self)
            #expect(list.total == 1)
            #expect(try await records(room) == 2)
            let usage = try await room.console.api(.get, "/modules/MPHttpClient/usage").json(ModuleUsage.self)
            #expect(usage.shipments.isEmpty, "what it was built with before is forgotten")
        }
    }

    private func records(_ room: PackagePageRoom) async throws -> Int? {
        try await room.server.database.read { try $0.value("SELECT count(*) FROM audit_event WHERE action = 'shipment.record'") }
    }

    @Test func aManifestThatSaysSomethingElseIsNotThePackages() async throws {
        try await PackagePageRoom.run { room in
            let text = try await room.buildConfig(try await room.package("MPHttpClient"))
            let edited = text.replacing(#""1.0.1""#, with: #""1.0.0""#)
            #expect(edited != text)
            let shipment = try await room.ship("2.3.0", edited).json(Shipment.self)
            #expect(shipment.package.value == nil)
            #expect(try await room.console.page("/apps/demo/shipments").text.contains("不是这里打的包"))
            let spaced = text.replacing(",", with: ", ")
            #expect(try await room.ship("2.4.0", spaced).json(Shipment.self).package.value != nil, "what it says counts, not how it is written")
        }
    }

    @Test func whatIsNoManifestIsRefused() async throws {
        try await PackagePageRoom.run { room in
            let text = try await room.buildConfig(try await room.package("MPLog"))
            for (buildConfig, platform, version) in [
                (#"{"a":1}"#, "ios", "1.0"), ("[]", "ios", "1.0"), (text, "android", "1.0"), (text, "ios", ""),
                (text, "ios", String(repeating: "1", count: 65)), (text.replacing(#""demo""#, with: #""other""#), "ios", "1.0"),
            ] {
                let answer = try await room.ship(version, buildConfig, platform: platform)
                #expect(answer.status == .unprocessableContent, "\(answer.text)")
            }
            let missing = try await room.console.api(.post, "/apps/demo/shipments", #"{"platform":"ios","version":"1.0"}"#)
            #expect(missing.status == .unprocessableContent && missing.text.contains("/buildConfig"))
            #expect(try await room.console.api(.get, "/apps/demo/shipments").json(Web.List<Shipment>.self).total == 0)
        }
    }

    @Test func aModuleIsListedOnce() async throws {
        try await PackagePageRoom.run { room in
            let text = try await room.buildConfig(try await room.package("MPLog"))
            let value = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
            let module = try #require((value["modules"] as? [[String: Any]])?.first)
            let twice = value.merging(["modules": [module, module.merging(["version": "9.9.9"]) { $1 }]]) { $1 }
            let answer = try await room.ship("2.3.0", String(decoding: try JSONSerialization.data(withJSONObject: twice), as: UTF8.self))
            #expect(answer.status == .unprocessableContent && answer.text.contains("/modules"), "\(answer.text)")
        }
    }

    @Test func aPackageCanBeChosenInstead() async throws {
        try await PackagePageRoom.run { room in
            let package = try await room.package("MPHttpClient")
            try await room.server.database.write { connection in
                try connection.packageIsReady("demo", package.id, sha256: .init(of: []), size: 1, at: room.console.clock.now)
            }
            let body = #"{"platform":"ios","version":"2.3.0","package":"\#(package.id)"}"#
            #expect(try await room.console.api(.post, "/apps/demo/shipments", body).json(Shipment.self).package.value?.id == package.id)
            #expect(try await room.console.page("/apps/demo/shipments?package=\(package.id)").text.contains(#"value="\#(package.id)" selected"#))
            let sent = [("package", package.id), ("version", " 2.4.0 "), ("build", "7")]
            let done = try await room.console.submit("/apps/demo/shipments", sent)
            #expect(done.status == .seeOther && done.headers[.location] == "/apps/demo/shipments")
            let list = try await room.console.api(.get, "/apps/demo/shipments?platform=ios&limit=1").json(Web.List<Shipment>.self)
            #expect(list.items.map(\.version) == ["2.4.0"] && list.total == 2)
            let rest = try await room.console.api(.get, "/apps/demo/shipments?limit=1&cursor=\(try #require(list.next.value))")
            #expect(try rest.json(Web.List<Shipment>.self).items.map(\.version) == ["2.3.0"])
            let wrong = try await room.console.submit("/apps/demo/shipments", [("package", "nosuch"), ("version", ""), ("build", "")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains(#"id="error-package""#))
        }
    }

    @Test func whoOnlyReadsMayNotRecord() async throws {
        try await PackagePageRoom.run { room in
            let made = try await room.console.api(.post, "/tokens", #"{"name":"reader","scope":"read"}"#).json(Made.self)
            let answer = try await room.console.api(.post, "/apps/demo/shipments", #"{"platform":"ios","version":"1.0"}"#, token: made.token)
            #expect(answer.status == .forbidden)
            #expect(try await room.console.api(.get, "/apps/demo/shipments", token: made.token).status == .ok)
            #expect(try await room.console.api(.get, "/apps/demo/shipments", token: "").status == .unauthorized)
        }
    }

    private struct Made: Decodable {
        let token: String
    }
}
