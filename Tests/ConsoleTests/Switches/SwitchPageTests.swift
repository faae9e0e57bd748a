import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The pages, as a browser without a script uses them.
struct SwitchPageTests {
    private static let list = "/apps/demo/switches"

    private func fields(_ key: String, _ type: String, _ value: String, _ more: [(String, String)] = []) -> [(String, String)] {
        [("key", key), ("type", type), ("default", value), ("description", ""), ("schema", ""), ("revision", "0")] + more
    }

    @Test func anEmptyListSaysWhatToDo() async throws {
        try await SwitchRoom.run { room in
            let page = try await room.console.page(Self.list)
            #expect(page.text.contains("还没有开关") && page.text.contains(#"href="/apps/demo/switches/new""#))
            #expect(try await room.console.page("\(Self.list)?q=x").text.contains("没有符合条件的开关"))
            #expect(try await room.console.page("\(Self.list)/publication").text.contains("没有待发布的草稿"))
            #expect(try await room.console.page("\(Self.list)/publications", language: "en").text.contains("Nothing published yet"))
            #expect(try await room.console.page("\(Self.list)/evaluation").text.contains("还没有发布任何开关"))
        }
    }

    @Test func aSwitchIsMadeEditedReviewedPublishedAndRolledBack() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            #expect(try await console.page("\(Self.list)/new").status == .ok)
            let rule = [("rules.0.versions", ">=1.2"), ("rules.0.users", "u1\r\nu2"), ("rules.0.percentage", "10%"), ("rules.0.value", "b")]
            let made = try await console.submit(Self.list, fields("my.key", "string", "line 1\r\nline 2", rule))
            #expect(made.status == .seeOther && made.headers[.location] == Self.list)
            let found = try await room.switches.find("my.key", of: "demo")
            #expect(found.default == .string("line 1\nline 2") && found.rules[0].users?.items == ["u1", "u2"] && found.rules[0].percentage == 10)
            let edit = try await console.page("\(Self.list)/my.key").text
            #expect(edit.contains(#"name="revision" value="\#(found.revision)""#) && edit.contains(#"value="\#(found.rules[0].salt ?? "?")""#))
            let review = try await console.page("\(Self.list)/publication").text
            #expect(review.contains("my.key") && review.contains("&gt;=1.2"))
            let published = try await console.submit("\(Self.list)/publication", [("revision", "\(found.revision)"), ("note", "first")])
            #expect(published.headers[.location] == "\(Self.list)/publications/1")
            #expect(try await room.values() == ["my.key": .string("line 1\nline 2")])
            #expect(try await console.submit("\(Self.list)/my.key/deletion", [("revision", "\(found.revision)")]).headers[.location] == Self.list)
            #expect(try await console.page(Self.list).text.contains("待删除"))
            _ = try await console.submit("\(Self.list)/publication", [])
            #expect(try await console.page("\(Self.list)/publications/1").text.contains(#"name="current" value="2""#))
            let back = try await console.submit("\(Self.list)/publications/1/rollback", [("current", "2"), ("note", "")])
            #expect(back.headers[.location] == "\(Self.list)/publications/3")
            #expect(try await console.page("\(Self.list)/publications").text.contains("回滚到 1"))
        }
    }

    /// What is lost with a draft is looked at first; the end of a switch that is published is a draft itself.
    @Test func aDraftIsLookedAtBeforeItIsGivenUp() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            let one = "\(Self.list)/my.key"
            _ = try await console.submit(Self.list, fields("my.key", "number", "7"))
            for path in [Self.list, one] { #expect(try await console.page(path).text.contains(#"href="/apps/demo/switches/my.key/ending""#)) }
            let new = try await console.page("\(one)/ending").text
            #expect(new.contains(#"action="\#(one)/discard""#) && !new.contains(#"action="\#(one)/deletion""#) && new.contains("<ins>数字</ins>"))
            _ = try await console.submit("\(Self.list)/publication", [])
            #expect(try await console.page(one).text.contains(#"action="\#(one)/deletion""#))
            #expect(try await console.page("\(one)/ending").text.contains("没有可以放弃的草稿"))
            _ = try await console.api(.put, one, #"{"type":"number","default":8}"#)
            let changed = try await console.page("\(one)/ending").text
            #expect(changed.contains("<del><code>7</code></del>") && changed.contains(#"action="\#(one)/deletion""#))
            #expect(try await console.submit("\(one)/deletion", [("revision", "1")]).text.contains(#"id="field-revision""#))
            #expect(try await console.submit("\(one)/discard", []).status == .seeOther)
            #expect(try await room.switches.find("my.key", of: "demo").state == .published)
        }
    }

    @Test func rulesComeAndGoWithoutAScript() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            let added = try await console.submit(Self.list, fields("k", "number", "7", [("do", "add")]))
            #expect(added.status == .ok && added.text.contains(#"name="rules.0.value""#) && added.text.contains(#"value="k""#))
            let two = [("rules.0.value", "1"), ("rules.0.users", "first"), ("rules.1.value", "2"), ("rules.1.users", "second")]
            let raised = try await console.submit(Self.list, fields("k", "number", "7", two + [("do", "raise.1")])).text
            let first = try #require(raised.firstRange(of: "second"))
            let second = try #require(raised.firstRange(of: "first</textarea>"))
            #expect(first.lowerBound < second.lowerBound)
            let removed = try await console.submit(Self.list, fields("k", "number", "7", two + [("do", "remove.0")])).text
            #expect(!removed.contains("first</textarea>") && removed.contains("second") && !removed.contains(#"name="rules.1.value""#))
            let boolean = try await console.submit(Self.list, fields("k", "boolean", "true", [("do", "type")])).text
            #expect(boolean.contains(#"<select id="field-default""#))
            #expect(try await room.switches.all("demo").isEmpty)
        }
    }

    @Test func rejectedInputStaysInTheForm() async throws {
        try await SwitchRoom.run { room in
            let rule = [("rules.0.percentage", "200"), ("rules.0.versions", "abc"), ("rules.0.value", "x")]
            let page = try await room.console.submit(Self.list, fields("k", "string", "v", rule))
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"id="error-rules.0.percentage""#) && page.text.contains(#"id="error-rules.0.versions""#))
            #expect(page.text.contains(#"value="200""#) && page.text.contains(##"href="#field-rules.0.percentage""##))
            let key = try await room.console.submit(Self.list, fields("a b", "string", "v"))
            #expect(key.status == .unprocessableContent && key.text.contains(#"id="error-key""#) && key.text.contains(#"value="a b""#))
            let json = try await room.console.submit(Self.list, fields("k", "json", "{broken"))
            #expect(json.text.contains(#"id="error-default""#) && json.text.contains("{broken"))
            try await room.save("k", #"{"type":"number","default":1}"#)
            #expect(try await room.console.submit(Self.list, fields("k", "number", "2")).text.contains("这个键已经有了"))
        }
    }

    @Test func anotherPersonsChangeIsToldAndMayBeOverwritten() async throws {
        try await SwitchRoom.run { room in
            let old = try await room.save("k", #"{"type":"number","default":1}"#)
            let new = try await room.save("k", #"{"type":"number","default":2}"#, by: SwitchRoom.ben)
            let mine = [("type", "number"), ("default", "3"), ("revision", "\(old.revision)")]
            let told = try await room.console.submit("\(Self.list)/k", mine)
            #expect(told.status == .conflict && told.text.contains("ben@example.com") && told.text.contains("3</textarea>"))
            #expect(told.text.contains(#"name="revision" value="\#(new.revision)""#))
            #expect(try await room.switches.find("k", of: "demo").default == .integer(2))
            let again = try await room.console.submit("\(Self.list)/k", [("type", "number"), ("default", "3"), ("revision", "\(new.revision)")])
            #expect(again.status == .seeOther)
            #expect(try await room.switches.find("k", of: "demo").default == .integer(3))
        }
    }

    @Test func whatPeopleTypeIsShownExactly() async throws {
        try await SwitchRoom.run { room in
            let name = "\"\u{200D}><script>alert(1)</script>{{frame.csrf}}"
            let rule = [("rules.0.users", name), ("rules.0.value", name)]
            let escaped = "&quot;\u{200D}&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{frame.csrf}}"
            _ = try await room.console.submit(Self.list, fields("k", "string", name, rule + [("description", name)]))
            for path in ["", "/k", "/publication", "/evaluation?drafted=true&user=\(PercentEncoding.encode(name))"] {
                let text = try await room.console.page(Self.list + path).text
                #expect(!text.contains("<script>alert"), "\(path)")
                #expect(text.contains("script&gt;alert(1)"), "\(path)")
            }
            #expect(try await room.console.page("\(Self.list)/k").text.contains(escaped))
        }
    }

    @Test func underTheTwoPersonRuleThePageSaysWhy() async throws {
        try await SwitchRoom.run { room in
            let on = try await room.console.submit("\(Self.list)/two-person", [("enabled", "true")])
            #expect(on.headers[.location] == Self.list)
            _ = try await room.console.submit(Self.list, fields("mine", "boolean", "true"))
            let review = try await room.console.page("\(Self.list)/publication").text
            #expect(review.contains("请另一个人来发布") && !review.contains(#"name="note""#))
            #expect(try await room.console.submit("\(Self.list)/publication", []).status == .forbidden)
            _ = try await room.console.submit("\(Self.list)/two-person", [])
            #expect(try await room.console.submit("\(Self.list)/publication", []).status == .seeOther)
        }
    }

    @Test func theReasonsAreOnThePage() async throws {
        try await SwitchRoom.run { room in
            try await room.save("k", #"{"type":"number","default":0,"rules":[{"versions":">=2","value":1},{"platform":"ios","value":2}]}"#)
            try await room.publish()
            let page = try await room.console.page("\(Self.list)/evaluation?platform=ios&version=1.9").text
            #expect(page.contains("未命中") && page.contains("<code>1.9</code>") && page.contains("规则 2"))
            #expect(try await room.console.page("\(Self.list)/evaluation?platform=symbian").status == .unprocessableContent)
        }
    }
}
