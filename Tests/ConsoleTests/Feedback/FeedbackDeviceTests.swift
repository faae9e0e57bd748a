import Formats
import Foundation
import TestSupport
import Testing

@testable import Console

@Suite struct FeedbackDeviceTests {
    @Test func whatADeviceSendsIsKeptWithItsContext() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            let more = ["contact": "lin@example.com", "mobileNo": "13812345678", "userId": "alice", "osVersion": "17.5", "mobileModel": "iPhone16,1"]
            let id = try await device.send(" 闪退\n两次 ", more)
            let kept = try await console.server.feedback.feedback(id, of: "demo").feedback
            #expect(kept.content == "闪退\n两次" && kept.contact == "lin@example.com" && kept.mobile == "13812345678" && kept.state == .new)
            let sender = FeedbackSender(
                user: "alice",
                device: "device-1",
                platform: .ios,
                version: "2.3.0",
                osVersion: "17.5",
                model: "iPhone16,1"
            )
            #expect(kept.sender == sender)
        }
    }

    @Test func aReplyReachesTheDeviceByItsDot() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            let id = try await device.send()
            #expect(try await device.sent().map { $0["state"] as? String } == ["new"])
            #expect(try await device.sent()[0]["reply"] == nil)
            #expect(try await console.api(.post, "/apps/demo/feedback/\(id)/reply", ##"{"text":"请更新到 2.3.1"}"##).status == .noContent)
            #expect(try await device.pull() == ["#feedback": [1, 0]])
            let item = try await device.sent()[0]
            #expect(item["reply"] as? String == "请更新到 2.3.1" && item["state"] as? String == "answered" && item["id"] as? String == id)
            #expect((item["repliedAt"] as? String)?.hasPrefix("2026-11-21T") == true)
            #expect(item["author"] == nil)
            #expect(try await device.acknowledge("#feedback") == 1)
            #expect(try await device.pull().isEmpty)
        }
    }

    @Test func nobodyReadsWhatOthersSent() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await BadgeDevice(console: console).send("打不开", ["userId": "alice"])
            let other = BadgeDevice(console: console, device: "device-2")
            #expect(try await other.sent().isEmpty)
            #expect(try await other.sent(##"{"userId":"alice"}"##).isEmpty)
            let loggedIn = BadgeDevice(console: console, device: "device-2", session: "alice")
            #expect(try await loggedIn.sent().count == 1)
            #expect(try await loggedIn.sent(##"{"userId":"bob"}"##).isEmpty)
            #expect(try await BadgeDevice(console: console, device: "").sent().isEmpty)
        }
    }

    @Test(arguments: [
        ##"{}"##, ##"{"content":""}"##, ##"{"content":"  "}"##, ##"{"content":7}"##, ##"{"content":"a\u0000b"}"##, ##"{"content":"a","images":"x"}"##,
        ##"{"content":"a","images":["***"]}"##, ##"{"content":"a","images":[""]}"##,
        ##"{"content":"a","images":["YQ==","YQ==","YQ==","YQ==","YQ=="]}"##,
        ##"{"content":"a","userId":"\u0007"}"##,
    ])
    func nonsenseIsBadFormat(json: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(await BadgeDevice(console: console).refusal("alipay.client.saveUserProposalInfo", json)?.status == .badFormat)
        }
    }

    @Test func lengthsAreBounded() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            func status(_ content: Int, _ contact: Int, _ mobile: Int) async throws -> GatewayStatus? {
                let text = { String(repeating: "好", count: $0) }
                let more = ["contact": text(contact), "mobileNo": text(mobile)]
                return await device.refusal("alipay.client.saveUserProposalInfo", try FeedbackParts.request(text(content), more))?.status
            }
            #expect(try await status(2_000, 200, 32) == nil)
            #expect(try await status(2_001, 0, 0) == .badFormat)
            #expect(try await status(1, 201, 0) == .badFormat)
            #expect(try await status(1, 0, 33) == .badFormat)
        }
    }

    @Test func aDeviceSendsTwentyADay() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = BadgeDevice(console: console)
            for _ in 0..<20 { _ = try await device.send() }
            let refused = await device.refusal("alipay.client.saveUserProposalInfo", try FeedbackParts.request())
            #expect(refused?.status == .tooFast)
            _ = try await BadgeDevice(console: console, device: "device-2").send()
            console.clock.advance(by: 86_401)
            _ = try await device.send()
        }
    }

    @Test func aRefusalNeverRepeatsWhatWasSent() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let secret = String(repeating: "13812345678", count: 20)
            let refused = await BadgeDevice(console: console).refusal(
                "alipay.client.saveUserProposalInfo",
                try FeedbackParts.request("a", ["contact": secret])
            )
            #expect(refused?.reason.contains("138") == false)
        }
    }
}
