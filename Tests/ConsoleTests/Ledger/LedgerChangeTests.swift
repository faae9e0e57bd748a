import Foundation
import TestSupport
import Testing
import Web

@testable import Console

struct LedgerChangeTests {
    private func change(_ action: String, _ object: String, _ after: [String: String] = [:], before: [String: String] = [:]) throws -> LedgerChange {
        try #require(LedgerChange(.sample(action, object, before: before, after: after)))
    }

    @Test func aReleaseIsNamedAndLinkedByItsID() throws {
        let halt = try change("hotpatch.halt", "ios #3 (0123456789abcdef)", ["state": "halted", "version": "2.3.0", "audience": "20%, 2 rules"])
        #expect((halt.title, halt.subject.value, halt.platform.value, halt.version.value) == ("ios #3", "0123456789abcdef", .ios, "2.3.0"))
        #expect(halt.href.value == "/apps/demo/hotpatches/0123456789abcdef")
        #expect((halt.audience.value, halt.kind, halt.reachesDevices) == ("20%, 2 rules", .patch, true))
    }

    @Test func whatIsGoneLeadsToItsList() throws {
        #expect(try change("update.delete", "ios 2.4.0 (0123456789abcdef)").href.value == "/apps/demo/updates")
        #expect(try change("certificate.delete", "c1", before: ["alias": "Push", "purpose": "push"]).href.value == "/apps/demo/push-certificates")
        #expect(try change("app.delete", "demo").href.value == "/apps")
    }

    @Test func objectsOfEveryRoomAreRead() throws {
        let cases: [(String, String, [String: String], String, String?, String)] = [
            ("switch.publish", "7", ["keys": "home.banner new.cashier"], "#7 home.banner new.cashier", "7", "/apps/demo/switches/publications/7"),
            ("switch.save", "home/banner", [:], "home/banner", nil, "/apps/demo/switches/home%2Fbanner"),
            ("build.upload", "2.3.0 (45)", ["platform": "ios", "build": "b1"], "2.3.0 (45)", "b1", "/apps/demo/builds/b1"),
            ("build.upload", "2.3.0 (45)", ["platform": "ios"], "2.3.0 (45)", nil, "/apps/demo/builds"),
            ("package.create", "p1", ["platform": "android", "version": "1.0.3"], "android 1.0.3", "p1", "/apps/demo/packages/p1"),
            ("certificate.edit", "c1", ["alias": "Distribution", "purpose": "build"], "Distribution", "c1", "/apps/demo/build-certificates/c1"),
            ("log.configure", "ios behaviour", [:], "ios behaviour", nil, "/apps/demo/log-settings/ios/behaviour"),
            ("app.edit", "demo", ["name": "Demo app"], "Demo app", nil, "/apps/demo"),
            ("app.rotateSecret", "DEMO_IOS", ["platform": "ios"], "DEMO_IOS", nil, "/apps/demo/platforms/ios"),
            ("gateway.removeUpstream", "com.example.list", [:], "com.example.list", nil, "/apps/demo/gateway/upstreams"),
            ("gateway.editUpstream", "com.example.list", [:], "com.example.list", nil, "/apps/demo/gateway/upstreams/com.example.list"),
            ("hotpatch.addRamp", "Standard (standard)", [:], "Standard", "standard", "/apps/demo/hotpatch-ramps/standard"),
            ("module.publish", "MPLog 1.0.0 (ios)", [:], "MPLog 1.0.0 (ios)", nil, "/modules/MPLog"),
        ]
        for (action, object, after, title, subject, href) in cases {
            let change = try change(action, object, after)
            #expect((change.title, change.subject.value, change.href.value) == (title, subject, href), "\(action)")
        }
    }

    @Test func aRoleIsNamed() throws {
        let words = try Catalogue(directory: "\(TestConsole.home)/Views")
        let given = try change("account.setRole", "ann@example.com", ["role": "releaser"], before: ["role": "viewer"])
        #expect(given.title == "ann@example.com: releaser" && given.href.value == "/members")
        #expect(given.title(words[.chinese]) == "ann@example.com: 发布者")
        #expect(try change("account.setRole", "ann@example.com", before: ["role": "viewer"]).title(words[.english]) == "ann@example.com: -")
        #expect(try change("account.disable", "ann@example.com").title(words[.english]) == "ann@example.com")
    }

    @Test func theAudienceIsWhatTheRoomSaysOrCounts() throws {
        let cases: [(String, [String: String], String?)] = [
            ("update.publication", ["audience": "all", "percentage": "20%"], "all"), ("hotpatch.raised", ["percentage": "20%"], "20%"),
            ("update.whitelist", ["users": "1"], "1 user"), ("push.beginning", ["devices": "12000"], "12000 devices"),
            ("push.review", ["audience": "3"], "3 devices"), ("log.configure", ["enabled": "false"], "all"), ("certificate.add", [:], nil),
        ]
        for (action, after, audience) in cases { #expect(try change(action, "x", after).audience.value == audience, "\(action)") }
    }

    @Test func whatLeavesADraftReachesNobody() throws {
        #expect(try !change("hotpatch.whitelist", "ios #3 (a)", ["users": "2", "state": "draft"]).reachesDevices)
        #expect(try change("hotpatch.whitelist", "ios #3 (a)", ["users": "2", "state": "running"]).reachesDevices)
        #expect(try !change("diagnosis.create", "ios (a)", ["state": "asked"]).reachesDevices)
        #expect(try !change("hotpatch.create", "ios #3 (a)").reachesDevices)
    }

    @Test func whatIsNoChangeIsNone() {
        for action in ["account.logIn", "certificate.unlock", "push.test", "no.such"] { #expect(LedgerChange(.sample(action, "x")) == nil) }
    }

    @Test func anAudienceIsSaidInTheReadersLanguage() throws {
        let catalogue = try Catalogue(directory: "\(TestConsole.home)/Views")
        let audience = LedgerAudience([.users(12), .said("20%"), .rules(1)])
        #expect(audience.text == "12 users, 20%, 1 rule")
        #expect(LedgerAudience(text: audience.text) == audience)
        #expect(audience.text(catalogue[.chinese]) == "12 个用户，20%，1 条规则")
        #expect(audience.text(catalogue[.english]) == "12 users, 20%, 1 rule")
        #expect(LedgerAudience(text: "all").text(catalogue[.chinese]) == "全部设备")
        #expect(LedgerAudience(text: "WIFI, 2 devices").parts == [.said("WIFI"), .devices(2)])
    }
}
