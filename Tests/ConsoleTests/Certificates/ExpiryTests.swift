import Foundation
import HTTPTypes
import Signing
import TestSupport
import Testing
import Web

@testable import Console

struct ExpiryTests {
    private let now = Date(timeIntervalSince1970: 1_795_228_800)

    @Test(arguments: [
        (61.0, ExpiryLevel.later), (60, .notice), (30.5, .notice), (30, .soon), (7.5, .soon), (7, .urgent), (0.1, .urgent), (0, .expired),
        (-5, .expired),
    ])
    func levels(days: Double, level: ExpiryLevel) {
        #expect(ExpiryLevel(now.addingTimeInterval(days * 86_400), now: now) == level)
    }

    @Test func theRadarShowsWhatEndsFirst() async throws {
        try await CertificateRoom.run { room in
            #expect(try await room.console.api(.get, "/expiries").json(List<Expiry>.self).total == 0)
            #expect(try await room.console.page("/expiries").text.contains("没有要到期的"))
            #expect(try await !room.console.page("/").text.contains("id=\"expiries\""))
            let soon = try await room.bringPush(try room.identity("Push", days: 20, topics: ["com.example.demo"]))
            _ = try await room.bringPush(try room.identity("Later", days: 90, topics: ["com.example.demo"]))
            let signer = try room.identity(days: 50)
            let profile = try room.profile([signer.certificate], days: 5, by: signer)
            let build = try await room.bring(.build, [("file", "a.p12", signer.p12), ("profile", "a.mobileprovision", profile)]).json(
                CertificateView.self
            )

            let found = try await room.console.api(.get, "/expiries").json(List<Expiry>.self).items
            #expect(found.map(\.id) == [build.id, soon.id])
            #expect(found.map(\.what) == [.certificateProfile, .pushCertificate] && found.map(\.stops) == [.builds, .pushes])
            #expect(found.map(\.daysLeft) == [5, 20] && found.map(\.level) == [.urgent, .soon])
            #expect(try await room.console.api(.get, "/expiries?days=365").json(List<Expiry>.self).total == 3)
            let first = try await room.console.api(.get, "/expiries?limit=1").json(List<Expiry>.self)
            let cursor = try #require(first.next.value)
            #expect(try await room.console.api(.get, "/expiries?limit=1&cursor=\(cursor)").json(List<Expiry>.self).items.map(\.id) == [soon.id])
            #expect(try await room.console.api(.get, "/expiries?app=other").json(List<Expiry>.self).total == 0)
            let ofOne = try await room.console.page("/expiries?app=demo").text
            #expect(ofOne.contains(#"name="app" value="demo""#), "looking further ahead stays with the app")
            #expect(try await room.console.api(.get, "/expiries?days=0").status == .unprocessableContent)
            for path in ["/", "/expiries", "/apps/demo"] {
                let page = try await room.console.page(path)
                #expect(page.status == .ok && page.text.contains("/apps/demo/push-certificates/\(soon.id)"), "\(path)")
            }
        }
    }

    @Test func profilesOfBuildsAreTheirPlatforms() async throws {
        try await BuildRoom.run { room in
            let now = room.console.clock.now
            for (number, days) in [("1", -100.0), ("2", 5)] {
                var profile = TestProfile()
                (profile.uuid, profile.expiresAt) = ("profile-\(number)", now.addingTimeInterval(days * 86_400))
                profile.createdAt = now.addingTimeInterval(-365 * 86_400)
                var package = TestPackage()
                package.build = number
                try await room.bring(try package.ipa(profile: try profile.signed()), name: "app.ipa")
            }
            let near = try await room.server.database.read { try $0.buildProfiles(endingBefore: now.addingTimeInterval(60 * 86_400), limit: 1) }
            #expect(near.map(\.uuid) == ["profile-2"], "what ended long ago does not stand before it")
            let found = { try await room.console.api(.get, "/expiries").json(List<Expiry>.self).items }
            #expect(try await found().map(\.id) == ["profile-2"])
            #expect(try await found().map(\.platform) == [.ios])
            try await room.server.database.write { try $0.run("UPDATE build SET platform = 'harmony'") }
            #expect(try await found().map(\.platform) == [.harmony])
        }
    }

    @Test func whatIsRetiredOrArchivedIsSilent() async throws {
        try await CertificateRoom.run { room in
            let one = try await room.bringPush(try room.identity("A", days: 3, topics: ["com.example.demo"]))
            _ = try await room.bringPush(try room.identity("B", days: 4, topics: ["com.example.demo"]))
            let total = { try await room.console.api(.get, "/expiries").json(List<Expiry>.self).total }
            #expect(try await total() == 2)
            room.console.clock.advance(by: 5 * 86_400)
            #expect(try await total() == 2)
            #expect(try await room.console.api(.post, "/apps/demo/push-certificates/\(one.id)/retirement").status == .noContent)
            #expect(try await total() == 1)
            #expect(try await room.console.api(.post, "/apps/demo/archive").status == .noContent)
            #expect(try await total() == 0)
        }
    }
}
