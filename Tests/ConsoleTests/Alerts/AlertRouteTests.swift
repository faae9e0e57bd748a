import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AlertRouteTests {
    @Test func rulesAreMadeChangedAndRemovedOnBothFaces() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/apps/demo/alerts").text.contains("还没有告警规则"))
            #expect(try await console.page("/apps/demo/alert-rules/new").text.contains("kind=crashRate"))
            #expect(try await console.page("/apps/demo/alert-rules/new?kind=crashRate").text.contains("field-percentage"))
            let rejected = try await console.submit("/apps/demo/alert-rules", [("kind", "crashRate"), ("name", ""), ("percentage", "0")])
            #expect(rejected.status == .unprocessableContent)
            #expect(rejected.text.contains("href=\"#field-percentage\""))
            let fields = [("kind", "crashRate"), ("name", "rate"), ("percentage", "1.5"), ("minimum", "100"), ("span", "1"), ("quietMinutes", "60")]
            let redirect = try await console.submit("/apps/demo/alert-rules", fields)
            let path = try #require(redirect.headers[.location])
            #expect(path.hasPrefix("/apps/demo/alert-rules/"))
            let rule = try await console.api(.get, path).json(AlertRule.self)
            #expect(rule.percentage.value == 1.5)
            #expect(rule.enabled)
            #expect(try await console.page(path).text.contains("value=\"1.5\""))
            #expect(try await console.api(.put, path, #"{"name":"rate","percentage":2}"#).json(AlertRule.self).percentage.value == 2)
            #expect(try await console.api(.put, path, #"{"name":"rate","kind":"velocity"}"#).status == .unprocessableContent)
            #expect(try await console.submit("\(path)/pause", []).headers[.location] == path)
            #expect(try await console.api(.get, path).json(AlertRule.self).enabled == false)
            #expect(try await console.page("\(path)/removal").status == .ok)
            #expect(try await console.submit("\(path)/removal", []).headers[.location] == "/apps/demo/alert-rules")
            #expect(try await console.api(.get, path).status == .notFound)
            #expect(try await console.page("/audit", language: "en").text.contains("Remove alert rule"))
        }
    }

    @Test(arguments: [
        #"{"kind":"undelivered","name":"x"}"#, #"{"kind":"velocity","name":"x","factor":1}"#, #"{"kind":"velocity","name":"x","span":25}"#,
        #"{"kind":"crashRate","name":"x"}"#, #"{"kind":"devices","name":"x","minimum":0}"#, #"{"kind":"newGroup","name":"x","quietMinutes":-1}"#,
        #"{"kind":"newGroup","name":"x","channels":["nosuch"]}"#, #"{"name":"x"}"#,
    ])
    func whatARuleMayNotBeIsSaid(draft: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.api(.post, "/apps/demo/alert-rules", draft).status == .unprocessableContent)
        }
    }

    @Test func aWebhooksSecretIsShownOnceAndKeptSealed() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let input = #"{"name":"ours","kind":"webhook","url":"https://hooks.example.com/a?key=0123456789abcdef"}"#
            let made = try await console.api(.post, "/apps/demo/alert-channels", input)
            #expect(made.status == .created)
            let first = try made.json(AlertChannelMade.self)
            let secret = try #require(first.secret.value)
            #expect(secret.hasPrefix("whsec_"))
            let path = "/apps/demo/alert-channels/\(first.channel.id)"
            for text in [try await console.api(.get, path).text, try await console.page(path).text, try await console.page("/audit").text] {
                #expect(!text.contains(secret))
                #expect(!text.contains("0123456789abcdef"))
            }
            let stored = try await console.server.database.read { try $0.sealedAlertChannel("demo", first.channel.id) }
            #expect(!String(decoding: try #require(stored), as: UTF8.self).contains("hooks.example.com"))
            #expect(try await console.page("\(path)/secret-rotation").status == .ok)
            let rotated = try await console.api(.post, "\(path)/secret-rotation", #"{"keepHours":24}"#).json(AlertChannelMade.self)
            #expect(rotated.secret.value != secret)
            #expect(rotated.channel.oldSecretUntil.value != nil)
            #expect(try await console.submit("\(path)/secret-rotation", [("keepHours", "0")]).text.contains("whsec_"))
            #expect(try await console.api(.get, path).json(AlertChannel.self).oldSecretUntil.value == nil)
            #expect(try await console.submit("\(path)/secret-rotation", [("keepHours", "200")]).status == .unprocessableContent)
        }
    }

    @Test(arguments: [
        "http://127.0.0.1/", "http://localhost:8080/", "http://[::1]/", "http://169.254.169.254/latest/meta-data", "ftp://a.example/", "a.example",
        "http://name:password@a.example/",
    ])
    func addressesThatTheConsoleMustNotAskAreRefused(url: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let answer = try await console.api(.post, "/apps/demo/alert-channels", #"{"name":"x","kind":"webhook","url":"\#(url)"}"#)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"/url\""))
        }
    }

    @Test func aTestSaysWhatCameOfItAndIsNotTriedAgain() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let input = #"{"name":"ours","kind":"webhook","url":"http://alerts.invalid/hooks"}"#
            let channel = try await console.api(.post, "/apps/demo/alert-channels", input).json(AlertChannelMade.self).channel.id
            let answer = try await console.submit("/apps/demo/alert-channels/\(channel)/test", [])
            let path = try #require(answer.headers[.location])
            let shown = try await console.api(.get, path).json(AlertDeliveryRoutes.Shown.self)
            #expect(shown.delivery.state == .failed)
            #expect(shown.delivery.problem.value == .noHost)
            #expect(shown.attempts.count == 1)
            #expect(try await console.page(path, language: "en").text.contains("The host cannot be found"))
            #expect(try await console.page("/apps/demo/alert-deliveries").text.contains(path))
            #expect(try await console.submit("\(path)/resend", []).headers[.location] == path)
            #expect(try await console.api(.get, path).json(AlertDeliveryRoutes.Shown.self).delivery.state == .waiting)
            #expect(try await console.submit("/apps/demo/alert-channels/\(channel)/removal", []).headers[.location] == "/apps/demo/alert-channels")
            #expect(try await console.api(.post, "\(path)/resend").status == .conflict)
        }
    }

    @Test func alertsAreListedCountedAndRead() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.post, "/apps/demo/alert-rules", #"{"name":"new","kind":"newGroup","quietMinutes":0}"#)
            for id in ["h1", "h2"] {
                try await console.server.database.write { connection in
                    try connection.run(
                        "INSERT INTO crash_happening (app_id, id, at, kind, group_id, version) VALUES ('demo', \(id), 1, 'new', 'gone', '1.0')"
                    )
                }
                try await console.server.alerts.takeHappenings()
            }
            let list = try await console.api(.get, "/apps/demo/alerts")
            #expect(try list.json(List<AlertView>.self).total == 2)
            let id = try #require(try list.json(List<AlertView>.self).items.first?.id)
            #expect(try await console.page("/apps/demo").text.contains("<span class=\"count\">2</span>"))
            #expect(try await console.page("/apps/demo/alerts/\(id)").status == .ok)
            #expect(try await console.submit("/apps/demo/alerts/\(id)/reading", []).headers[.location] == "/apps/demo/alerts")
            #expect(try await console.api(.get, "/apps/demo/alerts?unread=true").json(List<AlertView>.self).total == 1)
            #expect(try await console.api(.post, "/apps/demo/alerts/reading", "{}").status == .noContent)
            #expect(try await console.api(.get, "/apps/demo/alerts?unread=true").json(List<AlertView>.self).total == 0)
            #expect(try await !console.page("/apps/demo").text.contains("<span class=\"count\">"))
        }
    }

    /// Operators may write rules, and only administrators ways out of the house.
    @Test func whoMayDoWhat() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            struct Made: Decodable { let token: String }
            let token = try await console.api(.post, "/tokens", #"{"name":"w","scopes":["read","write"]}"#).json(Made.self).token
            let rule = #"{"name":"new","kind":"newGroup"}"#
            #expect(try await console.api(.post, "/apps/demo/alert-rules", rule, token: token).status == .created)
            let channel = #"{"name":"x","kind":"webhook","url":"https://a.example/"}"#
            #expect(try await console.api(.post, "/apps/demo/alert-channels", channel, token: token).status == .forbidden)
        }
    }
}
