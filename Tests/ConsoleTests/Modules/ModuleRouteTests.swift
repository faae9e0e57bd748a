import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import Console

struct ModuleRouteTests {
    private struct Text: Decodable, Equatable { let zh: String, en: String }

    private struct Item: Decodable {
        struct On: Decodable {
            let platform: String
            let latest: String
            let state: String
            let versions: Int
        }
        let name: String
        let group: String
        let title: Text
        let platforms: [On]
        let version: String?
        let size: Int?
        let kind: String?
        let download: String?
    }

    private struct Items: Decodable {
        let items: [Item]
        let next: String?
        let total: Int
    }

    private struct Version: Decodable {
        struct Defect: Decodable { let reason: String }
        let version: String
        let platform: String
        let state: String
        let replacement: String?
        let bad: Defect?
        let download: String
    }

    private struct Detail: Decodable {
        struct Dependent: Decodable { let module: String, version: String, versions: String }
        let name: String
        let description: Text
        let versions: [Version]
        let dependents: [Dependent]
    }

    private static let new = #"{"name":"MPLog","group":"monitoring","title":{"zh":"日志","en":"Log"},"description":{"zh":"写日志","en":"Writes logs"}}"#
    private static let hostile = "<script>alert(1)</script>\"\u{200D}'"

    // MARK: scripts

    @Test func aScriptMakesPublishesAndReads() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            let made = try await console.api(.post, "/modules", Self.new)
            #expect(made.status == .created && made.headers[.location] == "/api/v1/modules/MPLog")
            let artifact = try await room.artifact()
            let published = try await console.api(
                .post,
                "/modules/MPLog/versions",
                #"{"platform":"ios","version":"1.0.0","artifact":"\#(artifact)","notes":{"zh":"初始","en":"Initial"},"needs":{"licence":"MIT"}}"#
            )
            #expect(published.status == .created, "\(published.text)")
            #expect(published.headers[.location] == "/api/v1/modules/MPLog/versions/ios/1.0.0")
            try await room.publish("MPHttp", needs: ModuleSamples.on(("MPLog", "^1")))
            let detail = try await console.api(.get, "/modules/MPLog").json(Detail.self)
            #expect(detail.description == Text(zh: "写日志", en: "Writes logs") && detail.versions.map(\.version) == ["1.0.0"])
            #expect(detail.dependents.map { [$0.module, $0.version, $0.versions] } == [["MPHttp", "1.0.0", "^1"]])
            let file = try await console.api(.get, "/modules/MPLog/versions/ios/1.0.0/artifact")
            #expect(file.text == "artifact" && file.headers[.eTag] == "\"\(artifact)\"")
            #expect(file.headers[.contentDisposition]?.contains("MPLog-1.0.0.framework.zip") == true)
            let part = try await console.api(.get, "/modules/MPLog/versions/ios/1.0.0/artifact", headers: [.range: "bytes=0-2"])
            #expect(part.status == .partialContent && part.text == "art")
            #expect(try await console.page("/modules/MPLog/versions/ios/1.0.0/artifact").text == "artifact")
            for path in ["/modules/MPNone", "/modules/mplog", "/modules/MPLog/versions/ios/9", "/modules/MPLog/versions/tv/1.0.0"] {
                #expect(try await console.api(.get, path).status == .notFound, "\(path)")
            }
        }
    }

    @Test func theListIsFilteredAndPaged() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            try await room.make("MPEmpty", .foundation)
            try await room.publish("MPLog", "1.0")
            try await room.publish("MPLog", "1.1")
            try await room.publish("MPLog", "2.0", on: .android)
            try await room.publish("MPAudio")
            try await room.modules.withdraw(room.place("MPLog", "1.1"), reason: "x", by: ModuleRoom.actor)
            func names(_ query: String) async throws -> [String] {
                try await console.api(.get, "/modules\(query)").json(Items.self).items.map(\.name)
            }
            #expect(try await names("") == ["MPEmpty", "MPAudio", "MPLog"])
            #expect(try await names("?platform=android") == ["MPLog"])
            #expect(try await names("?q=audio") == ["MPAudio"])
            #expect(try await names("?q=%E6%A8%A1%E5%9D%97&group=foundation") == ["MPEmpty"])
            #expect(try await names("?state=withdrawn") == [])
            let ios = try await console.api(.get, "/modules?platform=ios&q=MPLog").json(Items.self).items[0]
            #expect(ios.version == "1.0" && ios.kind == "framework" && ios.size == 15)
            #expect(ios.download == "/api/v1/modules/MPLog/versions/ios/1.0/artifact")
            #expect(ios.platforms.map { [$0.platform, $0.latest, $0.state, "\($0.versions)"] } == [["ios", "1.0", "current", "2"]])
            #expect(try await console.api(.get, "/modules?q=MPLog").json(Items.self).items[0].version == nil)
            let first = try await console.api(.get, "/modules?limit=2").json(Items.self)
            #expect(first.total == 3 && first.items.map(\.name) == ["MPEmpty", "MPAudio"])
            let rest = try await console.api(.get, "/modules?limit=2&cursor=\(try #require(first.next))").json(Items.self)
            #expect(rest.items.map(\.name) == ["MPLog"] && rest.next == nil)
            #expect(try await console.api(.get, "/modules?platform=tv").status == .unprocessableContent)
        }
    }

    @Test func aScriptTakesVersionsOutOfUse() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            try await room.publish("MPLog")
            try await room.publish("MPBetter")
            let path = "/modules/MPLog/versions/ios/1.0.0"
            func version() async throws -> Version { try await console.api(.get, path).json(Version.self) }
            #expect(try await console.api(.post, "\(path)/deprecation", #"{"replacement":"MPBetter","reason":"slow"}"#).status == .noContent)
            #expect(try await version().replacement == "MPBetter")
            #expect(try await console.api(.post, "\(path)/withdrawal", "{}").status == .unprocessableContent)
            #expect(try await console.api(.post, "\(path)/withdrawal", #"{"reason":"leaks"}"#).status == .noContent)
            #expect(try await version().state == "withdrawn")
            #expect(try await console.api(.post, "\(path)/withdrawal", #"{"reason":"leaks"}"#).status == .conflict)
            #expect(try await console.api(.post, "\(path)/restoration", "{}").status == .noContent)
            #expect(try await console.api(.post, "\(path)/defect", #"{"reason":"crashes"}"#).status == .noContent)
            #expect(try await version().bad?.reason == "crashes")
            #expect(try await console.api(.post, "\(path)/defect-removal", "{}").status == .noContent)
            #expect(try await version().bad == nil)
            #expect(try await console.api(.put, "/modules/MPLog", Self.new).status == .noContent)
            #expect(try await console.api(.get, "/modules/MPLog").json(Detail.self).description.en == "Writes logs")
            #expect(try await console.api(.delete, "/modules/MPLog").status == .conflict)
            try await room.make("MPEmpty")
            #expect(try await console.api(.delete, "/modules/MPEmpty").status == .noContent)
            #expect(try await console.api(.get, "/modules/MPEmpty").status == .notFound)
        }
    }

    @Test func everybodyLooksAndReleasersChange() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            try await room.publish("MPLog")
            struct Token: Decodable { let token: String }
            let reader = try await console.api(.post, "/tokens", #"{"name":"reader","scope":"read"}"#).json(Token.self).token
            let writer = try await console.api(.post, "/tokens", #"{"name":"writer","scopes":["read","write"]}"#).json(Token.self).token
            for path in ["/modules", "/modules/MPLog", "/modules/MPLog/versions/ios/1.0.0", "/modules/MPLog/versions/ios/1.0.0/artifact"] {
                #expect(try await console.api(.get, path, token: reader).status == .ok, "\(path)")
                #expect(try await console.api(.get, path, token: "").status == .unauthorized, "\(path)")
            }
            let changes: [(HTTPRequest.Method, String)] = [
                (.post, "/modules"), (.put, "/modules/MPLog"), (.delete, "/modules/MPLog"), (.post, "/modules/MPLog/versions"),
                (.post, "/modules/MPLog/versions/ios/1.0.0/withdrawal"), (.post, "/modules/MPLog/versions/ios/1.0.0/defect"),
            ]
            for (method, path) in changes {
                #expect(try await console.api(method, path, Self.new, token: writer).status == .forbidden, "\(path)")
            }
        }
    }

    // MARK: pages

    @Test func anOperatorMakesAndEditsAModule() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            #expect(try await console.page("/modules").text.contains("还没有模块"))
            #expect(try await console.page("/modules/new", language: "en").text.contains("New module"))
            let fields = [
                ("name", "MPLog"), ("group", "monitoring"), ("title.zh", "日志"), ("title.en", ""), ("description.zh", Self.hostile),
                ("description.en", ""),
            ]
            #expect(try await console.submit("/modules", fields).headers[.location] == "/modules/MPLog")
            let page = try await console.page("/modules/MPLog", language: "en").text
            #expect(page.contains("日志") && page.contains("&lt;script&gt;") && !page.contains("<script>alert") && page.contains("No versions yet"))
            let again = try await console.submit("/modules", [("name", "mplog")] + fields.dropFirst())
            #expect(again.status == .unprocessableContent && again.text.contains("只有大小写不同") && again.text.contains("日志"))
            let wrong = try await console.submit("/modules", [("name", "MP Log")] + fields.dropFirst(2).map { ($0.0, "") } + [("group", "other")])
            #expect(wrong.text.contains(#"id="error-name""#) && wrong.text.contains(#"id="error-title.zh""#))
            #expect(try await console.page("/modules/MPLog/edit").text.contains(#"value="日志""#))
            let edited = try await console.submit("/modules/MPLog", Array(fields.dropFirst(2)) + [("group", "media")])
            #expect(edited.headers[.location] == "/modules/MPLog")
            #expect(try await console.page("/modules?group=media").text.contains("MPLog"))
            #expect(try await console.submit("/modules/MPLog/deletion", []).headers[.location] == "/modules")
        }
    }

    private static func form(_ artifact: String, _ version: String, _ more: [(String, String)] = []) -> [(String, String)] {
        let names = ["notesZh", "notesEn", "dependencies", "conflicts", "systemFrameworks", "thirdParty", "linkerFlags", "maximumOS"]
        let rest = names.filter { name in !more.contains { $0.0 == name } }.map { ($0, "") }
        return [("artifact", artifact), ("version", version), ("licence", "MIT"), ("minimumOS", "12.0")] + rest + more
    }

    @Test func anOperatorPublishesAVersion() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            try await room.publish("MPLog", "1.4")
            try await room.make("MPHttp")
            #expect(try await console.page("/modules/MPHttp/upload").text.contains("multipart/form-data"))
            #expect(try await console.page("/modules/MPHttp/versions/new").headers[.location] == "/modules/MPHttp/upload")
            let artifact = try await room.artifact("http").text
            #expect(try await console.page("/modules/MPHttp/versions/new?artifact=\(artifact)").text.contains("http.bundle"))
            let refused = try await console.submit(
                "/modules/MPHttp/versions",
                Self.form(artifact, "1.0", [("dependencies", "MPLog >=2\nMPNone"), ("linkerFlags", "ObjC")])
            )
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(#"id="error-linkerFlags""#) && refused.text.contains("MPLog &gt;=2\nMPNone"))
            let unfit = try await console.submit("/modules/MPHttp/versions", Self.form(artifact, "1.0", [("dependencies", "MPLog >=2\nMPNone")]))
            #expect(unfit.text.contains("没有符合 &gt;=2 的版本") && unfit.text.contains("没有模块 MPNone"))
            let done = try await console.submit(
                "/modules/MPHttp/versions",
                Self.form(artifact, "1.0", [("dependencies", "MPLog ^1.2"), ("notesEn", "First")])
            )
            #expect(done.headers[.location] == "/modules/MPHttp/versions/ios/1.0", "\(done.text.prefix(300))")
            let page = try await console.page("/modules/MPHttp/versions/ios/1.0").text
            #expect(page.contains("/modules/MPLog") && page.contains("^1.2") && page.contains("First") && page.contains(artifact))
            #expect(try await console.page("/modules/MPLog").text.contains("依赖它的模块"))
            #expect(try await console.page("/modules/MPHttp/versions/new?artifact=\(artifact)").text.contains("MPLog ^1.2"))
            let swept = try await console.submit("/modules/MPHttp/versions", Self.form(String(repeating: "0", count: 64), "1.1"))
            #expect(swept.headers[.location] == "/modules/MPHttp/upload")
        }
    }

    @Test func takingAVersionOutOfUseIsLookedAtFirst() async throws {
        try await ModuleRoom.run { room in
            let console = room.console
            try await room.publish("MPLog")
            try await room.publish("MPHttp", needs: ModuleSamples.on(("MPLog", "*")))
            let path = "/modules/MPLog/versions/ios/1.0.0"
            for page in ["deprecation", "withdrawal", "defect"] {
                let text = try await console.page("\(path)/\(page)").text
                #expect(text.contains("MPHttp") && text.contains("依赖它的模块将无法打包"), "\(page)")
            }
            let refused = try await console.submit("\(path)/withdrawal", [("reason", "")])
            #expect(refused.status == .unprocessableContent && refused.text.contains(#"id="error-reason""#))
            let unknown = try await console.submit("\(path)/deprecation", [("replacement", "MPNone"), ("reason", "slow")])
            #expect(unknown.status == .unprocessableContent && unknown.text.contains("MPNone") && unknown.text.contains("slow"))
            #expect(try await console.submit("\(path)/deprecation", [("replacement", "MPHttp"), ("reason", "slow")]).headers[.location] == path)
            #expect(try await console.page("/modules/MPLog").text.contains("已弃用"))
            #expect(try await console.submit("\(path)/withdrawal", [("reason", Self.hostile)]).headers[.location] == path)
            let withdrawn = try await console.page(path).text
            #expect(withdrawn.contains("已撤回") && !withdrawn.contains("<script>alert"))
            #expect(try await console.page("/modules?state=withdrawn").text.contains("MPLog"))
            #expect(try await console.submit("\(path)/restoration", []).headers[.location] == path)
            #expect(try await console.submit("\(path)/defect", [("reason", "crashes")]).headers[.location] == path)
            #expect(try await console.page(path).text.contains("/modules/MPLog/usage?version=1.0.0&amp;platform=ios"))
            #expect(try await console.submit("\(path)/defect-removal", []).headers[.location] == path)
            let audit = try await console.page("/audit").text
            for action in ["发布模块版本", "弃用模块版本", "撤回模块版本", "恢复模块版本", "标记模块版本有缺陷", "取消模块缺陷标记"] {
                #expect(audit.contains(action), "\(action)")
            }
        }
    }
}
