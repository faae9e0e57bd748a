import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// What phones get to see, and to take.
struct InstallPageTests {
    @Test func aPhoneInstallsAndIsCountedOnce() async throws {
        try await BuildRoom.run { room in
            let bytes = try room.apk()
            let build = try await room.bring(bytes, notes: "Look at the list")
            let page = try await room.phone("/i/\(build.installCode)").text
            #expect(page.contains("Demo") && page.contains("2.3.0 (230)") && page.contains("Look at the list"))
            #expect(page.contains("/i/\(build.installCode)/download?system=android") && page.contains("noindex"))
            #expect(!page.contains("demo</") && !page.contains(build.id) && !page.contains("ann@example.com"), "nothing of the console")
            let file = try await place(room, build)
            let first = try await room.console.ask(.get, file, headers: [.range: "bytes=0-9"])
            #expect(first.status == .partialContent && first.headers[.contentType] == "application/vnd.android.package-archive")
            let whole = try await room.console.ask(.get, file)
            #expect(Array(buffer: whole.body) == bytes && whole.headers[.contentDisposition]?.contains("Demo-2.3.0.apk") == true)
            #expect(try await room.console.ask(.head, file).status == .ok)
            #expect(try await room.installs.totals("demo", of: [build.id]) == [build.id: 1])
            _ = try await room.console.ask(.get, try await place(room, build))
            let counts = try await room.installs.days(build, last: 7)
            #expect(counts.map(\.downloads) == [2] && counts.first?.system == .android)
        }
    }

    private func place(_ room: BuildRoom, _ build: Build) async throws -> String {
        let answer = try await room.phone("/i/\(build.installCode)/download")
        #expect(answer.status == .seeOther, "\(answer.text.prefix(300))")
        return try #require(answer.headers[.location])
    }

    @Test func aTicketIsGoodForItsLinkAndItsDay() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let other = try await room.bring(try room.apk("2.4.0", build: "240"))
            let file = try await place(room, build)
            #expect(try await room.console.ask(.get, file.replacing(build.installCode, with: other.installCode)).status == .notFound)
            #expect(try await room.console.ask(.get, file.replacing("android", with: "desktop")).status == .notFound)
            room.console.clock.advance(by: Installs.patience + 1)
            #expect(try await room.console.ask(.get, file).status == .notFound)
        }
    }

    @Test func theLimitIsExact() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            try await room.installs.edit(build.installCode, of: try room.app, InstallSettings(limit: 5), by: BuildRoom.actor)
            var files: [String] = []
            for _ in 0..<20 { files.append(try await place(room, build)) }
            let statuses = await withTaskGroup(of: HTTPResponse.Status?.self) { group in
                for file in files { group.addTask { try? await room.console.ask(.get, file).status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.filter { $0 == .ok }.count == 5)
            #expect(statuses.filter { $0 == .forbidden }.count == 15)
            #expect(try await room.installs.link(build.installCode, of: "demo").taken == 5)
            #expect(try await room.phone("/i/\(build.installCode)").text.contains("used up"))
        }
    }

    @Test func aPasswordIsAskedFor() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            try await room.installs.edit(build.installCode, of: try room.app, InstallSettings(password: "secret 1"), by: BuildRoom.actor)
            let locked = try await room.phone("/i/\(build.installCode)").text
            #expect(locked.contains(#"name="password""#) && !locked.contains("2.3.0"), "not even the name")
            #expect(try await room.console.ask(.get, "/i/\(build.installCode)/icon.png").status == .forbidden)
            let wrong = try await unlock(room, build, "other")
            #expect(wrong.status == .unprocessableContent)
            let right = try await unlock(room, build, "secret 1")
            #expect(right.status == .seeOther)
            let cookie = try #require(right.headers[values: .setCookie].first { $0.hasPrefix("install=") })
            #expect(cookie.contains("HttpOnly") && cookie.contains("Path=/i/\(build.installCode)"))
            let pass = String(cookie.prefix { $0 != ";" })
            #expect(try await room.phone("/i/\(build.installCode)", cookie: pass).text.contains("2.3.0"))
            try await room.installs.edit(build.installCode, of: try room.app, InstallSettings(password: "secret 2"), by: BuildRoom.actor)
            #expect(!(try await room.phone("/i/\(build.installCode)", cookie: pass).text.contains("2.3.0")), "another password, another pass")
        }
    }

    private func unlock(_ room: BuildRoom, _ build: Build, _ password: String) async throws -> TestResponse {
        let form = Array(Form([("password", password)]).encoded.utf8)
        return try await room.console.ask(
            .post,
            "/i/\(build.installCode)",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: form
        )
    }

    @Test func wordsAreNotTriedForever() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            try await room.installs.edit(build.installCode, of: try room.app, InstallSettings(password: "secret 1"), by: BuildRoom.actor)
            var statuses: [HTTPResponse.Status] = []
            for _ in 0..<25 { statuses.append(try await unlock(room, build, "wrong").status) }
            #expect(statuses.last == .tooManyRequests)
        }
    }

    @Test func aLinkEnds() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let end = room.console.clock.now.addingTimeInterval(3_600).ISO8601Format()
            try await room.installs.edit(build.installCode, of: try room.app, InstallSettings(expiresAt: end), by: BuildRoom.actor)
            let file = try await place(room, build)
            room.console.clock.advance(by: 3_601)
            let page = try await room.phone("/i/\(build.installCode)").text
            #expect(page.contains("This link has expired") && !page.contains("2.3.0"))
            #expect(try await room.console.ask(.get, file).status == .forbidden)
        }
    }

    @Test func codesAreNotSearchedFor() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            for _ in 0..<60 { #expect(try await room.phone("/i/\(InstallCode.make())").status == .notFound) }
            #expect(try await room.phone("/i/\(InstallCode.make())").status == .tooManyRequests)
            #expect(try await room.phone("/i/\(build.installCode)").status == .tooManyRequests, "one cannot tell by this what exists")
            room.console.clock.advance(by: 601)
            #expect(try await room.phone("/i/\(build.installCode)").status == .ok)
        }
    }

    @Test func theNewestIsFollowed() async throws {
        try await BuildRoom.run { room in
            try await room.bring(try room.apk("2.3.0"))
            room.console.clock.advance(by: 60)
            let newest = try await room.bring(try room.apk("2.3.1", build: "231"))
            room.console.clock.advance(by: 60)
            try await room.bring(try room.ipa("2.4.0"), name: "app.ipa")
            let links = try await room.console.api(.get, "/apps/demo/install-links").json(List<InstallLinkBody>.self).items
            #expect(links.map(\.follows) == [.app, .platform, .platform])
            let android = try #require(links.first { $0.platform.value == .android })
            #expect(try await room.phone("/i/\(android.code)").text.contains("2.3.1 (231)"))
            #expect(try await room.phone("/i/\(links[0].code)").text.contains("2.3.1 (231)"))
            #expect(try await room.phone("/i/\(links[0].code)", InstallAgents.iPhone).text.contains("2.4.0"))
            try await room.builds.retire(newest.id, of: "demo", by: BuildRoom.actor)
            #expect(try await room.phone("/i/\(android.code)").text.contains("2.3.0 (230)"))
        }
    }

    @Test func aLinkGetsAnotherAddress() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let answer = try await room.console.api(.post, "/apps/demo/install-links/\(build.installCode)/renewal")
            #expect(answer.status == .created)
            let new = try answer.json(InstallLinkBody.self)
            #expect(new.build.value == build.id && new.code != build.installCode)
            #expect(try await room.phone("/i/\(build.installCode)").status == .notFound)
            #expect(try await room.phone("/i/\(new.code)").status == .ok)
        }
    }

    @Test func settingsAreSaid() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let link = "/apps/demo/install-links/\(build.installCode)"
            let body = try await room.console.api(.put, link, #"{"password":"1234","limit":10,"expiresAt":"2027-01-01"}"#).json(InstallLinkBody.self)
            #expect(body.hasPassword && body.limit.value == 10 && body.expiresAt.value != nil && body.state == .open)
            #expect(try await room.console.page(link).text.contains(#"value="2027-01-02 00:00""#), "by the app's clocks, as it is typed")
            let kept = try await room.console.submit(link, [("password", ""), ("expiresAt", ""), ("limit", "")])
            #expect(kept.status == .seeOther)
            let after = try await room.console.api(.get, link).json(InstallLinkBody.self)
            #expect(after.hasPassword && after.limit.value == nil && after.expiresAt.value == nil)
            _ = try await room.console.submit(link, [("open", "true"), ("expiresAt", ""), ("limit", "")])
            #expect(!(try await room.console.api(.get, link).json(InstallLinkBody.self).hasPassword))
            let wrong = try await room.console.submit(link, [("password", "123"), ("expiresAt", "2020-01-01"), ("limit", "0")])
            #expect(wrong.status == .unprocessableContent)
            for field in ["password", "expiresAt", "limit"] { #expect(wrong.text.contains(#"id="error-\#(field)""#)) }
        }
    }

    @Test func pagesSpeakBothLanguages() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.apk())
            let chinese = try await room.console.ask(
                .get,
                "/i/\(build.installCode)",
                headers: [.userAgent: InstallAgents.wechat, .acceptLanguage: "zh-CN"]
            )
            #expect(chinese.text.contains("微信") && chinese.text.contains("在浏览器打开"))
            let desktop = try await room.phone("/i/\(build.installCode)", InstallAgents.desktop).text
            #expect(desktop.contains("<svg") && desktop.contains("Scan with"))
            let other = try await room.phone("/i/\(build.installCode)", InstallAgents.iPhone).text
            #expect(other.contains("for another system"))
        }
    }

    @Test func plainHTTPIsExplained() async throws {
        try await BuildRoom.run { room in
            let build = try await room.bring(try room.ipa(), name: "app.ipa")
            let page = try await room.phone("/i/\(build.installCode)", InstallAgents.iPhone).text
            #expect(!page.contains("itms-services:") && page.contains("--public-url"))
            let manifest = try await room.console.ask(.get, "/i/\(build.installCode)/manifest.plist")
            #expect(manifest.status == .conflict && manifest.text.contains("https"))
        }
    }
}
