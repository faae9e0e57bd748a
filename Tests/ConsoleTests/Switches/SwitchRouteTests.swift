import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// The JSON face.
struct SwitchRouteTests {
    private struct Found: Decodable {
        let key: String
        let state: String
        let revision: Int
        let rules: [SwitchRule]
        let published: SwitchDefinition?
    }

    @Test func aScriptPutsReadsPublishesAndDeletes() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            let body = #"{"type":"string","default":"a","rules":[{"versions":">=1.2","users":["u1"],"percentage":10,"value":"b"}],"description":"x"}"#
            let made = try await console.api(.put, "/apps/demo/switches/my.key", body)
            #expect(made.status == .created && made.headers[.location] == "/api/v1/apps/demo/switches/my.key")
            let found = try await console.api(.get, "/apps/demo/switches/my.key").json(Found.self)
            #expect(found.state == "new" && found.published == nil && found.rules[0].versions?.items == [">=1.2"] && found.rules[0].salt != nil)
            #expect(try await console.api(.put, "/apps/demo/switches/my.key", body).status == .ok)
            let published = try await console.api(.post, "/apps/demo/switches/publication", "{}")
            #expect(published.status == .created && published.headers[.location] == "/api/v1/apps/demo/switches/publications/1")
            #expect(try await room.values() == ["my.key": .string("a")])
            #expect(try await console.api(.get, "/apps/demo/switches/my.key").json(Found.self).published?.default == .string("a"))
            #expect(try await console.api(.delete, "/apps/demo/switches/my.key").status == .noContent)
            #expect(try await console.api(.get, "/apps/demo/switches/my.key").json(Found.self).state == "deleted")
            #expect(try await console.api(.post, "/apps/demo/switches/my.key/discard").status == .noContent)
            #expect(try await console.api(.get, "/apps/demo/switches/other").status == .notFound)
        }
    }

    @Test func rulesGoOutAsTheyCameIn() async throws {
        try await SwitchRoom.run { room in
            _ = try await room.console.api(
                .put,
                "/apps/demo/switches/a",
                #"{"type":"number","default":1,"rules":[{"versions":">=1.2 <2.0","models":["A","B"],"value":2}]}"#
            )
            let text = try await room.console.api(.get, "/apps/demo/switches/a").text
            #expect(text.contains(#""versions":">=1.2 <2.0""#) && text.contains(#""models":["A","B"]"#))
        }
    }

    @Test func rejectedInputNamesItsPlace() async throws {
        try await SwitchRoom.run { room in
            for (body, pointer) in [
                (#"{"default":1}"#, "/type"), (#"{"type":"date","default":1}"#, "/type"), (#"{"type":"number"}"#, "/default"),
                (#"{"type":"number","default":"x"}"#, "/default"),
                (#"{"type":"number","default":1,"rules":[{"percentage":200,"value":1}]}"#, "/rules/0/percentage"),
                (#"{"type":"number","default":1,"rules":[{"platform":"symbian","value":1}]}"#, "/rules/0/platform"),
            ] {
                let answer = try await room.console.api(.put, "/apps/demo/switches/a", body)
                #expect(answer.status == .unprocessableContent && answer.text.contains("\"pointer\":\"\(pointer)\""), "\(answer.text)")
            }
            #expect(try await room.console.api(.put, "/apps/demo/switches/a%20b", #"{"type":"number","default":1}"#).status == .unprocessableContent)
            #expect(try await room.console.api(.put, "/apps/demo/switches/a", "{").status == .badRequest)
        }
    }

    @Test func listsAreAsEveryList() async throws {
        try await SwitchRoom.run { room in
            for key in ["c", "a", "b"] { try await room.save(key, #"{"type":"boolean","default":true}"#) }
            try await room.publish()
            try await room.save("b", #"{"type":"boolean","default":false}"#)
            let first = try await room.console.api(.get, "/apps/demo/switches?limit=2").json(Web.List<Switch>.self)
            #expect(first.items.map(\.key) == ["a", "b"] && first.total == 3)
            let cursor = try #require(first.next.value)
            let second = try await room.console.api(.get, "/apps/demo/switches?limit=2&cursor=\(cursor)").json(Web.List<Switch>.self)
            #expect(second.items.map(\.key) == ["c"] && second.next.value == nil)
            let changed = try await room.console.api(.get, "/apps/demo/switches?state=changed").json(Web.List<Switch>.self)
            #expect(changed.items.map(\.key) == ["b"])
            #expect(try await room.console.api(.get, "/apps/demo/switches?state=lost").status == .unprocessableContent)
            #expect(try await room.console.api(.get, "/apps/demo/switches?limit=101").status == .unprocessableContent)
        }
    }

    @Test func aStaleRevisionIsAConflict() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("a", #"{"type":"number","default":2}"#)
            let answer = try await room.console.api(.put, "/apps/demo/switches/a", #"{"type":"number","default":3,"revision":1}"#)
            #expect(answer.status == .conflict && answer.text.contains("ann@example.com"))
            #expect(try await room.console.api(.delete, "/apps/demo/switches/a?revision=1").status == .conflict)
            #expect(try await room.console.api(.post, "/apps/demo/switches/publication", #"{"revision":1}"#).status == .conflict)
        }
    }

    @Test func historyAndRollBack() async throws {
        try await SwitchRoom.run { room in
            for value in 1...2 {
                try await room.save("a", #"{"type":"number","default":\#(value)}"#)
                _ = try await room.console.api(.post, "/apps/demo/switches/publication", #"{"note":"value \#(value)"}"#)
            }
            let list = try await room.console.api(.get, "/apps/demo/switches/publications").json(Web.List<SwitchPublication>.self)
            #expect(list.items.map(\.number) == [2, 1] && list.items.map(\.note) == ["value 2", "value 1"])
            #expect(try await room.console.api(.get, "/apps/demo/switches/publications/1").json(SwitchPublicationDetail.self).rollback.count == 1)
            #expect(try await room.console.api(.get, "/apps/demo/switches/publications/7").status == .notFound)
            #expect(try await room.console.api(.get, "/apps/demo/switches/publications/x").status == .notFound)
            let back = try await room.console.api(.post, "/apps/demo/switches/publications/1/rollback", "{}")
            #expect(back.status == .created)
            #expect(try back.json(SwitchPublication.self).restores.value == 1)
            #expect(try await room.values() == ["a": .integer(1)])
            #expect(try await room.console.api(.post, "/apps/demo/switches/publications/1/rollback", "{}").status == .conflict)
        }
    }

    @Test func reviewEvaluationAndTwoPersons() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            _ = try await console.api(.put, "/apps/demo/switches/a", #"{"type":"number","default":1,"rules":[{"users":"u","value":2}]}"#)
            #expect(try await console.api(.get, "/apps/demo/switches/publication").json(SwitchReview.self).changes.map(\.key) == ["a"])
            let drafted = try await console.api(.get, "/apps/demo/switches/evaluation?user=u&drafted=true").json(SwitchEvaluationRoutes.Answers.self)
            #expect(drafted.items.map(\.value) == [.integer(2)] && drafted.items[0].rule.value == 1)
            #expect(try await console.api(.get, "/apps/demo/switches/evaluation?user=u").json(SwitchEvaluationRoutes.Answers.self).items.isEmpty)
            #expect(try await console.api(.get, "/apps/demo/switches/evaluation?platform=symbian").status == .unprocessableContent)
            #expect(try await console.api(.post, "/apps/demo/switches/two-person", #"{"enabled":true}"#).status == .noContent)
            #expect(try await console.api(.post, "/apps/demo/switches/publication", "{}").status == .forbidden)
            #expect(try await console.api(.post, "/apps/demo/switches/two-person", #"{"enabled":false}"#).status == .noContent)
            #expect(try await console.api(.post, "/apps/demo/switches/publication", "{}").status == .created)
        }
    }

    @Test func scopesDecide() async throws {
        try await SwitchRoom.run { room in
            let console = room.console
            let body = #"{"type":"number","default":1}"#
            var tokens: [String: String] = [:]
            for scope in ["read", "write", "release"] {
                tokens[scope] = try await console.api(.post, "/tokens", #"{"name":"x","scope":"\#(scope)"}"#).json([String: JSONValue].self)["token"]?
                    .string
            }
            #expect(try await console.api(.put, "/apps/demo/switches/a", body, token: "").status == .unauthorized)
            #expect(try await console.api(.put, "/apps/demo/switches/a", body, token: tokens["read"]).status == .forbidden)
            #expect(try await console.api(.put, "/apps/demo/switches/a", body, token: tokens["write"]).status == .created)
            #expect(try await console.api(.post, "/apps/demo/switches/publication", "{}", token: tokens["write"]).status == .forbidden)
            #expect(try await console.api(.post, "/apps/demo/switches/publication", "{}", token: tokens["release"]).status == .created)
            #expect(
                try await console.api(.post, "/apps/demo/switches/two-person", #"{"enabled":true}"#, token: tokens["release"]).status == .forbidden
            )
            #expect(try await console.api(.get, "/apps/demo/switches", token: tokens["read"]).status == .ok)
        }
    }
}

extension JSONValue {
    fileprivate var string: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
