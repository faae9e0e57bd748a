import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import TestSupport
import Testing
import Web

@testable import Console

struct PackageRouteTests {
    private let choice = #"{"platform":"ios","modules":[{"name":"MPHttpClient"},{"name":"MPCommonUI","version":"1.0.0"}]}"#

    @Test func aScriptMakesAPackageAndTakesIt() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let api = room.console.api
            let made = try await api(.post, "/apps/demo/packages", choice, nil, [:])
            #expect(made.status == .created)
            let package = try made.json(Package.self)
            let path = "/apps/demo/packages/\(package.id)"
            #expect(made.headers[.location] == "/api/v1\(path)" && package.state == .waiting)
            #expect(made.text.contains(#""sha256":null"#) && made.text.contains(#""chosen":[{"name":"MPHttpClient"}"#))
            let early = try await api(.get, "\(path)/download", nil, nil, [:])
            #expect(early.status == .conflict && early.text.contains("waits for its turn"))
            #expect(try await room.worker().tick())
            let ready = try await api(.get, path, nil, nil, [:]).json(Package.self)
            let whole = try await api(.get, "\(path)/download", nil, nil, [:])
            let bytes = [UInt8](Data(buffer: whole.body))
            #expect(whole.status == .ok && Hex.encode(Digest.sha256(bytes)) == ready.sha256.value && bytes.count == ready.size.value)
            #expect(whole.headers[.contentDisposition]?.contains("DEMO_IOS-\(ready.version).zip") == true)
            let rest = try await api(.get, "\(path)/download", nil, nil, [.range: "bytes=100-", .ifRange: whole.headers[.eTag] ?? ""])
            #expect(rest.status == .partialContent && [UInt8](Data(buffer: rest.body)) == Array(bytes[100...]))
            #expect(try await room.console.page("\(path)/download").status == .ok)
        }
    }

    @Test func aPlanIsAskedForWithoutMakingAnything() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let answer = try await room.console.api(.post, "/apps/demo/package-plans", choice)
            #expect(answer.status == .ok)
            #expect(try answer.json(PackagePlan.self).modules.count == 4)
            #expect(try await room.console.api(.get, "/apps/demo/packages").json(List<Package>.self).total == 0)
        }
    }

    @Test func whatCannotBeHadIs422WithSentences() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let answer = try await room.console.api(.post, "/apps/demo/packages", #"{"platform":"ios","modules":[{"name":"MPNone"}]}"#)
            #expect(answer.status == .unprocessableContent && answer.text.contains("There is no module MPNone on this platform"))
            #expect(answer.text.contains(#""pointer":"/modules/0""#))
            #expect(try await room.console.api(.post, "/apps/demo/packages", #"{"platform":"tv","modules":[]}"#).status == .unprocessableContent)
            #expect(try await room.console.api(.post, "/apps/none/packages", choice).status == .notFound)
        }
    }

    @Test func theListIsByPlatform() async throws {
        try await PackageRoom.run(platforms: ["ios", "android"]) { room in
            try await room.fill()
            try await room.create(PackageRoom.choice("MPLog"))
            let list = { (query: String) in try await room.console.api(.get, "/apps/demo/packages\(query)").json(List<Package>.self).total }
            #expect(try await list("") == 1)
            #expect(try await list("?platform=ios") == 1)
            #expect(try await list("?platform=android") == 0)
            #expect(try await room.console.api(.get, "/apps/demo/packages?platform=x").status == .unprocessableContent)
        }
    }

    @Test func theManifestIsServedByteForByte() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.create(PackageRoom.choice("MPLog"))
            let path = "/apps/demo/packages/\(package.id)/manifest"
            let answer = try await room.console.api(.get, path)
            #expect(try await answer.text == room.packages.manifest(package.id, of: "demo").bytes)
            #expect(answer.headers[.contentType] == "application/json")
            let tag = try #require(answer.headers[.eTag])
            #expect(try await room.console.api(.get, path, headers: [.ifNoneMatch: tag]).status == .notModified)
            #expect(try await room.console.page(path).text == answer.text)
            let bill = try await room.console.page("/apps/demo/packages/\(package.id)/bom")
            #expect(bill.headers[.contentType]?.hasPrefix("application/vnd.cyclonedx+json") == true)
            #expect(try await room.console.api(.get, "/apps/demo/packages/none/manifest").status == .notFound)
        }
    }

    @Test func theSchemaIsForEverybody() async throws {
        try await PackageRoom.run { room in
            let answer = try await room.console.ask(.get, "/schemas/BuildConfig-1.json")
            #expect(answer.status == .ok && answer.headers[.cacheControl]?.hasPrefix("public") == true)
            #expect(JSONValue(text: answer.text) != nil)
            let again = try await room.console.ask(.get, "/schemas/BuildConfig-1.json", headers: [.ifNoneMatch: answer.headers[.eTag] ?? ""])
            #expect(again.status == .notModified)
        }
    }

    @Test func cancellingAndTryingAgainIsOnBothFaces() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let path = "/apps/demo/packages/\(try await room.create(PackageRoom.choice("MPLog")).id)"
            #expect(try await room.console.api(.post, "\(path)/retry").status == .conflict)
            #expect(try await room.console.api(.post, "\(path)/cancellation").status == .noContent)
            let answer = try await room.console.submit("\(path)/retry", [])
            #expect(answer.status == .seeOther && answer.headers[.location] == path)
            #expect(try await room.console.submit("\(path)/cancellation", []).headers[.location] == path)
            #expect(try await room.console.api(.get, path).json(Package.self).state == .cancelled)
        }
    }

    @Test func theDifferenceIsAskedFor() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let (old, new) = (try await room.create(PackageRoom.choice("MPLog")), try await room.create(PackageRoom.choice("MPHttpClient")))
            let answer = try await room.console.api(.get, "/apps/demo/packages/\(new.id)/difference?from=\(old.id)")
            #expect(try answer.json(PackageDifference.self).added.map(\.name) == ["MPHttpClient"])
            #expect(try await room.console.api(.get, "/apps/demo/packages/\(new.id)/difference?from=none").status == .notFound)
        }
    }

    /// `POST /apps` with `modules`: a package for each platform that has them.
    @Test func aNewAppBeginsWithModules() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            try await room.publish("MPBase", on: .android)
            let new = { (name: String, modules: String) in
                #"{"name":"New","englishName":"\#(name)","platforms":["ios","android","harmony"],"modules":[\#(modules)]}"#
            }
            #expect(try await room.console.api(.post, "/apps", new("First", #""MPLog","MPBase""#)).status == .created)
            let packages = try await room.console.api(.get, "/apps/first/packages").json(List<Package>.self).items
            #expect(Set(packages.map { "\($0.platform) \($0.chosen.map(\.module))" }) == [#"ios ["MPLog", "MPBase"]"#, #"android ["MPBase"]"#])
            let unknown = try await room.console.api(.post, "/apps", new("Second", #""MPNone""#))
            #expect(unknown.status == .unprocessableContent && unknown.text.contains(#""pointer":"/modules""#))
            #expect(try await room.console.api(.get, "/apps/second").status == .notFound)
        }
    }

    @Test func onlyOperatorsMakePackages() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let made = await room.console.server.outcome(of: .createToken(name: "reader", scopes: [.read], app: nil, expiresInDays: nil))
            guard case .done(let json) = made, let token = JSONValue(text: json), case .object(let members) = token,
                case .string(let reader) = members["token"]
            else {
                throw TestFailure("no token")
            }
            #expect(try await room.console.api(.post, "/apps/demo/packages", choice, token: reader).status == .forbidden)
            #expect(try await room.console.api(.get, "/apps/demo/packages", token: reader).status == .ok)
            #expect(try await room.console.api(.get, "/apps/demo/packages", token: "").status == .unauthorized)
        }
    }
}
