import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct AlertChangeRouteTests {
    @Test func aChannelAsksForChangesOnBothFaces() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let input = #"{"name":"ours","kind":"webhook","url":"https://hooks.example.com/a","changes":["update","patch","update"]}"#
            let channel = try await console.api(.post, "/apps/demo/alert-channels", input).json(AlertChannelMade.self).channel
            #expect(channel.changes == [.update, .patch])
            let path = "/apps/demo/alert-channels/\(channel.id)"
            let page = try await console.page(path)
            #expect(page.text.contains("name=\"changes\" value=\"update\" checked"))
            #expect(page.text.contains("name=\"changes\" value=\"push\">"))
            let kept = try await console.api(.put, path, #"{"name":"renamed"}"#).json(AlertChannel.self)
            #expect(kept.changes == [.update, .patch])
            #expect(try await console.submit(path, [("name", "renamed"), ("changes", "push"), ("changes", "role")]).status == .seeOther)
            #expect(try await console.api(.get, path).json(AlertChannel.self).changes == [.push, .role])
            #expect(try await console.submit(path, [("name", "renamed")]).status == .seeOther)
            #expect(try await console.api(.get, path).json(AlertChannel.self).changes.isEmpty)
            #expect(try await console.api(.put, path, #"{"name":"x","changes":["weather"]}"#).status == .unprocessableContent)
        }
    }

    @Test func whatIsSentOfChangesIsInTheLog() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let input = #"{"name":"ours","kind":"webhook","url":"http://alerts.invalid/hooks","changes":["setting"]}"#
            let channel = try await console.api(.post, "/apps/demo/alert-channels", input).json(AlertChannelMade.self).channel
            _ = try await console.api(.post, "/apps/demo/alert-channels/\(channel.id)/test")
            _ = try await console.api(.post, "/apps/demo/alert-rules", #"{"name":"new","kind":"newGroup"}"#)
            func listed(_ about: String) async throws -> [AlertDelivery] {
                try await console.api(.get, "/apps/demo/alert-deliveries?about=\(about)").json(List<AlertDelivery>.self).items
            }
            #expect(try await listed("alert").isEmpty)
            #expect(try await listed("test").count == 1)
            let changes = try await listed("change")
            #expect(changes.count == 2)
            let delivery = try #require(changes.first { $0.title.contains("添加告警规则") })
            let page = try await console.page("/apps/demo/alert-deliveries/\(delivery.id)")
            #expect(page.text.contains("change.setting"))
            #expect(page.text.contains("href=\"/apps/demo/alert-rules/"))
            #expect(try await console.page("/apps/demo/alert-deliveries?about=change").text.contains("value=\"change\" selected"))
            for _ in changes { try await console.server.alerts.sendDue() }
            #expect(try await console.api(.get, "/apps/demo/alert-deliveries/\(delivery.id)").text.contains("noHost"))
        }
    }

    /// Who looks after one app neither asks for what belongs to none, nor sends what is told of it elsewhere.
    @Test func onlyAdministratorsOfTheConsoleAskForWhatBelongsToNoApp() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            struct Made: Decodable { let token: String }
            let scopes = #"{"name":"one app","scopes":["read","write","admin"],"app":"demo"}"#
            let token = try await console.api(.post, "/tokens", scopes).json(Made.self).token
            let fields = #""name":"ours","kind":"webhook","url":"https://hooks.example.com/a","changes":["package"]"#
            #expect(try await console.api(.post, "/apps/demo/alert-channels", "{\(fields),\"wide\":true}", token: token).status == .forbidden)
            #expect(try await console.api(.post, "/apps/demo/alert-channels", "{\(fields)}", token: token).status == .created)
            let made = try await console.api(.post, "/apps/demo/alert-channels", "{\(fields),\"wide\":true}")
            let path = "/apps/demo/alert-channels/\(try made.json(AlertChannelMade.self).channel.id)"
            #expect(try await console.page(path).text.contains("name=\"wide\" value=\"true\" checked"))
            #expect(try await console.api(.put, path, #"{"name":"x","url":"https://elsewhere.example.com/"}"#, token: token).status == .forbidden)
            #expect(try await console.api(.post, "\(path)/secret-rotation", "{}", token: token).status == .forbidden)
            #expect(try await console.api(.post, "\(path)/pause", token: token).status == .noContent)
            #expect(try await console.api(.post, "\(path)/resume", token: token).status == .forbidden)
            #expect(try await console.submit(path, [("name", "ours"), ("changes", "package")]).status == .seeOther)
            #expect(try await console.api(.get, path).json(AlertChannel.self).wide == false)
        }
    }

    /// Its channels go with it, and nothing that waits for them keeps the app alive.
    @Test func anAppWithAChannelThatAsksForEverythingCanBeDeleted() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let all = LedgerKind.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
            let input = #"{"name":"ours","kind":"webhook","url":"https://hooks.example.com/a","changes":[\#(all)]}"#
            #expect(try await console.api(.post, "/apps/demo/alert-channels", input).status == .created)
            #expect(try await console.submit("/apps/demo/deletion", [("confirm", "demo")]).status == .seeOther)
            #expect(try await console.api(.get, "/apps/demo").status == .notFound)
        }
    }
}
