import Foundation
import HTTPTypes
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AlertSendingTests {
    /// A new group is told to a webhook, and the receiver can check who speaks.
    @Test func aWebhookGetsWhatARuleFindsSigned() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let made = try await room.channel(.webhook, "http://127.0.0.1:\(receiver.port)/hooks")
                let secret = try #require(made.secret.value)
                try await room.rule(.newGroup, channels: [made.channel.id])
                try await room.group("g1", title: "Order failed for ann@example.com")
                try await room.happening("h1", "new", group: "g1")
                try await room.alerts.takeHappenings()
                #expect(receiver.messages.isEmpty)
                try await room.alerts.sendDue()
                let message = try #require(receiver.messages.first)
                let (id, time) = (try #require(message.header("webhook-id")), try #require(message.header("webhook-timestamp")))
                #expect(Int(time) == Int(room.clock.now.timeIntervalSince1970))
                let wanted = AlertSignatures.webhook(id: id, timestamp: try #require(Int(time)), body: message.body, secret: secret)
                #expect(message.header("webhook-signature") == wanted)
                #expect(message.json["type"] as? String == "crash.group.new")
                let data = try #require(message.json["data"] as? [String: Any])
                #expect((data["title"] as? String)?.hasPrefix("New crash in 演示") == true)
                #expect(!message.text.contains("ann@example.com"))
                #expect((data["url"] as? String)?.hasPrefix("https://console.example.com/apps/demo/alerts/") == true)
                #expect(try await room.deliveries().map(\.state) == [.delivered])
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 1)
            }
        }
    }

    @Test func whatIsNotTakenIsTriedAgainWithTheSameIdAndAtLastGivenUp() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let made = try await room.channel(.webhook, "http://127.0.0.1:\(receiver.port)/hooks")
                try await room.rule(.newGroup, channels: [made.channel.id])
                try await room.group("g1")
                try await room.happening("h1", "new", group: "g1")
                try await room.alerts.takeHappenings()
                for _ in 0..<AlertSchedule.mostTries { receiver.answer(500, "<html>broken</html>") }
                try await room.alerts.sendDue()
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 1, "it is not tried again at once")
                for pause in AlertSchedule.pauses {
                    room.clock.advance(by: Double(pause) * 1.1 + 1)
                    try await room.alerts.sendDue()
                }
                #expect(receiver.messages.count == AlertSchedule.mostTries)
                #expect(Set(receiver.messages.map { $0.header("webhook-id") }).count == 1)
                #expect(Set(receiver.messages.map(\.text)).count == 1)
                let delivery = try #require(try await room.deliveries().first)
                #expect(delivery.state == .failed)
                #expect(delivery.problem.value == .status)
                let (_, _, attempts) = try await room.alerts.delivery(delivery.id, of: room.app.id)
                #expect(attempts.map(\.number) == Array(1...AlertSchedule.mostTries))
                #expect(attempts.allSatisfy { $0.status.value == 500 && $0.answer.contains("broken") })
                #expect(try await room.found().map(\.kind) == [.newGroup, .undelivered])
                try await room.alerts.resend(delivery.id, of: room.app.id, by: .console)
                try await room.alerts.sendDue()
                #expect(receiver.messages.last?.header("webhook-id") == receiver.messages.first?.header("webhook-id"))
                #expect(try await room.deliveries().first?.state == .delivered)
            }
        }
    }

    @Test func a410TurnsTheChannelOffAndARetryAfterIsKept() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let made = try await room.channel(.webhook, "http://127.0.0.1:\(receiver.port)/hooks")
                try await room.rule(.newGroup, quiet: 0, channels: [made.channel.id])
                try await room.group("g1")
                try await room.happening("h1", "new", group: "g1")
                try await room.alerts.takeHappenings()
                receiver.answer(503, "busy", [.retryAfter: "90"])
                try await room.alerts.sendDue()
                room.clock.advance(by: 60)
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 1)
                receiver.answer(410)
                room.clock.advance(by: 31)
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 2)
                #expect(try await room.alerts.channel(made.channel.id, of: room.app.id).enabled == false)
                #expect(try await room.deliveries().first?.problem.value == .gone)
                #expect(try await room.found().last?.kind == .undelivered)
            }
        }
    }

    @Test func redirectsAreNotFollowedAndAnswersAreBounded() async throws {
        try await AlertReceiver.run { receiver in
            let client = AlertClient(networks: .any)
            func send(_ kind: AlertChannelKind = .webhook) async -> AlertOutcome {
                let secret = AlertChannelSecret(url: "http://127.0.0.1:\(receiver.port)/x")
                return await client.send(AlertRequest(kind, secret, oldSecretUntil: nil, id: "msg_1", body: "{}", now: .now), to: kind)
            }
            receiver.answer(302, "", [.location: "http://127.0.0.1:\(receiver.port)/elsewhere"])
            #expect(await send().problem == .redirected)
            #expect(receiver.messages.count == 1)
            receiver.answer(200, String(repeating: "a", count: 1 << 20))
            let long = await send()
            #expect(long.problem == nil)
            #expect(long.answer.utf8.count == AlertClient.answerKept)
            receiver.answer(200, #"{"errcode":310000,"errmsg":"sign not match"}"#)
            #expect(await send(.dingtalk).problem == .robotFinal)
            receiver.answer(200, #"{"errcode":130101,"errmsg":"send too fast"}"#)
            #expect(await send(.dingtalk).problem == .robot)
            receiver.answer(200, #"{"code":19021,"msg":"sign match fail"}"#)
            #expect(await send(.feishu).problem == .robotFinal)
            receiver.answer(200, "not json")
            #expect(await send(.wecom).problem == .robot)
        }
    }

    @Test func addressesThatAreRefusedAreNeverAsked() async throws {
        try await AlertReceiver.run { receiver in
            let url = "http://hooks.example.com:\(receiver.port)/x"
            let secret = AlertChannelSecret(url: url)
            let request = AlertRequest(.webhook, secret, oldSecretUntil: nil, id: "msg_1", body: "{}", now: .now)
            // The name leads to this machine whatever it was when the channel was made.
            let client = AlertClient(networks: .intranet) { _ in GatewayAddress("127.0.0.1")! }
            #expect(await client.send(request, to: .webhook).problem == .refusedAddress)
            let lost = AlertClient(networks: .any) { _ in throw TestFailure("no such host") }
            #expect(await lost.send(request, to: .webhook).problem == .noHost)
            #expect(receiver.messages.isEmpty)
            let free = AlertClient(networks: .any) { _ in GatewayAddress("127.0.0.1")! }
            #expect(await free.send(request, to: .webhook).problem == nil)
        }
    }

    /// An international name is asked by the spelling by which it was checked: with another one the client would look it up once more by itself.
    @Test func theNameThatWasCheckedIsTheOneThatIsAsked() async throws {
        try await AlertReceiver.run { receiver in
            let client = AlertClient(networks: .any) { host in
                guard host == "xn--fiqs8s.invalid" else { throw TestFailure("asked for \(host)") }
                return GatewayAddress("127.0.0.1")!
            }
            let secret = AlertChannelSecret(url: "http://xn--fiqs8s.invalid:\(receiver.port)/x")
            let request = AlertRequest(.webhook, secret, oldSecretUntil: nil, id: "msg_1", body: "{}", now: .now)
            #expect(await client.send(request, to: .webhook).problem == nil)
            #expect(receiver.messages.count == 1)
            #expect(AlertClient.host(of: "http://[::1]:8080/x") == "::1")
        }
    }

    @Test func robotsGetWhatTheyWant() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let base = "http://127.0.0.1:\(receiver.port)"
                let ding = try await room.channel(.dingtalk, "\(base)/robot/send?access_token=token", secret: "SECdemo", language: .chinese)
                let feishu = try await room.channel(.feishu, "\(base)/open-apis/bot/v2/hook/hook", secret: "demo")
                let wecom = try await room.channel(.wecom, "\(base)/cgi-bin/webhook/send?key=key")
                try await room.rule(.newGroup, channels: [ding, feishu, wecom].map(\.channel.id))
                try await room.group("g1", title: "[click](http://evil) <@all> *x*")
                try await room.happening("h1", "new", group: "g1")
                try await room.alerts.takeHappenings()
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 3)
                let toDing = try #require(receiver.messages.first { $0.path.hasPrefix("/robot") })
                #expect(toDing.query["access_token"] == "token")
                let time = try #require(toDing.query["timestamp"].flatMap { Int($0) })
                let sign = toDing.query["sign"]?.removingPercentEncoding
                #expect(sign == AlertSignatures.dingtalk(timestamp: time, secret: "SECdemo"))
                #expect(toDing.json["msgtype"] as? String == "markdown")
                #expect(toDing.text.contains("出现新的闪退"))
                #expect(!toDing.text.contains("[click]"))
                let toFeishu = try #require(receiver.messages.first { $0.path.hasPrefix("/open-apis") })
                let seconds = try #require((toFeishu.json["timestamp"] as? String).flatMap { Int($0) })
                #expect(toFeishu.json["sign"] as? String == AlertSignatures.feishu(timestamp: seconds, secret: "demo"))
                #expect(toFeishu.json["msg_type"] as? String == "post")
                let toWecom = try #require(receiver.messages.first { $0.path.hasPrefix("/cgi-bin") })
                #expect(toWecom.json["msgtype"] as? String == "markdown")
                #expect(!toWecom.text.contains("<@all>"))
            }
        }
    }

    @Test func aChannelIsToldNoMoreThanItTakesInAMinute() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let made = try await room.channel(.wecom, "http://127.0.0.1:\(receiver.port)/cgi-bin/webhook/send?key=key")
                try await room.rule(.newGroup, quiet: 0, channels: [made.channel.id])
                for number in 0..<30 {
                    try await room.group("g\(number)")
                    try await room.happening("h\(number)", "new", group: "g\(number)")
                    try await room.alerts.takeHappenings()
                }
                try await room.alerts.sendDue()
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == AlertChannelKind.wecom.mostPerMinute)
                room.clock.advance(by: 61)
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 30)
            }
        }
    }

    @Test(arguments: [1, 5, 8])
    func pausesGrow(tries: Int) throws {
        let broken = AlertOutcome(problem: .timeout)
        let pause = try #require(AlertSchedule.pause(after: tries, of: AlertSchedule.mostTries, broken, chance: 0))
        #expect(pause == Double(AlertSchedule.pauses[tries - 1]))
        #expect(AlertSchedule.pause(after: 9, of: 9, broken, chance: 0) == nil)
        #expect(AlertSchedule.pause(after: 1, of: 9, AlertOutcome(), chance: 0) == nil)
        #expect(AlertSchedule.pause(after: 1, of: 9, AlertOutcome(problem: .robotFinal), chance: 0) == nil)
    }

    @Test func longTextsStayBelowWhatRobotsTake() throws {
        let app = App(
            id: "demo",
            name: "演示",
            englishName: "Demo",
            createdAt: .now,
            platforms: [],
            zone: "Asia/Shanghai",
            archivedAt: nil,
            demo: false
        )
        let lines = [String](repeating: String(repeating: "闪退", count: 2_000), count: 40)
        let message = AlertMessage(
            type: "x",
            at: .now,
            app: app,
            title: lines[0],
            lines: lines,
            link: "https://console.example.com/a",
            linkWord: "open",
            alert: nil
        )
        func content(_ kind: AlertChannelKind) throws -> [String: Any] {
            let body = message.body(for: kind, .chinese)
            return try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any])
        }
        let wecom = try #require((try content(.wecom)["markdown"] as? [String: Any])?["content"] as? String)
        #expect(wecom.utf8.count <= 4_096)
        #expect(wecom.hasSuffix("(https://console.example.com/a)"))
        let ding = try #require((try content(.dingtalk)["markdown"] as? [String: Any])?["text"] as? String)
        #expect(ding.utf8.count <= 20_000)
        #expect(message.body(for: .feishu, .chinese).utf8.count <= 20_000)
    }
}
