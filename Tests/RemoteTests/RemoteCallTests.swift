import Foundation
import Testing

@testable import Remote

@Suite struct RemoteCallTests {
    private func asked(_ call: RemoteCall) async throws -> RemoteServer.Asked {
        let kept = Kept()
        try await RemoteServer.run(
            { _, _ in .json(#"{"ok":true}"#) },
            { server in
                var answer: [UInt8] = []
                try await RemoteConsole.test(server).call(call) { answer += $0 }
                #expect(String(decoding: answer, as: UTF8.self) == #"{"ok":true}"#)
                kept.asked = server.asked.first
            }
        )
        return try #require(kept.asked)
    }

    private final class Kept: @unchecked Sendable {
        var asked: RemoteServer.Asked?
    }

    @Test func fieldsOfAQuestionAreItsQuery() async throws {
        let asked = try await asked(RemoteCall(method: "get", path: "/api/v1/apps/a b/logs?from=-1h", fields: ["q=x&y", "limit:=20"]))
        #expect(asked.method == "GET")
        #expect(asked.uri == "/api/v1/apps/a%20b/logs?from=-1h&q=x%26y&limit=20")
        #expect(asked.header("Authorization") == "Bearer mst_secret")
        #expect(asked.header("Idempotency-Key") == nil)
    }

    @Test func fieldsOfAChangeAreJSON() async throws {
        let fields = ["name=Shop", "platforms=ios", "platforms=android", "modules[]=push", "percentage:=20", "rules:=[{\"a\":1}]", "empty="]
        let asked = try await asked(RemoteCall(method: "POST", path: "apps", fields: fields))
        #expect(asked.body == #"{"empty":"","modules":["push"],"name":"Shop","percentage":20,"platforms":["ios","android"],"rules":[{"a":1}]}"#)
        #expect(asked.header("Content-Type") == "application/json")
        #expect(asked.header("Idempotency-Key") != nil)
    }

    @Test func dataIsSentAsItIs() async throws {
        let asked = try await asked(RemoteCall(method: "PUT", path: "a", data: Array(#"{ "x": 1 }"#.utf8), headers: [#"If-Match: "3""#]))
        #expect(asked.body == #"{ "x": 1 }"#)
        #expect(asked.header("If-Match") == "\"3\"")
    }

    @Test func aFileIsTheWholeBody() async throws {
        let scratch = try RemoteScratch()
        try scratch.write("a,b\n1,2\n", "users.csv")
        let call = try RemoteCall(method: "PUT", path: "a/whitelist", fields: ["kind=users"], file: scratch.file("users.csv"), mediaType: "text/csv")
        let asked = try await asked(call)
        #expect(asked.uri == "/api/v1/a/whitelist?kind=users")
        #expect(asked.body == "a,b\n1,2\n")
        #expect(asked.header("Content-Type") == "text/csv")
        #expect(asked.header("Content-Length") == "8")
    }

    @Test func filesAmongFieldsMakeAFormWithTheFilesLast() async throws {
        let scratch = try RemoteScratch()
        try scratch.write("key", "dist.p12")
        let asked = try await asked(RemoteCall(method: "POST", path: "a", fields: ["file@\(scratch.file("dist.p12"))", "password=p q"]))
        let boundary = try #require(asked.header("Content-Type")?.split(separator: "=").last)
        #expect(
            asked.body
                == "--\(boundary)\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\np q\r\n"
                + "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"dist.p12\"\r\n"
                + "Content-Type: application/octet-stream\r\n\r\nkey\r\n--\(boundary)--\r\n"
        )
    }

    @Test func whatCannotBeMeantIsSaid() throws {
        for (method, path, fields) in [
            ("STEAL", "apps", []), ("GET", "", []), ("GET", "apps/../tokens", []), ("GET", "https://evil.example/x", []), ("GET", "apps/{app}", []),
            ("POST", "apps", ["name"]), ("POST", "apps", ["name:=Shop"]), ("POST", "apps", ["=x"]), ("GET", "apps", ["file@x"]),
        ] {
            #expect(throws: (any Error).self, "\(method) \(path) \(fields)") { try RemoteCall(method: method, path: path, fields: fields) }
        }
        #expect(throws: RemoteCallError.self) { try RemoteCall(method: "POST", path: "a", data: Array("{".utf8)) }
        #expect(throws: RemoteCallError.self) { try RemoteCall(method: "POST", path: "a", fields: ["a=b"], data: Array("{}".utf8)) }
        #expect(throws: RemoteCallError.self) { try RemoteCall(method: "GET", path: "a", headers: ["broken\r\nX: y"]) }
        #expect(throws: RemoteError.self) { try RemoteCall(method: "PUT", path: "a", file: "/nowhere/at/all") }
    }

    @Test func refusalsAreWordsAndPassingFailuresAreTriedAgain() async throws {
        try await RemoteServer.run(
            { _, number in number == 1 ? .json("{}", status: 503) : .json(#"{"title":"No","detail":"Not now."}"#, status: 409) },
            { server in
                let call = try RemoteCall(method: "POST", path: "apps/a/archive")
                let said = await words { try await RemoteConsole.test(server).call(call) { _ in } }
                #expect(said == "Not now")
                #expect(server.asked.count == 2)
                #expect(server.asked[0].header("Idempotency-Key") == server.asked[1].header("Idempotency-Key"))
            }
        )
    }

    @Test func aListIsReadToItsEnd() async throws {
        try await RemoteServer.run(
            { asked, _ in
                asked.uri.contains("cursor=two")
                    ? .json(#"{"items":[{"n":3}],"next":null,"total":3}"#) : .json(#"{"items":[{"n":1},{"n":2}],"next":"two","total":3}"#)
            },
            { server in
                var lines: [String] = []
                let call = try RemoteCall(method: "GET", path: "things?limit=2")
                try await RemoteConsole.test(server).items(call) { lines.append(String(decoding: $0, as: UTF8.self)) }
                #expect(lines == [#"{"n":1}"#, #"{"n":2}"#, #"{"n":3}"#])
                #expect(server.asked.map(\.uri) == ["/api/v1/things?limit=2", "/api/v1/things?limit=2&cursor=two"])
            }
        )
    }

    @Test func actionsAreReadFromTheDescription() async throws {
        let document = #"""
            {"openapi":"3.1.0","paths":{
            "/api/v1/apps/{app}/builds/upload":{"put":{"summary":"Bring a package.","parameters":[
              {"name":"app","in":"path","required":true,"schema":{"type":"string"}},
              {"name":"filename","in":"query","required":false,"schema":{"type":"string"}}],
              "requestBody":{"required":true,"content":{"application/octet-stream":{}}}}},
            "/api/v1/tokens":{"post":{"summary":"Make a token.","parameters":[],
              "requestBody":{"required":true,"content":{"application/json":{"schema":{"type":"object",
                "properties":{"name":{},"app":{},"scopes":{"type":"array"},"days":{"anyOf":[{"type":"array"},{"type":"null"}]}},
                "required":["name","scopes"]}}}}}}}}
            """#
        try await RemoteServer.run(
            { _, _ in .json(document) },
            { server in
                let actions = try await RemoteConsole.test(server).actions()
                #expect(server.asked.map(\.uri) == ["/api/openapi.json"])
                #expect(
                    actions.map(\.command) == ["console api PUT apps/{app}/builds/upload --file …", "console api POST tokens name=… scopes[]=…"]
                )
                #expect(
                    actions[1].fields == [
                        .init(name: "app", isRequired: false), .init(name: "days", isRequired: false, isList: true),
                        .init(name: "name", isRequired: true), .init(name: "scopes", isRequired: true, isList: true),
                    ]
                )
                #expect(actions.filter { $0.concerns(["token", "make"]) }.map(\.path) == ["tokens"])
            }
        )
    }
}
