import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The pages, as a browser without a script uses them.
struct UpdatePageTests {
    private static let list = "/apps/demo/updates"

    private func fields(_ version: String, _ more: [(String, String)] = []) -> [(String, String)] {
        let usual = [
            ("platform", "ios"), ("version", version), ("build", ""), ("downloadURL", "https://a.example/x"), ("message", "a\r\nb"),
            ("upgradeType", "once"), ("remindIntervalDays", "3"), ("mode", "official"), ("percentage", "1"), ("endsAt", ""), ("limit", ""),
            ("forceBelow", ""), ("revision", ""),
        ]
        return usual.filter { field in !more.contains { $0.0 == field.0 } } + more
    }

    @Test func anEmptyListSaysWhatToDo() async throws {
        try await UpdateRoom.run { room in
            let page = try await room.console.page(Self.list).text
            #expect(page.contains("还没有发布") && page.contains(#"href="/apps/demo/updates/new""#))
            #expect(try await room.console.page("\(Self.list)?state=paused", language: "en").text.contains("No release matches"))
            #expect(try await room.console.page("\(Self.list)/evaluation").text.contains("这个平台没有进行中的发布"))
            #expect(try await room.console.page("\(Self.list)?state=flying").status == .unprocessableContent)
        }
    }

    @Test func aReleaseGoesAllTheWay() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            try await room.seen([("d1", "1.0", "A", "9.3"), ("d2", "2.0", "A", "9.3")])
            #expect(try await console.page("\(Self.list)/new").status == .ok)
            let rules = [
                ("rules.0.element", "osVersion"), ("rules.0.operation", "between"), ("rules.0.value", "9-12"), ("netTypes", "WIFI"),
                ("netTypes", "4G"),
            ]
            let made = try await console.submit(Self.list, fields("2.0", [("mode", "percentage"), ("percentage", "100%")] + rules))
            let path = try #require(made.headers[.location])
            #expect(made.status == .seeOther && path.hasPrefix("\(Self.list)/"))
            let page = try await console.page(path).text
            #expect(
                page.contains("草稿") && page.contains("9-12") && page.contains(#"href="\#(path)/preview""#) && page.contains("https://a.example/x")
            )
            #expect(try await console.page("\(path)/edit").text.contains(#"value="9-12""#))
            let preview = try await console.page("\(path)/preview").text
            #expect(preview.contains("<b>1</b> / 2") && preview.contains("已是这个版本或更新") && preview.contains(#"name="revision" value="1""#))
            let published = try await console.submit("\(path)/publication", [("revision", "1")])
            #expect(published.headers[.location] == path)
            #expect(try await room.told(#"{"did":"d1","osVersion":"9.3","netType":"WIFI"}"#) == "2.0")
            #expect(try await console.page(path).text.contains(#"id="adoption""#))
            for step in ["pause", "resume"] { #expect(try await console.submit("\(path)/\(step)", []).headers[.location] == path) }
            let lower = try await console.submit("\(path)/rollout", [("percentage", "50")])
            #expect(lower.status == .unprocessableContent && lower.text.contains(#"id="error-percentage""#) && lower.text.contains(#"value="50""#))
            let ending = try await console.page("\(path)/ending").text
            #expect(ending.contains(#"action="\#(path)/end""#) && !ending.contains("\(path)/deletion"))
            #expect(try await console.page(path).text.contains(#"href="\#(path)/ending""#))
            #expect(try await console.submit("\(path)/end", []).headers[.location] == path)
            #expect(try await console.page("\(path)/ending").text.contains("没有可以结束的内容"))
            let ended = try await console.page(path).text
            #expect(ended.contains("已结束") && !ended.contains("\(path)/pause"))
            #expect(try await console.page(Self.list).text.contains("已结束"))
            #expect(try await console.page("\(path)/edit").status == .conflict)
        }
    }

    @Test func rulesComeAndGoWithoutAScript() async throws {
        try await UpdateRoom.run { room in
            let added = try await room.console.submit(Self.list, fields("2.0", [("do", "add")]))
            #expect(added.status == .ok && added.text.contains(#"name="rules.0.value""#) && added.text.contains(#"value="2.0""#))
            let two = ["a", "b"].enumerated().flatMap { place, value in
                [("rules.\(place).element", "city"), ("rules.\(place).operation", "in"), ("rules.\(place).value", value)]
            }
            let removed = try await room.console.submit(Self.list, fields("2.0", two + [("do", "remove.0")])).text
            #expect(removed.contains(#"value="b""#) && !removed.contains(#"name="rules.1.value""#))
        }
    }

    @Test func rejectedInputStaysInTheForm() async throws {
        try await UpdateRoom.run { room in
            let rule = [("rules.0.element", "city"), ("rules.0.operation", "between"), ("rules.0.value", "x")]
            let page = try await room.console.submit(Self.list, fields("abc", [("mode", "percentage"), ("percentage", "many")] + rule))
            #expect(page.status == .unprocessableContent && page.text.contains(#"id="error-percentage""#) && page.text.contains(#"value="many""#))
            let wrong = try await room.console.submit(Self.list, fields("abc", rule))
            #expect(wrong.text.contains(#"id="error-version""#) && wrong.text.contains(#"id="error-rules.0.operation""#))
        }
    }

    @Test func usersAreTypedOrUploaded() async throws {
        try await UpdateRoom.run { room in
            let id = try await room.draft("2.0", #""mode":"whitelist""#).id
            let path = "\(Self.list)/\(id)"
            let refused = try await room.console.submit("\(path)/publication", [("revision", "1")])
            #expect(refused.status == .unprocessableContent && refused.text.contains("白名单里还没有用户"))
            #expect(try await room.console.submit("\(path)/whitelist", [("whitelist", "u1\r\nu2")]).headers[.location] == path)
            #expect(try await room.updates.users(id, of: "demo").ids == ["u1", "u2"])
            let uploaded = try await room.console.submit("\(path)/whitelist/upload", file: "users.csv", Array("userId,n\nu3,1\n".utf8))
            #expect(uploaded.headers[.location] == path)
            #expect(try await room.updates.users(id, of: "demo").ids == ["u3"])
            let bad = try await room.console.submit("\(path)/whitelist/upload", file: "users.csv", [0xFF])
            #expect(bad.status == .unprocessableContent && bad.text.contains(#"id="error-file""#))
        }
    }

    @Test func whatWasReviewedIsPublished() async throws {
        try await UpdateRoom.run { room in
            let draft = try await room.draft("2.0")
            let path = "\(Self.list)/\(draft.id)"
            let edit = fields("2.1", [("revision", "\(draft.revision)")])
            #expect(try await room.console.submit("\(path)/edit", edit).headers[.location] == path)
            let stale = try await room.console.submit("\(path)/publication", [("revision", "\(draft.revision)")])
            #expect(stale.status == .conflict)
            #expect(try await room.told() == nil)
            let late = try await room.console.submit("\(path)/edit", edit)
            #expect(late.status == .conflict && late.text.contains("你打开之后有人改了这个草稿"))
        }
    }

    @Test func whatPeopleTypeIsShownExactly() async throws {
        try await UpdateRoom.run { room in
            let text = "\"\u{200D}><script>alert(1)</script>{{frame.csrf}}"
            let made = try await room.console.submit(Self.list, fields("2.0", [("message", text)]))
            let path = try #require(made.headers[.location])
            for page in [Self.list, path, "\(path)/edit", "\(path)/preview"] {
                let shown = try await room.console.page(page).text
                #expect(!shown.contains("<script>alert") && shown.contains("script&gt;alert(1)"), "\(page)")
            }
        }
    }

    @Test func theReasonsAreOnThePage() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("2.0", #""mode":"whitelist","whitelist":["u"]"#)
            let page = try await room.console.page("\(Self.list)/evaluation?platform=ios&version=1.9").text
            #expect(page.contains("不在白名单") && page.contains("<code>1.9</code>") && page.contains("<b>201</b>"))
            let told = try await room.console.page("\(Self.list)/evaluation?platform=ios&version=1.9&user=u", language: "en").text
            #expect(told.contains("This one") && told.contains("<b>202</b>"))
        }
    }
}
