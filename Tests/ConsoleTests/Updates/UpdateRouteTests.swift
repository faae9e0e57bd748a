import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// Releases as scripts see them.
struct UpdateRouteTests {
    private static let all = "/apps/demo/updates"
    private static let body = #"{"platform":"ios","version":"2.0","downloadURL":"https://a.example/2.0","message":"m","upgradeType":"once""#

    private struct Made: Decodable {
        let id: String
        let state: String
        let revision: Int
        let percentage: Double?
        let whitelistCount: Int
        let downloadURL: String
        let remindIntervalDays: Int
    }

    @Test func aReleaseIsDraftedPublishedAndEnded() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            let answer = try await console.api(.post, Self.all, #"\#(Self.body),"mode":"percentage","percentage":12.5}"#)
            let made = try answer.json(Made.self)
            #expect(answer.status == .created && answer.headers[.location] == "/api/v1\(Self.all)/\(made.id)")
            #expect(made.state == "draft" && made.percentage == 12.5 && made.remindIntervalDays == 3 && made.downloadURL == "https://a.example/2.0")
            let one = "\(Self.all)/\(made.id)"
            #expect(try await console.api(.get, one).json(Made.self).state == "draft")
            for (path, json, state) in [
                ("publication", #"{"revision":1}"#, "running"), ("pause", "{}", "paused"), ("resume", "{}", "running"),
                ("rollout", #"{"percentage":50}"#, "running"), ("end", "{}", "ended"),
            ] {
                let changed = try await console.api(.post, "\(one)/\(path)", json)
                #expect(changed.status == .created, "\(path) \(changed.text)")
                #expect(try changed.json(Made.self).state == state)
            }
            #expect(try await console.api(.post, "\(one)/resume", "{}").status == .conflict)
            #expect(try await console.api(.get, "\(Self.all)?state=ended").text.contains(made.id))
            #expect(try await !console.api(.get, "\(Self.all)?state=running").text.contains(made.id))
            #expect(try await console.api(.get, "\(one)/history").text.contains(#""kind":"rollout""#))
            #expect(try await console.api(.get, "\(one)/preview").status == .ok)
            #expect(try await console.api(.get, "\(one)/adoption").status == .ok)
            #expect(try await console.api(.get, "\(Self.all)/evaluation?version=1.0&platform=ios").text.contains(#""resultStatus":201"#))
        }
    }

    @Test func whatIsWrongIsPointedAt() async throws {
        try await UpdateRoom.run { room in
            let answer = try await room.console.api(.post, Self.all, #"{"platform":"ios","message":"","mode":"percentage","percentage":101}"#)
            #expect(answer.status == .unprocessableContent)
            for pointer in ["/version", "/message", "/percentage"] { #expect(answer.text.contains(#""pointer":"\#(pointer)""#)) }
            #expect(try await room.console.api(.get, "\(Self.all)/nosuch").status == .notFound)
            #expect(try await room.console.api(.post, "\(Self.all)/nosuch/publication", "{}").status == .notFound)
        }
    }

    @Test func aLongWhitelistComesAsJSONAndAsAFile() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            let users = (0..<100_000).map { "user-2088-\($0)" }
            let list = users.map { "\"\($0)\"" }.joined(separator: ",")
            let made = try await console.api(.post, Self.all, #"\#(Self.body),"mode":"whitelist","whitelist":[\#(list)]}"#).json(Made.self)
            #expect(made.whitelistCount == 100_000)
            let path = "\(Self.all)/\(made.id)/whitelist"
            let bearer: HTTPFields = [.authorization: "Bearer \(console.token)", .contentType: "text/csv"]
            let put = try await console.ask(.put, "/api/v1\(path)", headers: bearer, body: Array("userId\nu1\nu2,x\n".utf8))
            #expect(try put.json(Made.self).whitelistCount == 2)
            #expect(try await console.api(.get, path).text == "userId\nu1\nu2\n")
            let broken = try await console.ask(.put, "/api/v1\(path)", headers: bearer, body: [0xFF, 0xFE])
            #expect(broken.status == .unprocessableContent)
        }
    }

    /// What logs tell of a device is not for everybody; what somebody asked for stays in the form.
    @Test func whoMayNotReadPersonalDataReadsNoUserIds() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            try await room.publish("2.0", #""mode":"whitelist","whitelist":["13812345678"]"#)
            try await room.seen([("d1", "1.0", "M", "1")])
            try await console.server.database.write { try $0.run("UPDATE device SET user_id = '13812345678'") }
            struct Token: Decodable { let token: String }
            let reader = try await console.api(.post, "/tokens", #"{"name":"r","scopes":["read"]}"#).json(Token.self).token
            let path = "\(Self.all)/evaluation?platform=ios&device=d1"
            #expect(try await console.api(.get, path).text.contains("13812345678"))
            let hidden = try await console.api(.get, path, token: reader)
            #expect(hidden.status == .ok && !hidden.text.contains("13812345678") && hidden.text.contains(#""user":"""#))
            #expect(try await console.api(.get, path + "&user=13812345678", token: reader).text.contains(#""user":"13812345678""#))
            #expect(
                try await !console.api(.get, "/apps/demo/hotpatches/evaluation?platform=ios&device=d1", token: reader).text.contains("13812345678")
            )
        }
    }

    @Test func rolesDecide() async throws {
        try await UpdateRoom.run { room in
            let console = room.console
            func token(_ scopes: String) async throws -> String {
                struct Token: Decodable { let token: String }
                return try await console.api(.post, "/tokens", #"{"name":"t-\#(scopes.count)","scopes":[\#(scopes)]}"#).json(Token.self).token
            }
            let (reader, writer) = (try await token(#""read""#), try await token(#""read","write""#))
            #expect(try await console.api(.post, Self.all, "\(Self.body)}", token: reader).status == .forbidden)
            let made = try await console.api(.post, Self.all, "\(Self.body)}", token: writer).json(Made.self)
            #expect(try await console.api(.post, "\(Self.all)/\(made.id)/publication", "{}", token: writer).status == .forbidden)
            #expect(try await console.api(.get, "\(Self.all)/\(made.id)", token: reader).status == .ok)
        }
    }
}
