import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// Pages of groups: what they show, and their forms.
struct CrashPageTests {
    private let list = "/apps/demo/crash-groups"

    @Test func theListSaysWhatToDoWhenThereIsNothing() async throws {
        try await CrashRoom.run { room in
            for language in ["en", "zh-CN"] {
                let page = try await room.console.page(list, language: language)
                #expect(page.status == .ok && page.text.contains(#"href="/apps/demo/symbols""#))
            }
            #expect(try await room.console.page("\(list)?q=nothing", language: "en").text.contains("No crashes match"))
            #expect(try await room.console.page("\(list)/nosuchgroup").status == .notFound)
        }
    }

    @Test func groupsAreListedShownAndWorkedOn() async throws {
        try await CrashRoom.run { room in
            for number in 0..<3 { try await room.send(CrashRoom.java("sell", "<b>"), version: "1.\(number)", device: "device\(number)", user: "ann") }
            try await room.send(CrashRoom.java("buy"), version: "1.2")
            try await room.read()
            let (console, groups) = (room.console, try await room.groups("?sort=count"))
            let (sell, buy) = (groups[0].id, groups[1].id)
            let page = try await console.page("\(list)?sort=count", language: "en").text
            #expect(page.contains("java.lang.IllegalStateException: &lt;b&gt;") && page.contains("com.example.Shop.sell"))
            #expect(page.contains(#"aria-sort="descending""#) && page.contains("\(list)/\(sell)") && page.contains(#"class="spark""#))
            for query in ["?platform=ios", "?version=9", "?state=resolved", "?assignee=me", "?handled=true", "?q=nosuch"] {
                #expect(!(try await console.page(list + query).text.contains("\(list)/\(sell)")), "\(query)")
            }
            for days in [1, 14, 90] {
                for language in ["en", "zh-CN"] {
                    let shown = try await console.page("\(list)/\(sell)?days=\(days)", language: language)
                    #expect(shown.status == .ok && shown.text.contains("<figure") && shown.text.contains("com.example.Shop.sell"))
                }
            }
            #expect(try await console.page("\(list)/\(sell)?days=0").status == .unprocessableContent)

            let path = "/apps/demo/crashes/\(sell)"
            #expect(try await console.submit("\(path)/notes", [("text", "seen on 1.2")]).headers[.location] == "\(list)/\(sell)")
            #expect(try await console.page("\(list)/\(sell)").text.contains("seen on 1.2"))
            #expect(try await console.submit("\(path)/notes", [("text", "")]).status == .unprocessableContent)
            let wrong = try await console.submit("\(path)/state", [("state", "resolved"), ("version", "next")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains(#"value="next""#))
            #expect(try await console.submit("\(path)/state", [("state", "resolved"), ("version", "1.3")]).status == .seeOther)
            #expect(try await console.page("\(list)/\(sell)", language: "en").text.contains("Resolved in 1.3"))

            #expect(try await console.submit("\(list)/state", [("state", "ignored")]).status == .unprocessableContent)
            let both = [("groups", sell), ("groups", buy), ("state", "ignored")]
            #expect(try await console.submit("\(list)/state", both).headers[.location] == list)
            #expect(try await room.groups("?state=ignored").count == 2)
        }
    }

    @Test func reportsOfAGroupSayOnlyWhatTellsThemApart() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.java("sell", "till closed"), device: "device1")
            try await room.read()
            try await room.server.database.write { try $0.run("UPDATE crash SET model = 'Pixel 9', os_version = '16'") }
            let group = try #require(try await room.groups().first?.id)
            func table() async throws -> String {
                let page = try await room.console.page("\(list)/\(group)", language: "en").text
                return String(try #require(page.firstMatch(of: #/<h2>Crash reports<\/h2>.*?<\/table>/#.dotMatchesNewlines())).output)
            }
            let alike = try await table()
            #expect(alike.contains("Pixel 9") && alike.contains(">16<") && alike.contains("device1"))
            #expect(!alike.contains("till closed"), "the heading of the page says it")
            #expect(try await room.reports(group).map(\.model) == ["Pixel 9"])

            try await room.send(CrashRoom.java("sell", "drawer open"), device: "device2")
            try await room.read()
            #expect(try await room.groups().map(\.count) == [2])
            let differing = try await table()
            #expect(differing.contains("drawer open") && differing.contains("till closed"))
        }
    }

    @Test func theyAreMergedAndTakenApartByTheirForms() async throws {
        try await CrashRoom.run { room in
            for method in ["sell", "buy"] { try await room.send(CrashRoom.java(method)) }
            try await room.read()
            let (console, groups) = (room.console, try await room.groups())
            let (one, other) = (groups[0].id, groups[1].id)
            #expect(try await console.submit("\(list)/\(one)/merge", [("into", "nosuch")]).status == .unprocessableContent)
            #expect(try await console.submit("\(list)/\(one)/merge", [("into", one)]).status == .unprocessableContent)
            #expect(try await console.submit("\(list)/\(one)/merge", [("into", " \(other) ")]).headers[.location] == "\(list)/\(other)")
            #expect(try await room.groups().map(\.count) == [2])
            let keys = try await room.keys(other)
            #expect(keys.count == 2)
            let path = "/apps/demo/crashes/\(other)"
            #expect(try await console.submit("\(path)/split", []).status == .unprocessableContent)
            #expect(try await console.submit("\(path)/split", [("fingerprints", keys[0].fingerprint)]).status == .seeOther)
            let byMessage = [("fingerprints", ""), ("fingerprint", keys[1].fingerprint)]
            #expect(try await console.submit("\(path)/split-by-message", byMessage).status == .seeOther)
            try await room.read()
            #expect(try await room.groups().count >= 2)
        }
    }

    @Test func anotherGroupingIsTriedLookedAtAndSwitchedOn() async throws {
        try await CrashRoom.run { room in
            for method in ["sell", "buy"] { try await room.send(CrashRoom.java(method)) }
            try await room.read()
            let (console, path) = (room.console, "/apps/demo/crash-grouping")
            #expect(try await console.page(path).status == .ok)
            let wrong = try await console.submit("\(path)/trials", [("version", "2"), ("rules", "+ type a.*\nnonsense")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("nonsense"))
            let form = [("version", "2"), ("rules", "- type com.example.*\r\n\r\n+ module libown.so")]
            let begun = try await console.submit("\(path)/trials", form)
            let trial = try #require(begun.headers[.location])
            #expect(try await console.page(trial).status == .ok)
            try await room.work()
            let shown = try await console.page(trial, language: "en").text
            #expect(shown.contains("Turn it on") && shown.contains("- type com.example.*"))
            #expect(try await console.page(path, language: "en").text.contains(trial))
            #expect(try await console.submit("\(trial)/application", [("again", "true")]).headers[.location] == path)
            #expect(try await console.page(path).text.contains("+ module libown.so"))
            #expect(try await console.page(trial, language: "en").text.contains("This is in force"))
        }
    }

    @Test func rulesAreReadAsTheyAreWritten() throws {
        let text = "+ type com.example.*\n- path /data/app/*/lib two.so\n+ symbol -[Own *]"
        #expect(CrashRuleText.write(try CrashRuleText.read(text)) == text)
        #expect(try CrashRuleText.read(" \n\r\n").isEmpty)
        for wrong in ["type a", "* type a", "+ typ a", "+ type"] { #expect(throws: Problem.self) { try CrashRuleText.read(wrong) } }
    }
}
