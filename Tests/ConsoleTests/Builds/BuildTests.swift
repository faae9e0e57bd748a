import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Bringing builds and looking at them, on both faces.
struct BuildTests {
    @Test func aPackageIsBroughtAsABody() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let answer = try await room.put(bytes, name: "Demo 1.apk")
            #expect(answer.status == .created, "\(answer.text)")
            let build = try answer.json(BuildBody.self)
            #expect(answer.headers[.location] == "/api/v1/apps/demo/builds/\(build.id)")
            #expect(build.platform == .android && build.kind == .apk && build.identifier == "com.example.demo")
            #expect(build.version == "2.3.0" && build.buildNumber == "230" && build.minOS == "23" && build.displayName == "Demo")
            #expect(build.size == bytes.count && build.sha256 == BlobID(of: bytes).text && build.md5 == Hex.encode(Digest.md5(bytes)))
            #expect(build.fileName == "Demo 1.apk" && build.state == .current && build.hasIcon)
            #expect(build.installURL.hasSuffix("/i/\(build.installCode)") && InstallCode.isOne(build.installCode))
            #expect(build.findings.map(\.word) == [.notSigned])
            let again = try await room.console.api(.get, "/apps/demo/builds/\(build.id)").json(BuildBody.self)
            #expect(again.sha256 == build.sha256 && again.installCode == build.installCode)
        }
    }

    @Test func theSameFileAgainIsTheSameBuild() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let first = try await room.put(bytes).json(BuildBody.self)
            let second = try await room.put(bytes, name: "other.apk")
            #expect(second.status == .ok)
            #expect(try second.json(BuildBody.self).id == first.id)
            #expect(try await room.console.api(.get, "/apps/demo/builds").json(List<BuildBody>.self).total == 1)
            #expect(try await records(room, "build.upload") == 1)
        }
    }

    private func records(_ room: BuildRoom, _ action: String) async throws -> Int? {
        try await room.server.database.read { try $0.value("SELECT count(*) FROM audit_event WHERE action = \(action)") }
    }

    @Test func aFormBringsOneToo() async throws {
        try await BuildRoom.run { room in
            #expect(try await room.console.page("/apps/demo/builds/new").text.contains(#"enctype="multipart/form-data""#))
            let done = try await room.console.submit("/apps/demo/builds", [("notes", "请看登录页")], file: "Demo.apk", try room.apk())
            #expect(done.status == .seeOther, "\(done.text.prefix(500))")
            let place = try #require(done.headers[.location])
            let page = try await room.console.page(place).text
            #expect(page.contains("2.3.0 (230)") && page.contains("请看登录页") && page.contains("android.permission.CAMERA"))
            #expect(page.contains("<svg") && page.contains("/qr.png") && page.contains("arm64-v8a"))
            let wrong = try await room.console.submit("/apps/demo/builds", [("notes", "")], file: "notes.txt", Array("no package".utf8))
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("notes.txt"))
        }
    }

    @Test func scriptsMaySendAForm() async throws {
        try await BuildRoom.run { room in
            let head = "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"Demo.apk\"\r\n\r\n"
            let body = Array(head.utf8) + (try room.apk()) + Array("\r\n--b--\r\n".utf8)
            let headers: HTTPFields = [.authorization: "Bearer \(room.console.token)", .contentType: "multipart/form-data; boundary=b"]
            let answer = try await room.console.ask(.post, "/api/v1/apps/demo/builds", headers: headers, body: body)
            #expect(answer.status == .created, "\(answer.text)")
            #expect(try answer.json(BuildBody.self).md5.count == 32)
        }
    }

    @Test func aPlatformThatTheAppDoesNotHaveIsRefused() async throws {
        try await BuildRoom.run { room in
            let answer = try await room.put(try TestPackage().hap(), name: "app.hap")
            #expect(answer.status == .unprocessableContent && answer.text.contains("harmony"))
            #expect(try await room.server.database.read { try $0.value("SELECT count(*) FROM build", as: Int.self) } == 0)
        }
    }

    @Test func whoOnlyReadsMayNotBringOne() async throws {
        try await BuildRoom.run { room in
            let token = try await room.console.api(.post, "/tokens", #"{"name":"reader","scope":"read"}"#).json(MadeToken.self).token
            #expect(try await room.put(try room.apk(), token: token).status == .forbidden)
            #expect(try await room.console.api(.get, "/apps/demo/builds", token: token).status == .ok)
            #expect(try await room.console.api(.get, "/apps/demo/builds", token: "").status == .unauthorized)
        }
    }

    private struct MadeToken: Decodable {
        let token: String
    }

    @Test func listsAreFiltered() async throws {
        try await BuildRoom.run { room in
            for (version, number) in [("2.2.0", "220"), ("2.3.0", "230"), ("2.3.1", "231")] {
                try await room.bring(try room.apk(version, build: number), notes: "notes of \(version)")
                room.console.clock.advance(by: 60)
            }
            try await room.bring(try room.ipa("2.3.1"), name: "app.ipa")
            func versions(_ query: String) async throws -> [String] {
                try await room.console.api(.get, "/apps/demo/builds?\(query)").json(List<BuildBody>.self).items.map(\.version)
            }
            #expect(try await versions("platform=android") == ["2.3.1", "2.3.0", "2.2.0"])
            #expect(try await versions("version=2.3.1&platform=ios") == ["2.3.1"])
            #expect(try await versions("q=notes%20of%202.2") == ["2.2.0"])
            #expect(try await versions("q=100%25") == [])
            let first = try await room.console.api(.get, "/apps/demo/builds?platform=android&limit=2").json(List<BuildBody>.self)
            #expect(first.total == 3 && first.items.count == 2)
            #expect(try await versions("platform=android&limit=2&cursor=\(try #require(first.next.value))") == ["2.2.0"])
            let none = try await room.console.page("/apps/demo/builds?q=nothing").text
            #expect(none.contains("没有符合条件的构建"))
            #expect(try await room.console.page("/apps/demo/builds").text.contains("始终指向最新构建"))
        }
    }

    @Test func aBuildIsTakenBackAndOfferedAgain() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let one = "/apps/demo/builds/\(build.id)"
            #expect(try await room.console.api(.post, "\(one)/restoration").status == .conflict)
            #expect(try await room.console.api(.post, "\(one)/retirement").status == .noContent)
            #expect(try await room.builds.latest("demo", .android) == nil)
            #expect(try await room.phone("/i/\(build.installCode)").text.contains("nothing to install"))
            #expect(try await room.console.api(.post, "\(one)/retirement").status == .conflict)
            let done = try await room.console.submit("\(one)/restoration", [])
            #expect(done.status == .seeOther)
            #expect(try await room.builds.latest("demo", .android)?.id == build.id)
        }
    }

    @Test func aBuildIsRemovedWithItsFile() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let wrong = try await room.console.submit("/apps/demo/builds/\(build.id)/removal", [("confirm", "2.3")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("2.3.0"))
            let done = try await room.console.submit("/apps/demo/builds/\(build.id)/removal", [("confirm", "2.3.0")])
            #expect(done.status == .seeOther && done.headers[.location] == "/apps/demo/builds")
            #expect(try await room.server.blobs.size(build.sha256) == nil)
            #expect(try await room.phone("/i/\(build.installCode)").status == .notFound)
            #expect(try await room.console.api(.delete, "/apps/demo/builds/\(build.id)").status == .notFound)
        }
    }

    @Test func aFileThatAnotherAppHasStays() async throws {
        try await BuildRoom.run { room in
            try await room.console.makeApp("Other", platforms: ["android"])
            let bytes = try room.apk()
            let build = try await room.bring(bytes)
            let path = FileManager.default.temporaryDirectory.appending(path: "build-\(UUID().uuidString)").path
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            let upload = FileUpload(path: path, size: bytes.count, sha256: BlobID(of: bytes), name: "app.apk")
            let other = try await room.builds.take(upload, of: try room.server.apps.app("other"), by: BuildRoom.actor)
            #expect(other.isNew)
            try await room.builds.delete(build.id, of: "demo", by: BuildRoom.actor)
            #expect(try await room.server.blobs.size(build.sha256) == bytes.count)
            try await room.builds.erase("other")
            #expect(try await room.server.blobs.size(build.sha256) == nil)
        }
    }

    @Test func filesAreServed() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let build = try await room.bring(bytes, name: "Demo.apk")
            let one = "/apps/demo/builds/\(build.id)"
            let part = try await room.console.api(.get, "\(one)/download", headers: [.range: "bytes=0-3"])
            #expect(part.status == .partialContent && Array(buffer: part.body) == Array(bytes[0..<4]))
            #expect(part.headers[.contentDisposition]?.contains("Demo.apk") == true)
            let icon = try await room.console.api(.get, "\(one)/icon.png")
            #expect(icon.headers[.contentType] == "image/png" && Array(buffer: icon.body).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(Array(buffer: try await room.console.api(.get, "\(one)/qr.png").body).starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(try await room.console.api(.get, "\(one)/qr.svg").text.contains(build.installCode))
        }
    }

    @Test func anotherIdentifierIsSaid() async throws {
        try await BuildRoom.run { room in
            let details = #"{"bundleId":"com.example.real","repositoryType":"","repositoryAddress":""}"#
            _ = try await room.console.api(.put, "/apps/demo/platforms/android", details)
            let build = try await room.bring(try room.apk())
            let expected = try room.server.apps.app("demo").platform(.android)?.bundleId ?? ""
            let words = InstallDoctor(build: build, now: room.console.clock.now).ofPackage(expected: "com.example.real").map(\.word)
            #expect(words.contains(.otherIdentifier))
            let body = try await room.console.api(.get, "/apps/demo/builds/\(build.id)").json(BuildBody.self)
            #expect(body.findings.contains { $0.word == .otherIdentifier } == (expected == "com.example.real"))
        }
    }
}
