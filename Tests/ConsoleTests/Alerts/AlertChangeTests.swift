import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AlertChangeTests {
    /// What somebody does in the console reaches the webhook that asks for it, signed, as the list of changes has it.
    @Test func aWebhookIsToldOfChangesSigned() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let made = try await room.channel(.webhook, "http://127.0.0.1:\(receiver.port)/hooks", changes: [.setting, .patch])
                let rule = try await room.rule(.newGroup)
                try await room.change("update.publication", object: "ios #1 (aa)")
                #expect(receiver.messages.isEmpty)
                try await room.alerts.sendDue()
                let actions = receiver.messages.compactMap { ($0.json["data"] as? [String: Any])?["action"] as? String }
                #expect(actions.sorted() == ["alert.addChannel", "alert.addRule"])
                let message = try #require(receiver.messages.first { $0.text.contains("alert.addRule") })
                let time = try #require(message.header("webhook-timestamp").flatMap { Int($0) })
                let id = try #require(message.header("webhook-id"))
                let wanted = AlertSignatures.webhook(id: id, timestamp: time, body: message.body, secret: try #require(made.secret.value))
                #expect(message.header("webhook-signature") == wanted)
                #expect(message.json["type"] as? String == "change.setting")
                let data = try #require(message.json["data"] as? [String: Any])
                #expect(data["url"] as? String == "https://console.example.com/apps/demo/alert-rules/\(rule.id)")
                #expect(data["at"] as? String == "2026-11-21T04:00:00+00:00")
                let delivery = try #require(try await room.deliveries().first { $0.id == id })
                #expect(delivery.changeId.value == data["id"] as? String)
                #expect(try await room.alerts.page(of: delivery, room.app.id) == "/apps/demo/alert-rules/\(rule.id)")
                let ledger = try await Ledger(database: room.database).list(LedgerFilter(apps: ["demo"]), try ListPlace(limit: 10, cursor: nil))
                #expect(ledger.items.contains { $0.id == delivery.changeId.value && $0.title == data["title"] as? String })
            }
        }
    }

    @Test func robotsAreToldInTheirLanguage() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let base = "http://127.0.0.1:\(receiver.port)"
                for kind in [AlertChannelKind.dingtalk, .feishu, .wecom] {
                    _ = try await room.channel(kind, "\(base)/\(kind.rawValue)?key=k", language: .chinese, changes: [.patch])
                }
                try await room.change("hotpatch.halt", object: "ios #3 (0123456789abcdef)", after: ["percentage": "20%"])
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 3)
                for message in receiver.messages {
                    #expect(message.text.contains("演示"))
                    #expect(message.text.contains("iOS #3"))
                    #expect(message.text.contains("20%"))
                    #expect(message.text.contains("操作人：主站"))
                    #expect(message.text.contains("https://console.example.com/apps/demo/hotpatches/0123456789abcdef"))
                    #expect(!message.text.contains("label.action"))
                }
            }
        }
    }

    /// Not: other kinds, what is no change, what was undone, what belongs to another app or to none, and channels that are off.
    @Test func nothingElseIsTold() async throws {
        try await AlertRoom.run { room in
            let made = try await room.channel(.webhook, "http://127.0.0.1:1/hooks", changes: [.update])
            _ = try await room.channel(.webhook, "http://127.0.0.1:1/silent")
            try await room.change("hotpatch.halt", object: "ios #3 (aa)")
            try await room.change("account.logIn", object: "demo")
            await #expect(throws: TestFailure.self) {
                try await room.database.write { [audit = room.alerts.audit] connection in
                    try audit.record(connection, by: .console, "update.publication", app: "demo", object: "ios #1 (aa)")
                    throw TestFailure("undone")
                }
            }
            try await room.database.write { [audit = room.alerts.audit] connection in
                try audit.record(connection, by: .console, "update.publication", object: "ios #1 (aa)")
                try audit.record(connection, by: .console, "update.publication", app: "gone", object: "ios #1 (aa)")
            }
            #expect(try await room.deliveries().isEmpty)
            try await room.alerts.turnChannel(made.channel.id, of: room.app.id, on: false, by: .console)
            try await room.change("update.publication", object: "ios #1 (aa)")
            #expect(try await room.deliveries().isEmpty)
            try await room.alerts.turnChannel(made.channel.id, of: room.app.id, on: true, by: .console)
            try await room.change("update.publication", object: "ios #1 (aa)")
            #expect(try await room.deliveries().map(\.channelId) == [made.channel.id])
        }
    }

    /// What belongs to no app goes where an administrator of the console wanted it, and is for the same in the log.
    @Test func whatBelongsToNoAppIsToldWhereItWasAskedFor() async throws {
        try await AlertRoom.run { room in
            let wide = try await room.channel(.webhook, "http://127.0.0.1:1/wide", changes: [.role, .package], wide: true).channel
            _ = try await room.channel(.webhook, "http://127.0.0.1:1/narrow", changes: [.role, .package])
            try await room.database.write { [audit = room.alerts.audit] connection in
                try audit.record(connection, by: .console, "module.publish", object: "MPLog 1.0.2 (ios)")
                try audit.record(connection, by: .console, "update.publication", object: "ios #1 (aa)")
            }
            #expect(try await room.deliveries().map(\.channelId) == [wide.id])
            #expect(try await room.deliveries().map(\.readers) == [.console])
            #expect(try await room.deliveries().first?.title.hasPrefix("Console: ") == true)
            room.clock.advance(by: 1)
            try await room.change("account.setRole", object: "ann@example.com")
            let told = try await room.deliveries().dropFirst()
            #expect(told.count == 2)
            #expect(told.allSatisfy { $0.readers == .admins })
            var filter = AlertDeliveryFilter()
            filter.readers = [.viewers, .admins]
            let shown = try await room.alerts.deliveries(of: room.app.id, filter, try ListPlace(limit: 10, cursor: nil))
            #expect(shown.total == 2)
            let hidden = try #require(try await room.deliveries().first)
            await #expect(throws: Problem.self) { _ = try await room.alerts.delivery(hidden.id, of: room.app.id, for: [.viewers, .admins]) }
        }
    }

    /// What waits when a channel is no longer for it is not sent to wherever the channel leads then; all else is, and nobody is told of a failure.
    @Test func whatBelongsToNoAppIsNotSentToAChannelThatIsNoLongerForIt() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let base = "http://127.0.0.1:\(receiver.port)"
                let channel = try await room.channel(.webhook, "\(base)/wide", changes: [.package, .update], wide: true).channel
                try await room.database.write { [audit = room.alerts.audit] connection in
                    try audit.record(connection, by: .console, "module.publish", object: "MPLog 1.0.2 (ios)")
                }
                room.clock.advance(by: 1)
                try await room.change("update.publication", object: "ios #1 (aa)")
                var draft = AlertChannelDraft(name: "narrow")
                (draft.url, draft.wide) = ("\(base)/elsewhere", false)
                try await room.alerts.edit(channel.id, of: room.app.id, draft, by: .console)
                try await room.alerts.sendDue()
                #expect(receiver.messages.map(\.path) == ["/elsewhere"])
                #expect(receiver.messages.first?.json["type"] as? String == "change.update")
                let deliveries = try await room.deliveries()
                #expect(deliveries.map(\.readers) == [.console, .viewers])
                #expect(deliveries.map(\.state) == [.failed, .delivered])
                #expect(deliveries.map(\.problem.value) == [.narrowed, nil])
                #expect(try await room.found().isEmpty)
                let hidden = try #require(deliveries.first)
                try await room.alerts.resend(hidden.id, of: room.app.id, by: .console)
                try await room.alerts.sendDue()
                #expect(receiver.messages.count == 1)
                #expect(try await room.deliveries().first?.problem.value == .narrowed)
            }
        }
    }

    /// A robot that takes 18 a minute does not keep the others waiting, however much waits for it.
    @Test func aSlowChannelKeepsNobodyWaiting() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                let base = "http://127.0.0.1:\(receiver.port)"
                _ = try await room.channel(.wecom, "\(base)/slow?key=key", changes: [.badge])
                _ = try await room.channel(.webhook, "\(base)/quick", changes: [.push])
                for number in 0..<250 { try await room.change("badge.publish", object: "home #\(number) (aa)") }
                room.clock.advance(by: 1)
                try await room.change("push.beginning", object: "Hello (bb)")
                try await room.alerts.sendDue()
                #expect(receiver.messages.count { $0.path == "/slow" } == AlertChannelKind.wecom.mostPerMinute)
                #expect(receiver.messages.count { $0.path == "/quick" } == 1)
            }
        }
    }

    /// A receiver that is gone for days is told of in the console once a day, not once for each change.
    @Test func givenUpChangesAreSaidOnceADay() async throws {
        try await AlertReceiver.run { receiver in
            try await AlertRoom.run { room in
                _ = try await room.channel(.webhook, "http://127.0.0.1:\(receiver.port)/hooks", changes: [.update])
                for number in 0..<3 { try await room.change("update.publication", object: "ios #\(number) (aa)") }
                for _ in 0..<3 * AlertSchedule.mostTries { receiver.answer(500) }
                for pause in [0] + AlertSchedule.pauses {
                    room.clock.advance(by: Double(pause) * 1.1 + 1)
                    for _ in 0..<3 { try await room.alerts.sendDue() }
                }
                #expect(try await room.deliveries().map(\.state) == [.failed, .failed, .failed])
                #expect(try await room.found().map(\.kind) == [.undelivered])
                let first = try #require(try await room.deliveries().first)
                try await room.alerts.resend(first.id, of: room.app.id, by: .console)
                try await room.alerts.sendDue()
                #expect(try await room.deliveries().first?.state == .delivered)
                #expect(receiver.messages.last?.header("webhook-id") == first.id)
            }
        }
    }
}
