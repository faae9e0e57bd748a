import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Console

@Suite struct BadgeRouteTests {
    private struct Body: Decodable {
        struct Audience: Decodable { let to: String }
        let id: String
        let badgeId: String
        let style: String
        let temporaryBadgeNumber: Int
        let audience: Audience
        let state: String
        let shown: Int
    }

    private struct Bodies: Decodable {
        let items: [Body]
        let next: String?
        let total: Int
    }

    private static let hostile = "<script>alert(1)</script>\"\u{200D}'"

    @Test func aScriptPublishesListsReadsAndEnds() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let made = try await console.api(
                .post,
                "/apps/demo/badges",
                ##"{"badgeId":"#mine,#orders","style":"num","number":3,"audience":{"users":["a"]}}"##
            )
            #expect(made.status == .created)
            let badge = try made.json(Body.self)
            #expect(made.headers[.location] == "/api/v1/apps/demo/badges/\(badge.id)")
            #expect(
                (badge.badgeId, badge.style, badge.temporaryBadgeNumber, badge.audience.to, badge.state) == (
                    "#mine,#orders", "num", 3, "users", "live"
                )
            )
            #expect(try await console.api(.get, "/apps/demo/badges").json(Bodies.self).items.map(\.id) == [badge.id])
            #expect(try await console.api(.get, "/apps/demo/badges/\(badge.id)").json(Body.self).shown == 0)
            #expect(try await console.api(.post, "/apps/demo/badges/\(badge.id)/end").status == .noContent)
            #expect(try await console.api(.post, "/apps/demo/badges/\(badge.id)/end").status == .conflict)
            #expect(try await console.api(.get, "/apps/demo/badges?state=live").json(Bodies.self).total == 0)
            #expect(try await console.api(.get, "/apps/demo/badges?state=ended").json(Bodies.self).total == 1)
            #expect(try await console.api(.get, "/apps/demo/badges/none").status == .notFound)
            #expect(try await console.api(.get, "/apps/other/badges").status == .notFound)
        }
    }

    @Test func anOperatorDoesTheSameWithPages() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/apps/demo/badges").text.contains("还没有红点"))
            #expect(try await console.page("/apps/demo/badges/new", language: "en").text.contains("Publish red dot"))
            let fields = [
                ("badgeId", "#mine,#orders"), ("style", "num"), ("number", "3"), ("persistentNumber", "0"), ("expiresAt", ""),
                ("audience.to", "users"), ("audience.users", "alice\nbob"), ("audience.devices", ""), ("audience.rules.platform", ""),
                ("audience.rules.versions", ""), ("audience.rules.percentage", ""),
            ]
            let made = try await console.submit("/apps/demo/badges", fields)
            #expect(made.status == .seeOther)
            let path = try #require(made.headers[.location])
            let page = try await console.page(path)
            #expect(page.text.contains("alice\nbob"))
            #expect(try await console.page("/apps/demo/badges").text.contains("#orders"))
            #expect(page.text.contains(#"href="\#(path)/ending""#) && !page.text.contains(#"action="\#(path)/end""#))
            #expect(try await console.page("\(path)/ending").text.contains(#"action="\#(path)/end""#))
            #expect(try await console.submit("\(path)/end", []).status == .seeOther)
            #expect(try await console.page(path).text.contains("已结束"))
            #expect(try await console.submit("\(path)/end", []).status == .conflict)
            #expect(try await !console.page("\(path)/ending").text.contains(#"action="\#(path)/end""#))
        }
    }

    @Test func aRejectedFormKeepsItsValuesAndSaysWhatIsWrong() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let fields = [
                ("badgeId", Self.hostile), ("style", "num"), ("number", "0"), ("expiresAt", "2020-01-01"), ("audience.to", "rules"),
                ("audience.rules.versions", "latest"), ("audience.users", Self.hostile),
            ]
            let answer = try await console.submit("/apps/demo/badges", fields)
            #expect(answer.status == .unprocessableContent)
            #expect(!answer.text.contains("<script>alert"))
            #expect(answer.text.contains("value=\"&lt;script&gt;alert(1)&lt;/script&gt;&quot;\u{200D}&#39;\""))
            for field in ["badgeId", "number", "expiresAt", "audience.rules.versions"] {
                #expect(answer.text.contains("href=\"#field-\(field)\""), "\(field)")
                #expect(answer.text.contains("id=\"error-\(field)\""), "\(field)")
            }
        }
    }

    @Test func aDotThatNoTapCouldClearIsRefusedWithTheReason() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#A,#B","style":"point","audience":"all"}"##)
            let refused = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("\"/badgeId\"") && refused.text.contains("#A,#B") && refused.text.contains("first"))
            let page = try await console.submit("/apps/demo/badges", [("badgeId", "#A,#B,#C"), ("style", "point"), ("audience.to", "all")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains("请先结束 #A,#B"))
        }
    }

    @Test(arguments: [
        ("{}", "/badgeId"), (##"{"badgeId":"#A","style":"round","audience":"all"}"##, "/style"), (##"{"badgeId":"#A","style":"new"}"##, "/audience"),
        (##"{"badgeId":"#A","style":"new","audience":"some"}"##, "/audience"), (##"{"badgeId":"#A","style":"new","audience":7}"##, "/audience"),
        (##"{"badgeId":"#A","style":"new","audience":{"users":"a"}}"##, "/audience/users"),
    ])
    func wrongTypesAreNamedByField(json: String, pointer: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let answer = try await console.api(.post, "/apps/demo/badges", json)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"pointer\":\"\(pointer)\""), "\(answer.text)")
        }
    }

    @Test func anAppHasTwoHundredLiveDotsAtMost() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let badges = console.server.badges
            for number in 0..<Badges.mostLive {
                let new = NewBadge(badgeId: "#w\(number)", style: .point, audience: .everybody)
                _ = try await badges.publish(new, on: "demo", zone: .gmt, by: .console)
            }
            let more = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#more","style":"point","audience":"all"}"##)
            #expect(more.status == .conflict)
            let page = try await console.api(.get, "/apps/demo/badges?limit=100").json(Bodies.self)
            #expect(page.items.count == 100 && page.total == 200)
            let rest = try await console.api(.get, "/apps/demo/badges?limit=100&cursor=\(try #require(page.next))").json(Bodies.self)
            #expect(Set(page.items.map(\.id)).union(rest.items.map(\.id)).count == 200)
            #expect(rest.next == nil)
        }
    }

    @Test func viewersLookAndOperatorsPublish() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let token = try await console.api(.post, "/tokens", ##"{"name":"reader","scope":"read"}"##).json(Token.self).token
            #expect(try await console.api(.get, "/apps/demo/badges", token: token).status == .ok)
            let publish = ##"{"badgeId":"#A","style":"point","audience":"all"}"##
            #expect(try await console.api(.post, "/apps/demo/badges", publish, token: token).status == .forbidden)
            #expect(try await console.api(.get, "/apps/demo/badges", token: "").status == .unauthorized)
        }
    }

    private struct Token: Decodable { let token: String }

    @Test func whatWasDoneIsWrittenDown() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let badge = try await console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#A","style":"point","audience":{"users":["13812345678"]}}"##)
                .json(Body.self)
            _ = try await console.api(.post, "/apps/demo/badges/\(badge.id)/end")
            let audit = try await console.page("/audit?app=demo").text
            #expect(audit.contains("发布红点") && audit.contains("结束红点") && audit.contains("1 user"))
            #expect(!audit.contains("13812345678"))
        }
    }
}
