import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct AccountRouteTests {
    private struct Invited: Decodable {
        let account: Member
        let link: String
    }

    private struct Member: Decodable {
        struct Role: Decodable {
            let app: String
            let role: String
        }
        let id: String
        let email: String
        let roles: [Role]
        let disabledAt: Date?
    }

    private func invite(_ console: TestConsole, _ email: String = "ben@example.com", role: String = "viewer") async throws -> Invited {
        let answer = try await console.api(.post, "/members", #"{"email":"\#(email)","role":"\#(role)"}"#)
        #expect(answer.status == .created)
        return try answer.json(Invited.self)
    }

    @Test func membersAreInvitedOnBothFaces() async throws {
        try await TestConsole.run { console in
            let invited = try await invite(console)
            #expect(invited.link.contains("/password?token=msl_"))
            let page = try await console.submit("/members", [("email", "cid@example.com"), ("role", "operator"), ("app", "*")])
            #expect(page.status == .ok)
            #expect(page.text.contains("/password?token=msl_"))
            let list = try await console.api(.get, "/members").json(List<Account>.self)
            #expect(list.items.map(\.email) == [TestConsole.email, "ben@example.com", "cid@example.com"])
            #expect(try await console.page("/members").text.contains("cid@example.com"))
            #expect(try await console.page("/members?q=nobody").text.contains("没有符合条件的成员"))
        }
    }

    @Test func aRejectedInvitationComesBackFilled() async throws {
        try await TestConsole.run { console in
            let page = try await console.submit("/members", [("email", "no e-mail"), ("name", "\"\u{200D}<script>"), ("role", "operator")])
            #expect(page.status == .unprocessableContent)
            #expect(page.text.contains(#"id="error-email""#))
            #expect(page.text.contains("&quot;\u{200D}&lt;script&gt;"))
            let answer = try await console.api(.post, "/members", #"{"email":"no e-mail","role":"viewer"}"#)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains(#""pointer":"/email""#))
        }
    }

    @Test func aMembersRolesAndStateChangeOnBothFaces() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo")
            let id = try await invite(console).account.id
            #expect(try await console.api(.post, "/members/\(id)/roles", #"{"app":"demo","role":"releaser"}"#).status == .noContent)
            #expect(try await console.submit("/members/\(id)/roles", [("app", "*"), ("role", "")]).status == .seeOther)
            let member = try await console.api(.get, "/members/\(id)").json(Member.self)
            #expect(member.roles.map(\.app) == ["demo"])
            #expect(try await console.api(.post, "/members/\(id)/roles", #"{"app":"nothing","role":"viewer"}"#).status == .unprocessableContent)
            #expect(try await console.submit("/members/\(id)/suspension", []).status == .seeOther)
            #expect(try await console.api(.post, "/members/\(id)/suspension").status == .conflict)
            #expect(try await console.page("/members/\(id)").text.contains("已停用"))
            #expect(try await console.api(.post, "/members/\(id)/restoration").status == .noContent)
            #expect(try await console.page("/members/\(id)", language: "en").text.contains("Disable account"))
            #expect(try await console.api(.get, "/members/nobody").status == .notFound)
        }
    }

    @Test func theLastAdministratorIsToldWhy() async throws {
        try await TestConsole.run { console in
            let id = try await console.api(.get, "/members").json(List<Account>.self).items[0].id
            let page = try await console.submit("/members/\(id)/suspension", [])
            #expect(page.status == .conflict)
            #expect(page.text.contains("至少要保留一位可以登录的全部应用管理员"))
        }
    }

    @Test func theInvitationsPageSetsAPasswordAndLogsIn() async throws {
        try await TestConsole.run { console in
            let token = try #require(try await invite(console).link.split(separator: "=").last).description
            let form = try await console.ask(.get, "/password?token=\(token)")
            #expect(form.text.contains("ben@example.com"))
            let headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
            let short = try await console.ask(.post, "/password", headers: headers, body: Array("token=\(token)&password=short".utf8))
            #expect(short.status == .unprocessableContent)
            #expect(short.text.contains(#"name="token" value="\#(token)""#))
            let body = Array("token=\(token)&password=another+good+one".utf8)
            let done = try await console.ask(.post, "/password", headers: headers, body: body)
            #expect(done.headers[.location] == "/apps")
            let cookie = try #require(done.headers[values: .setCookie].first { $0.hasPrefix("session=") }?.split(separator: ";").first)
            #expect(try await console.ask(.get, "/account", headers: [.cookie: String(cookie)]).text.contains("ben@example.com"))
            #expect(try await console.ask(.get, "/members", headers: [.cookie: String(cookie)]).status == .forbidden)
            #expect(try await console.ask(.get, "/password?token=\(token)").text.contains("链接已失效"))
        }
    }

    @Test func theOwnPageSavesProfileAndPassword() async throws {
        try await TestConsole.run { console in
            let saved = try await console.submit(
                "/account/profile",
                [("name", "安 Ann"), ("language", ""), ("theme", ""), ("zone", "America/New_York")]
            )
            #expect(saved.status == .seeOther)
            #expect(try await console.page("/account").text.contains("America/New_York"))
            let wrong = try await console.submit("/account/profile", [("name", ""), ("zone", "Mars/Olympus")])
            #expect(wrong.status == .unprocessableContent)
            for field in ["name", "zone"] { #expect(wrong.text.contains("id=\"error-\(field)\"")) }
            let refused = try await console.submit("/account/password", [("current", "wrong password"), ("password", "another good one")])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains(#"id="error-current""#))
            let changed = try await console.submit("/account/password", [("current", TestConsole.password), ("password", "another good one")])
            #expect(changed.status == .seeOther)
        }
    }

    @Test func aConsoleThatIsSetUpSaysSo() async throws {
        try await TestConsole.run { console in
            let advice = try await console.ask(.get, "/setup-needed")
            #expect(advice.text.contains(#"href="/login""#))
            #expect(try await console.ask(.get, "/setup?token=msl_wrong").text.contains("链接已失效"))
        }
    }
}
