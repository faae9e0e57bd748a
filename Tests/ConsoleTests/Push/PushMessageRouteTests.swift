import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// Messages as scripts see them, and as a browser without a script uses the pages.
struct PushMessageRouteTests {
    private typealias Room = PushMessageRoom
    private static let all = "/apps/demo/push-messages"

    private struct Made: Decodable {
        let id: String
        let state: String
        let revision: Int
        let audience: Int?
        let title: String
    }

    /// What the form of a new message sends.
    private func fields(_ more: [String: String] = [:]) -> [(String, String)] {
        let usual = [
            "name": "", "title": "Hello", "body": "World", "data": "page = home", "badge": "1", "sound": "default", "imageURL": "",
            "ttlSeconds": "3600",
            "collapseId": "", "parameters": "", "revision": "", "target.kind": "all", "target.users": "", "target.devices": "", "target.list": "",
            "schedule.at": "", "schedule.zone": "", "schedule.repeats": "none", "schedule.until": "", "quietHours.from": "", "quietHours.to": "",
            "cap.count": "", "cap.hours": "",
        ]
        return usual.merging(more) { $1 }.map { ($0, $1) }
    }

    @Test func aScriptSendsAMessage() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let (console, all) = (room.console, Self.all)
            let json = #"{"title":"T","body":"B","data":{"page":"home","n":[1]},"target":{"all":true},"schedule":"none","ttlSeconds":60}"#
            let answer = try await console.api(.post, all, json)
            let made = try answer.json(Made.self)
            #expect(answer.status == .created && answer.headers[.location] == "/api/v1\(all)/\(made.id)", "\(answer.text)")
            #expect(made.state == "draft" && made.audience == nil)
            let one = "\(all)/\(made.id)"
            #expect(try await console.api(.post, "\(one)/review", "{}").json(Made.self).audience == 2)
            #expect(try await console.api(.post, "\(one)/confirmation", #"{"count":3}"#).status == .unprocessableContent)
            let confirmed = try await console.api(.post, "\(one)/confirmation", #"{"count":2,"windowSeconds":0}"#)
            #expect(try confirmed.json(Made.self).state == "confirmed")
            #expect(try await console.api(.post, "\(one)/confirmation", #"{"count":2}"#).status == .conflict)
            try await room.tick(2)
            #expect(try await console.api(.get, one).json(Made.self).state == "sending")
            for path in ["", "/review", "/deliveries", "/statistics", "/history"] {
                #expect(try await console.api(.get, one + path).status == .ok, "\(path)")
            }
            let deliveries = try await console.api(.get, "\(one)/deliveries?state=queued&limit=1").text
            #expect(deliveries.contains(#""total":2"#) && !deliveries.contains(Room.token(0)))
            #expect(try await console.api(.post, "\(one)/stop", "{}").json(Made.self).state == "stopped")
            #expect(try await console.api(.delete, one).status == .conflict)
            #expect(try await console.api(.get, "\(all)?state=stopped&q=T").text.contains(made.id))
        }
    }

    /// Contract, section 7: `draft → confirmed (count frozen)`.
    @Test func aScriptFreezesAndConfirmsAtOnce() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let made = try await room.console.api(.post, Self.all, #"{"title":"T","body":"B","target":{"all":true}}"#).json(Made.self)
            let confirmed = try await room.console.api(.post, "\(Self.all)/\(made.id)/confirmation", "{}").json(Made.self)
            #expect(confirmed.state == "confirmed" && confirmed.audience == 2)
        }
    }

    @Test func aScriptLooksFirst() async throws {
        try await Room.run { room in
            try await room.bind(0..<3)
            let count = try await room.console.api(.post, "\(Self.all)/audience", #"{"target":{"devices":["device-0","device-9"]}}"#)
            #expect(count.text.contains(#""devices":1"#) && count.text.contains(#""withoutToken":1"#), "\(count.text)")
            let preview = try await room.console.api(.post, "\(Self.all)/preview", ##"{"title":"Hi #name#","body":"B","parameters":{"name":"Ann"}}"##)
            #expect(preview.text.contains(#""title":"Hi Ann""#) && preview.text.contains(#""limit":4096"#), "\(preview.text)")
            let large = try await room.console.api(.post, "\(Self.all)/preview", #"{"body":"\#(String(repeating: "字", count: 1_900))"}"#)
            #expect(large.text.contains(#""isTooLarge":true"#))
            #expect(try await room.console.api(.post, Self.all, #"{"body":"B"}"#).status == .unprocessableContent)
        }
    }

    @Test func aBrowserWithoutAScriptSendsAMessage() async throws {
        try await Room.run { room in
            try await room.bind(0..<2)
            let (console, all) = (room.console, Self.all)
            #expect(try await console.page(all).text.contains("push-messages/new"))
            let preview = try await console.submit("\(all)/preview", fields(["title": "Hi #name#", "parameters": "name = Ann"]))
            #expect(preview.status == .ok && preview.text.contains("Hi Ann"), "\(preview.text.prefix(600))")
            for (field, text) in [("badge", "x"), ("schedule.at", "never"), ("quietHours.from", "9"), ("data", "x")] {
                let bad = try await console.submit(all, fields([field: text]))
                #expect(bad.status == .unprocessableContent && bad.text.contains("error-\(field)"), "\(field)")
            }
            let made = try await console.submit(all, fields())
            let one = try #require(made.headers[.location])
            #expect(made.status == .seeOther && one.hasPrefix(all))
            #expect(try await console.page("\(one)/edit").text.contains("page"))
            #expect(try await console.page("\(one)/ending").text.contains(#"action="\#(one)/deletion""#))
            let frozen = try await console.submit("\(one)/review", [])
            #expect(frozen.headers[.location] == "\(one)/review")
            let review = try await console.page("\(one)/review", language: "en").text
            #expect(review.contains("Production") && review.contains(#"name="count""#) && review.contains(#"name="untested""#))
            let revision = try #require(review.firstMatch(of: #/name="revision" value="(\d+)"/#)?.output.1)
            let typed = [("revision", String(revision)), ("typed", "true"), ("windowSeconds", "60")]
            #expect(try await console.submit("\(one)/confirmation", typed + [("count", "")]).status == .unprocessableContent)
            #expect(try await console.submit("\(one)/confirmation", typed + [("count", "2")]).status == .unprocessableContent)
            #expect(try await console.submit("\(one)/confirmation", typed + [("count", "2"), ("untested", "true")]).status == .seeOther)
            #expect(try await console.submit("\(one)/confirmation", typed + [("count", "2"), ("untested", "true")]).status != .seeOther)
            #expect(try await console.page(one).text.contains("\(one)/cancellation"))
            #expect(try await console.submit("\(one)/cancellation", []).headers[.location] == one)
            #expect(try await console.page("\(one)/ending").text.contains("没有可以停止或删除的内容"))
            for language in ["zh-CN", "en"] {
                for path in [all, one, "\(one)/deliveries", "\(one)/review", "\(all)/new", "/apps/demo/push-templates", "/apps/demo/push-options"] {
                    #expect(try await console.page(path, language: language).status == .ok, "\(path)")
                }
            }
        }
    }

    /// An empty list says why it is: it is another thing with a draft, a repeated message, and one whose deliveries were forgotten.
    @Test func aListWithoutDeliveriesSaysWhy() async throws {
        try await Room.run { room in
            try await room.bind(0..<1)
            func page(_ message: PushMessage) async throws -> String {
                try await room.console.page("\(Self.all)/\(message.id)/deliveries", language: "en").text
            }
            let (draft, time) = (try await room.draft(), room.now.addingTimeInterval(3_600).ISO8601Format())
            #expect(try await page(draft).contains("The audience is not frozen"))
            let repeated = try await room.confirm(try await room.draft(#""schedule":{"at":"\#(time)","repeats":"daily"}"#))
            #expect(try await page(repeated).contains("Deliveries are with the runs"))
            #expect(try await !room.console.page("\(Self.all)/\(repeated.id)").text.contains("/deliveries"))
            let sent = try await room.send()
            try await room.answer(sent)
            try await room.tick()
            #expect(try await room.console.page("\(Self.all)/\(sent.id)").text.contains("/deliveries?state=sent"))
            room.console.clock.advance(by: Double(PushMessages.kept + 1) * 86_400)
            try await room.messages.purge()
            // Nobody stays logged in for so long.
            room.console.clock.advance(by: -Double(PushMessages.kept + 1) * 86_400)
            #expect(try await page(sent).contains("Deliveries are no longer kept"))
        }
    }

    @Test func templatesAndSettingsHaveTheirPages() async throws {
        try await Room.run { room in
            let console = room.console
            let saved = try await console.submit("/apps/demo/push-templates", fields(["name": "Shipping", "title": "#name#"]))
            #expect(saved.headers[.location] == "/apps/demo/push-templates")
            let list = try await console.api(.get, "/apps/demo/push-templates")
            #expect(list.text.contains("Shipping") && list.text.contains(#""placeholders":["name"]"#))
            let template = try #require(try await room.templates.all(of: "demo").first)
            #expect(try await console.page("\(Self.all)/new?template=\(template.id)").text.contains("#name#"))
            let edit = try await console.page("/apps/demo/push-templates/\(template.id)/edit").text
            #expect(edit.contains(#"href="/apps/demo/push-templates/\#(template.id)/removal""#) && !edit.contains("deletion"))
            let removal = try await console.page("/apps/demo/push-templates/\(template.id)/removal").text
            #expect(removal.contains("Shipping") && removal.contains(#"action="/apps/demo/push-templates/\#(template.id)/deletion""#))
            #expect(try await console.submit("/apps/demo/push-templates/\(template.id)/deletion", []).status == .seeOther)
            #expect(try await console.page("/apps/demo/push-templates/\(template.id)/removal").status == .notFound)
            #expect(try await console.submit("/apps/demo/push-options", [("secondFrom", "0")]).status == .unprocessableContent)
            let option = [("secondFrom", "100"), ("cap.count", "3"), ("cap.hours", "24")]
            #expect(try await console.submit("/apps/demo/push-options", option).status == .seeOther)
            #expect(try await room.messages.option(of: "demo") == PushOption(secondFrom: 100, cap: PushCap(count: 3, hours: 24)))
            #expect(try await console.api(.put, "/apps/demo/push-options", "{}").text.contains(#""secondFrom":null"#))
            #expect(try await console.api(.get, "/apps/nowhere/push-options").status == .notFound)
            #expect(try await console.api(.put, "/apps/nowhere/push-options", "{}").status == .notFound)
        }
    }
}
