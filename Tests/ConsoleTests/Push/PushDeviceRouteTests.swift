import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Console

@Suite struct PushDeviceRouteTests {
    private struct Devices: Decodable {
        struct Item: Decodable {
            let deviceId: String
            let token: String
            let channel: String
            let environment: String
            let state: String
            let userId: String
        }
        let items: [Item]
        let next: String?
        let total: Int
    }

    private func list(_ console: TestConsole, _ query: String = "") async throws -> Devices {
        try await console.api(.get, "/apps/demo/devices\(query)").json(Devices.self)
    }

    private func bind(_ console: TestConsole, _ count: Int) async throws {
        for number in 1...count {
            try await PushDeviceCaller(console: console, device: "d/+=:\(number)").bind(
                PushDeviceCaller.token(number),
                ["userId": "user\(number % 2)"]
            )
            console.clock.advance(by: 1)
        }
    }

    @Test func devicesAreListedLastHeardOfFirst() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await bind(console, 3)
            let all = try await list(console)
            #expect(all.total == 3 && all.items.map(\.deviceId) == ["d/+=:3", "d/+=:2", "d/+=:1"])
            #expect(all.items[0].token == "00000003…abab" && all.items[0].channel == "apns" && all.items[0].environment == "production")
            let first = try await list(console, "?limit=2")
            let next = try #require(first.next)
            #expect(try await list(console, "?limit=2&cursor=\(next)").items.map(\.deviceId) == ["d/+=:1"])
            let page = try await console.page("/apps/demo/push-devices")
            #expect(page.status == .ok && page.text.contains("00000003…abab") && !page.text.contains(PushDeviceCaller.token(3)))
            let english = try await console.page("/apps/demo/push-devices", language: "en")
            #expect(english.text.contains("Push devices"))
        }
    }

    @Test(arguments: [
        ("?user=user1", 2), ("?device=d%2F%2B", 3), ("?device=D", 0), ("?token=00000002", 1), ("?token=00000002ABAB", 1), ("?platform=ios", 3),
        ("?platform=android", 0), ("?channel=apns", 3), ("?environment=development", 0), ("?state=bound", 3), ("?state=gone", 0),
        ("?version=2.3.0", 3),
        ("?version=2.3", 0),
    ])
    func filtersChoose(query: String, count: Int) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await bind(console, 3)
            #expect(try await list(console, query).total == count)
            #expect(try await console.page("/apps/demo/push-devices\(query)").status == .ok)
        }
    }

    @Test func wrongFiltersAreSaidSo() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.api(.get, "/apps/demo/devices?channel=pigeon").status == .unprocessableContent)
            #expect(try await console.page("/apps/demo/push-devices").text.contains("mpaas.push.bind"))
        }
    }

    @Test func aDeviceShowsWhatWasSentToIt() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await bind(console, 1)
            try await console.makePushMessage("m1", [("d/+=:1", .failed)])
            let path = "/apps/demo/devices/d%2F%2B%3D%3A1"
            let answer = try await console.api(.get, path)
            #expect(answer.status == .ok && answer.text.contains(#""deviceId":"d/+=:1""#) && answer.text.contains(#""state":"failed""#))
            let page = try await console.page("/apps/demo/push-devices/d%2F%2B%3D%3A1")
            #expect(page.status == .ok && page.text.contains("sample") && page.text.contains("\(path)/push-unbinding"))
            #expect(try await console.api(.get, "/apps/demo/devices/none").status == .notFound)
            #expect(try await console.page("/apps/demo/push-devices/none").status == .notFound)
        }
    }

    @Test func anOperatorUnbinds() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await bind(console, 2)
            let (first, second) = ("/apps/demo/devices/d%2F%2B%3D%3A1", "/apps/demo/devices/d%2F%2B%3D%3A2")
            #expect(try await console.api(.post, "\(first)/push-unbinding").status == .noContent)
            #expect(try await console.api(.post, "\(first)/push-unbinding").status == .conflict)
            #expect(try await console.page("\(second)/push-unbinding").status == .ok)
            let done = try await console.submit("\(second)/push-unbinding", [])
            #expect(done.status == .seeOther && done.headers[.location] == "/apps/demo/push-devices/d%2F%2B%3D%3A2")
            #expect(try await list(console, "?state=unbound").total == 2)
            #expect(try await console.api(.get, "/apps/demo/device-figures").text.contains(#""unbound":2"#))
            let audit = try await console.api(.get, "/audit").text
            #expect(audit.contains("push.unbind") && !audit.contains(PushDeviceCaller.token(1)))
        }
    }

    /// Telephone numbers are hidden from who may not see what is personal, also where they are a user's id.
    @Test func usersAreMasked() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let phone = "13812345678"
            try await PushDeviceCaller(console: console, device: "device-1").bind(PushDeviceCaller.token(1), ["userId": phone])
            let actor = Actor(id: "tester", name: "tester", address: "192.0.2.1")
            let list = try await console.pushLists.upload("some", .users, Array("userId,mobile\n\(phone),\(phone)\n".utf8), to: "demo", by: actor)
            let json = #"{"body":"B","target":{"users":["\#(phone)"]}}"#
            let made = try await console.api(.post, "/apps/demo/push-messages", json)
            let message = "/apps/demo/push-messages/\(try made.json(Message.self).id)"
            #expect(try await console.api(.post, "\(message)/review", "{}").text.contains(phone))
            let people = ["/apps/demo/devices", "/apps/demo/devices/device-1", "/apps/demo/push-lists/\(list.id)", "\(message)/deliveries"]
            let messages = [message, "\(message)/review", "/apps/demo/push-messages"]
            for path in people + messages { #expect(try await console.api(.get, path).text.contains(phone), "\(path)") }
            func seen(_ path: String, _ token: String) async throws -> Bool {
                let answer = try await console.api(.get, path, token: token)
                #expect(answer.status == .ok && answer.text.contains(phone) != answer.text.contains("138****5678"), "\(path)")
                return answer.text.contains(phone)
            }
            let reader = try await token(console, #""read""#)
            for path in people + messages { #expect(try await !seen(path, reader), "\(path)") }
            try await console.server.apps.showPersonalData(from: .admin, of: "demo", by: .local)
            let writer = try await token(console, #""read","write""#)
            for path in people { #expect(try await !seen(path, writer), "\(path)") }
            // Who writes messages gets back what was written.
            for path in messages { #expect(try await seen(path, writer), "\(path)") }
            for path in ["push-devices", "push-devices/device-1", "push-lists/\(list.id)"] {
                #expect(try await console.page("/apps/demo/\(path)").text.contains("/apps/demo/users/\(phone)"), "\(path)")
            }
        }
    }

    private func token(_ console: TestConsole, _ scopes: String) async throws -> String {
        struct Made: Decodable { let token: String }
        return try await console.api(.post, "/tokens", #"{"name":"t","scopes":[\#(scopes)]}"#).json(Made.self).token
    }

    private struct Message: Decodable {
        let id: String
    }

    @Test func listsAreUploadedShownAndRemoved() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/apps/demo/push-lists").text.contains("userId"))
            let bytes = Array("userId,city\nalice,Oslo\n<b>,Rome\n".utf8)
            let sent = try await console.submit("/apps/demo/push-lists", [("name", "Spring"), ("kind", "users")], file: "a.csv", bytes)
            #expect(sent.status == .seeOther)
            let path = try #require(sent.headers[.location])
            let page = try await console.page(path)
            #expect(page.status == .ok && page.text.contains("Oslo") && page.text.contains("&lt;b&gt;") && page.text.contains("#city#"))
            #expect(try await console.api(.get, path).text.contains(#""columns":["city"]"#))
            #expect(try await console.api(.get, "/apps/demo/push-lists").text.contains(#""entries":2"#))
            let wrong = try await console.submit("/apps/demo/push-lists", [("kind", "devices")], file: "a.csv", Array("a b\n".utf8))
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("error-file"))
            #expect(try await console.page("\(path)/removal").status == .ok)
            #expect(try await console.submit("\(path)/removal", []).status == .seeOther)
            #expect(try await console.api(.get, path).status == .notFound)
        }
    }

    @Test func aScriptUploadsAListAsItIs() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let made = try await console.api(.post, "/apps/demo/push-lists?name=Some&kind=devices", "d1\nd2\n", headers: [.contentType: "text/csv"])
            #expect(made.status == .created && made.text.contains(#""entries":2"#))
            let path = try #require(made.headers[.location])
            let inner = path.replacing("/api/v1", with: "")
            #expect(try await console.api(.delete, inner).status == .noContent)
            #expect(try await console.api(.delete, inner).status == .notFound)
            let nameless = try await console.api(.post, "/apps/demo/push-lists?kind=devices", "d1\n", headers: [.contentType: "text/csv"])
            #expect(nameless.status == .unprocessableContent)
        }
    }
}
