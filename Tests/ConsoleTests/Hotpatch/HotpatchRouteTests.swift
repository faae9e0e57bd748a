import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// Patches as scripts see them, and as a browser without a script uses the pages.
struct HotpatchRouteTests {
    private static let all = "/apps/demo/hotpatches"

    private struct Made: Decodable {
        let id: String
        let version: String
        let state: String
        let revision: Int
        let percentage: Double
        let targetVersions: [String]
        let whitelistCount: Int
    }

    private func form(_ fields: [(String, String)], script: String?, name: String = "fix.lua") -> [UInt8] {
        var text = fields.map { "--xyz\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
        if let script {
            text += "--xyz\r\nContent-Disposition: form-data; name=\"script\"; filename=\"\(name)\"\r\nContent-Type: text/plain\r\n\r\n\(script)\r\n"
        }
        return Array("\(text)--xyz--\r\n".utf8)
    }

    private func send(_ fields: [(String, String)], script: String? = "print(1)", _ room: HotpatchRoom) async throws -> TestResponse {
        let headers: HTTPFields = [.authorization: "Bearer \(room.console.token)", .contentType: "multipart/form-data; boundary=xyz"]
        return try await room.console.ask(.post, "/api/v1\(Self.all)", headers: headers, body: form(fields, script: script))
    }

    @Test func aPatchGoesAllTheWay() async throws {
        try await HotpatchRoom.run { room in
            let console = room.console
            let fields = [
                ("platform", "ios"), ("targetVersions", "1.0, 1.1"), ("note", "n"), ("percentage", "12.5"), ("whitelist", "u1,u2"), ("format", "2"),
                ("runAt", "now"), ("guard", "off"), ("rules", #"[{"element":"city","operation":"in","value":"x"}]"#),
            ]
            let answer = try await send(fields, room)
            let made = try answer.json(Made.self)
            #expect(answer.status == .created && answer.headers[.location] == "/api/v1\(Self.all)/\(made.id)")
            #expect(made.state == "draft" && made.percentage == 12.5 && made.targetVersions == ["1.0", "1.1"] && made.whitelistCount == 2)
            let one = "\(Self.all)/\(made.id)"
            for (path, json, state) in [
                ("publication", #"{"revision":1}"#, "running"), ("pause", "{}", "paused"), ("resume", "{}", "running"),
                ("rollout", #"{"percentage":50}"#, "running"), ("end", "{}", "ended"), ("rollback", "{}", "rolledBack"),
            ] {
                let changed = try await console.api(.post, "\(one)/\(path)", json)
                #expect(changed.status == .created, "\(path) \(changed.text)")
                #expect(try changed.json(Made.self).state == state)
            }
            #expect(try await console.api(.post, "\(one)/resume", "{}").status == .conflict)
            #expect(try await console.api(.get, "\(Self.all)?state=rolledBack").text.contains(made.id))
            #expect(try await console.api(.get, "\(one)/script").text == "print(1)")
            for path in ["history", "preview", "approvals", "whitelist"] { #expect(try await console.api(.get, "\(one)/\(path)").status == .ok) }
            #expect(try await console.api(.get, "\(Self.all)/evaluation?version=1.0&current=1").text.contains(#""outcome":"rollback""#))
        }
    }

    @Test func whatIsWrongIsPointedAt() async throws {
        try await HotpatchRoom.run { room in
            let fields = [("platform", "ios"), ("targetVersions", "1.0")]
            for (more, pointer) in [([("percentage", "101")], "/percentage"), ([("rules", "{")], "/rules"), ([("format", "3")], "/format")] {
                let answer = try await send(fields + more, room)
                #expect(answer.status == .unprocessableContent && answer.text.contains(#""pointer":"\#(pointer)""#), "\(answer.text)")
            }
            #expect(try await send(fields, script: nil, room).text.contains(#""pointer":"/script""#))
            #expect(try await room.console.api(.get, "\(Self.all)/nosuch").status == .notFound)
        }
    }

    @Test func pagesShowIt() async throws {
        try await HotpatchRoom.run { room in
            let console = room.console
            #expect(try await console.page(Self.list).text.contains("还没有补丁"))
            #expect(try await console.page("\(Self.list)/new").status == .ok)
            let running = try await room.publish(#""percentage":20"#)
            let draft = try await room.draft(script: "print('<b>')\n")
            let page = try await console.page("\(Self.list)/\(draft.id)").text
            #expect(
                page.contains("&lt;b&gt;") && page.contains("#\(running.version)") && page.contains(#"href="\#(Self.list)/\#(draft.id)/preview""#)
            )
            #expect(try await console.page("\(Self.list)/\(draft.id)/edit").text.contains("fix.lua"))
            let preview = try await console.page("\(Self.list)/\(draft.id)/preview", language: "en").text
            #expect(preview.contains("Replaces") && preview.contains(#"name="revision" value="1""#))
            let lower = try await console.submit("\(Self.list)/\(running.id)/rollout", [("percentage", "5")])
            #expect(lower.status == .unprocessableContent && lower.text.contains(#"id="error-confirm""#))
            let lowered = try await console.submit("\(Self.list)/\(running.id)/rollout", [("percentage", "5"), ("confirm", "true")])
            #expect(lowered.status == .seeOther)
            #expect(try await console.submit("\(Self.list)/\(draft.id)/publication", [("revision", "1")]).status == .seeOther)
            #expect(try await console.page("\(Self.list)/\(running.id)").text.contains("已结束"))
            #expect(try await console.submit("\(Self.list)/\(draft.id)/rollback", []).status == .seeOther)
            for path in ["", "/approval", "/evaluation?version=1.0&device=d1"] {
                #expect(try await console.page("\(Self.list)\(path)").status == .ok)
            }
            #expect(try await console.submit("\(Self.list)/approval", [("approval", "all"), ("percentage", "0")]).status == .seeOther)
            #expect(try await room.hotpatches.approval(of: "demo").approval == .all)
            let asked = try await room.draft(#""targetVersions":"3.0","percentage":12.5"#)
            #expect(try await console.submit("\(Self.list)/\(asked.id)/publication", [("revision", "1")]).status == .seeOther)
            let waiting = try await console.page("\(Self.list)/\(asked.id)").text
            #expect(waiting.contains("<b>12.5%</b>") && waiting.contains("发布 12.5%"))
        }
    }

    @Test func anAppThatIsNotThereHasNoOption() async throws {
        try await HotpatchRoom.run { room in
            #expect(try await room.console.page("/apps/nosuch/hotpatches/approval").status == .notFound)
            #expect(
                try await room.console.submit("/apps/nosuch/hotpatches/approval", [("approval", "all"), ("percentage", "0")]).status == .notFound
            )
            let put = try await room.console.api(.put, "/apps/nosuch/hotpatches/approval", #"{"approval":"all","percentage":0}"#)
            #expect(put.status == .notFound)
        }
    }

    /// The form comes empty, whoever is named.
    @Test func anEmptyFormNamesNobodyOnlyIfItSaysSo() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish(#""whitelist":["u1","u2"]"#)
            let path = "\(Self.list)/\(hotpatch.id)/whitelist"
            let empty = try await room.console.submit(path, [("whitelist", " \r\n")], file: "", [])
            #expect(empty.status == .unprocessableContent && empty.text.contains(#"id="error-whitelist""#))
            #expect(try await room.now(hotpatch).named == 2)
            #expect(try await room.console.submit(path, [("whitelist", "u3")], file: "", []).status == .seeOther)
            #expect(try await room.now(hotpatch).named == 1)
            #expect(try await room.console.submit(path, [("whitelist", ""), ("clear", "true")], file: "", []).status == .seeOther)
            #expect(try await room.now(hotpatch).named == 0)
        }
    }

    private static let list = all
}
