import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Console

@Suite struct FeedbackRouteTests {
    private struct Item: Decodable {
        let id: String
        let state: String
        let contact: String
        let mobileNo: String
        let tags: [String]
        let reply: String?
    }

    private struct Items: Decodable {
        let items: [Item]
        let next: String?
        let total: Int
    }

    private struct Detail: Decodable {
        struct Image: Decodable { let number: Int }
        struct Reply: Decodable {
            let text: String
            let author: String
        }
        let contact: String
        let mobileNo: String
        let images: [Image]
        let replies: [Reply]
        let state: String
    }

    private static let hostile = "<script>alert(1)</script>\"\u{200D}' =1+1"
    private static let personal = ["contact": "lin.wei@example.com", "mobileNo": "13812345678"]

    @Test func listsMaskPersonalDataAndDetailsShowIt() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await BadgeDevice(console: console).send("打不开", Self.personal)
            let item = try await console.api(.get, "/apps/demo/feedback").json(Items.self).items[0]
            #expect((item.contact, item.mobileNo, item.state) == ("l***@example.com", "138****5678", "new"))
            let detail = try await console.api(.get, "/apps/demo/feedback/\(id)").json(Detail.self)
            #expect((detail.contact, detail.mobileNo) == ("lin.wei@example.com", "13812345678"))
            for path in ["/apps/demo/feedback", "/apps/demo/feedback.csv", "/apps/demo/feedback.json"] {
                let text = try await console.page(path).text
                #expect(!text.contains("lin.wei") && !text.contains("13812345678") && text.contains("138****5678"), "\(path)")
            }
            let page = try await console.page("/apps/demo/feedback/\(id)").text
            #expect(page.contains("lin.wei@example.com") && page.contains("13812345678"))
        }
    }

    @Test func hostileTextIsOnlyText() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await BadgeDevice(console: console).send(
                Self.hostile,
                ["contact": Self.hostile, "userId": "<i>", "mobileModel": Self.hostile]
            )
            _ = try await console.api(.post, "/apps/demo/feedback/\(id)/tags", ##"{"tags":["<b>&"]}"##)
            for path in ["/apps/demo/feedback", "/apps/demo/feedback/\(id)"] {
                let text = try await console.page(path).text
                #expect(!text.contains("<script>alert") && !text.contains("<i>") && !text.contains("<b>&"))
                #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;\u{200D}&#39;"))
            }
        }
    }

    @Test func theTableForSpreadsheetsHasAMarkAndNoFormulas() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await BadgeDevice(console: console).send("=HYPERLINK(\"http://evil\")")
            let table = try await console.api(.get, "/apps/demo/feedback.csv")
            #expect(table.headers[.contentDisposition] == "attachment; filename=\"feedback.csv\"")
            #expect([UInt8](table.body.readableBytesView.prefix(3)) == [0xEF, 0xBB, 0xBF])
            #expect(table.text.contains("\"'=HYPERLINK(\"\"http://evil\"\")\""))
            let document = try await console.api(.get, "/apps/demo/feedback.json")
            #expect(document.headers[.contentDisposition] == "attachment; filename=\"feedback.json\"")
            #expect(try document.json(Exported.self).items.map(\.content) == ["=HYPERLINK(\"http://evil\")"])
            #expect(try await console.page("/apps/demo/feedback.csv?state=closed").text.split(separator: "\r\n").count == 1)
            #expect(try await console.api(.get, "/apps/demo/feedback.csv?state=lost").status == .unprocessableContent)
        }
    }

    private struct Exported: Decodable {
        struct Item: Decodable { let content: String }
        let items: [Item]
    }

    @Test func theInboxIsSearched() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            let first = try await BadgeDevice(console: console).send("登录失败 100%", Self.personal)
            console.clock.advance(by: 1)
            let android = BadgeDevice(console: console, device: "device-2", version: "2.2.0", platform: .android)
            let second = try await android.send("Payment FAILS", ["userId": "alice"])
            _ = try await console.api(.post, "/apps/demo/feedback/\(first)/tags", ##"{"tags":["登录","a_b"]}"##)
            _ = try await console.api(.post, "/apps/demo/feedback/\(second)/state", ##"{"state":"open"}"##)
            func found(_ query: String) async throws -> [String] {
                try await console.api(.get, "/apps/demo/feedback?\(query)").json(Items.self).items.map(\.id)
            }
            #expect(try await found("") == [second, first])
            #expect(try await found("q=payment") == [second])
            #expect(try await found("q=100%25") == [first])
            #expect(try await found("q=%25") == [first])
            #expect(try await found("q=wei@example") == [first])
            #expect(try await found("q=1381234") == [first])
            #expect(try await found("tag=a_b") == [first])
            #expect(try await found("tag=a%25b").isEmpty)
            #expect(try await found("state=open") == [second])
            #expect(try await found("user=alice&platform=android&version=2.2.0&device=device-2") == [second])
            #expect(try await found("user=alice&device=device-1").isEmpty)
            #expect(try await console.api(.get, "/apps/demo/feedback?state=lost").status == .unprocessableContent)
            #expect(try await console.page("/apps/demo/feedback?q=nothing").text.contains("没有符合条件的反馈"))
        }
    }

    /// Who sees them masked does not guess them letter by letter.
    @Test func contactsAreNotSearchedForThoseWhoSeeThemMasked() async throws {
        try await SearchRoom.run { room in
            let console = room.console
            let id = try await BadgeDevice(console: console).send("登录失败", Self.personal)
            let reader = try await room.token("ann@example.com", .viewer, on: "demo")
            let tokens = [reader, try await room.token("bob@example.com", .operator, on: "demo")]
            func found(_ query: String) async throws -> [[String]] {
                var found: [[String]] = []
                for token in tokens {
                    found.append(try await console.api(.get, "/apps/demo/feedback?q=\(query)", token: token).json(Items.self).items.map(\.id))
                }
                return found
            }
            for query in ["1381", "81", "wei@", "n.w"] { #expect(try await found(query) == [[], [id]], "\(query)") }
            #expect(try await found("%E7%99%BB%E5%BD%95") == [[id], [id]])
            for (token, isFound) in zip(tokens, [false, true]) {
                let file = try await console.api(.get, "/apps/demo/feedback.csv?q=1381", token: token)
                #expect(file.status == .ok && file.text.contains(id) == isFound)
            }
        }
    }

    /// Nor by opening it, in what was written, or in a file.
    @Test func whoSeesThemMaskedSeesThemNowhere() async throws {
        try await SearchRoom.run { room in
            let console = room.console
            let text = "Call 13812345678 or lin.wei@example.com"
            let id = try await BadgeDevice(console: console).send(text, Self.personal.merging(["userId": "13912345678"]) { $1 })
            _ = try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"We call 13812345678"}"##)
            let reader = try await room.token("ann@example.com", .viewer, on: "demo")
            let (other, personal) = (try await room.token("bob@example.com", .operator, on: "demo"), ["13812345678", "lin.wei@", "13912345678"])
            for path in ["", "/\(id)", ".csv", ".json"] {
                let masked = try await console.api(.get, "/apps/demo/feedback\(path)", token: reader).text
                for word in personal { #expect(!masked.contains(word), "\(path) \(word)") }
                #expect(masked.contains("138****5678") && masked.contains(id), "\(path)")
                #expect(try await console.api(.get, "/apps/demo/feedback\(path)", token: other).text.contains(text), "\(path)")
            }
            // A console whose viewers read personal data shows it.
            #expect(try await console.api(.post, "/apps/demo/personal-data", ##"{"from":"viewer"}"##).status == .noContent)
            #expect(try await console.api(.get, "/apps/demo/feedback/\(id)", token: reader).text.contains("lin.wei@example.com"))
        }
    }

    @Test func listsGoOnPageByPage() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for number in 0..<5 { _ = try await BadgeDevice(console: console, device: "d\(number)").send("nr \(number)") }
            var (seen, cursor): (Set<String>, String?) = ([], nil)
            repeat {
                let page = try await console.api(.get, "/apps/demo/feedback?limit=2\(cursor.map { "&cursor=\($0)" } ?? "")").json(Items.self)
                #expect(page.total == 5)
                seen.formUnion(page.items.map(\.id))
                cursor = page.next
            } while cursor != nil
            #expect(seen.count == 5)
        }
    }

    @Test func statesFollowTheTable() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await BadgeDevice(console: console).send()
            func move(_ state: String) async throws -> HTTPResponse.Status {
                try await console.api(.post, "/apps/demo/feedback/\(id)/state", ##"{"state":"\##(state)"}"##).status
            }
            #expect(try await move("new") == .conflict)
            #expect(try await move("closed") == .noContent)
            #expect(try await move("answered") == .conflict)
            #expect(try await move("lost") == .unprocessableContent)
            #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"x"}"##).status == .conflict)
            #expect(try await move("open") == .noContent)
            #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"one"}"##).status == .noContent)
            console.clock.advance(by: 1)
            #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"two"}"##).status == .noContent)
            let detail = try await console.api(.get, "/apps/demo/feedback/\(id)").json(Detail.self)
            #expect(detail.state == "answered" && detail.replies.map(\.text) == ["one", "two"])
            #expect(try await console.api(.get, "/apps/demo/feedback").json(Items.self).items[0].reply == "two")
        }
    }

    @Test func anOperatorWorksThroughItWithPages() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/apps/demo/feedback").text.contains("还没有反馈"))
            let id = try await BadgeDevice(console: console).send(images: [try FeedbackParts.png()])
            let path = "/apps/demo/feedback/\(id)"
            let page = try await console.page(path, language: "en").text
            #expect(page.contains("\(path)/images/1") && page.contains("/apps/demo/logs?from=") && page.contains("/apps/demo/crash-reports?from="))
            #expect(page.contains("device=device-1"))
            let empty = try await console.submit("\(path)/reply", [("text", "  ")])
            #expect(empty.status == .unprocessableContent && empty.text.contains("id=\"error-text\""))
            let long = try await console.submit("\(path)/reply", [("text", String(repeating: "a", count: 2_001))])
            #expect(long.status == .unprocessableContent && long.text.contains(String(repeating: "a", count: 2_001)))
            #expect(try await console.submit("\(path)/reply", [("text", "谢谢")]).headers[.location] == path)
            #expect(try await console.page(path).text.contains("用户尚未查看"))
            _ = try await BadgeDevice(console: console).acknowledge("#feedback")
            #expect(try await console.page(path).text.contains("用户已查看"))
            let tags = try await console.submit("\(path)/tags", [("tags", String(repeating: "长", count: 21))])
            #expect(tags.status == .unprocessableContent && tags.text.contains("id=\"error-tags\""))
            #expect(try await console.submit("\(path)/tags", [("tags", "支付，2.3.0")]).status == .seeOther)
            #expect(try await console.submit("\(path)/state", [("state", "closed")]).status == .seeOther)
            #expect(try await console.submit("\(path)/state", [("state", "answered")]).status == .conflict)
            #expect(try await console.page("/apps/demo/feedback?tag=2.3.0").text.contains("已关闭"))
            #expect(try await console.page("/apps/demo/feedback/none").status == .notFound)
        }
    }

    @Test func viewersReadAndOperatorsWork() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await BadgeDevice(console: console).send()
            let token = try await console.api(.post, "/tokens", ##"{"name":"reader","scope":"read"}"##).json(Token.self).token
            #expect(try await console.api(.get, "/apps/demo/feedback/\(id)", token: token).status == .ok)
            for (path, json) in [("reply", ##"{"text":"a"}"##), ("state", ##"{"state":"open"}"##), ("tags", ##"{"tags":[]}"##)] {
                #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/\(path)", json, token: token).status == .forbidden)
                #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/\(path)", json, token: "").status == .unauthorized)
                #expect(try await console.api(.post, "/apps/demo/feedback/none/\(path)", json).status == .notFound)
            }
        }
    }

    private struct Token: Decodable { let token: String }

    @Test func whatWasDoneIsWrittenDownWithoutPersonalData() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let id = try await BadgeDevice(console: console).send("打不开", Self.personal)
            _ = try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"Call 13812345678"}"##)
            _ = try await console.api(.post, "/apps/demo/feedback/\(id)/state", ##"{"state":"closed"}"##)
            _ = try await console.api(.post, "/apps/demo/feedback/\(id)/tags", ##"{"tags":["a"]}"##)
            let audit = try await console.page("/audit?app=demo").text
            for word in ["回复反馈", "修改反馈状态", "修改反馈标签"] { #expect(audit.contains(word), "\(word)") }
            #expect(!audit.contains("13812345678") && !audit.contains("lin.wei"))
        }
    }
}
