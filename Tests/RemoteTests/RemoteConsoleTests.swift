import Foundation
import Testing

@testable import Remote

@Suite struct RemoteConsoleTests {
    private struct Thing: Codable, Equatable {
        let name: String
    }

    private let path = RemotePath(["things", "a b/c"], [("q", "x&y"), ("cursor", nil)])

    @Test func pathsAreEscapedAndTheTokenIsAHeader() async throws {
        try await RemoteServer.run(
            { _, _ in .json(#"{"name":"n","more":1}"#) },
            { server in
                let thing = try await RemoteConsole.test(server).get(path, as: Thing.self)
                #expect(thing == Thing(name: "n"))
                #expect(server.asked.map(\.uri) == ["/api/v1/things/a%20b%2Fc?q=x%26y"])
                #expect(server.asked[0].header("Authorization") == "Bearer mst_secret")
            }
        )
    }

    @Test func aPassingFailureIsTriedAgain() async throws {
        try await RemoteServer.run(
            { _, number in
                switch number {
                case 1: throw CancellationError()
                case 2: .json("{}", status: 503)
                case 3: .json("{}", status: 429, headers: ["Retry-After": "0"])
                default: .json(#"{"name":"n"}"#)
                }
            },
            { server in
                let thing = try await RemoteConsole.test(server).get(path, as: Thing.self)
                #expect(thing == Thing(name: "n"))
                #expect(server.asked.count == 4)
            }
        )
    }

    @Test func itGivesUpAfterSomeAttempts() async throws {
        try await RemoteServer.run(
            { _, _ in .json(#"{"detail":"Later."}"#, status: 503) },
            { server in
                let said = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(said == "\(server.url) cannot do it now (503): Later. Try again later")
                #expect(server.asked.count == 5)
            }
        )
    }

    @Test func aConsoleThatAsksForMuchTimeIsLeftAlone() async throws {
        try await RemoteServer.run(
            { _, _ in .json("{}", status: 429, headers: ["Retry-After": "3600"]) },
            { server in
                let said = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(said == "\(server.url) is asked too often. Try again later")
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func refusalsSayTheConsolesWordsAndAreNotRepeated() async throws {
        let problem = #"{"title":"Invalid","detail":"Not accepted.","errors":[{"pointer":"/name","detail":"taken\u001b[2J"}],"request_id":"r"}"#
        try await RemoteServer.run(
            { _, _ in .json(problem, status: 422) },
            { server in
                let said = await words { try await RemoteConsole.test(server).post(path, Thing(name: "n"), as: Thing.self) }
                #expect(said == "Not accepted; /name: taken [2J")
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func whatIsWrongWithTheTokenIsSaid() async throws {
        try await RemoteServer.run(
            { asked, _ in .json("{}", status: asked.header("Authorization") == nil ? 401 : 403) },
            { server in
                let nobody = await words { try await RemoteConsole.test(server, token: nil).get(path, as: Thing.self) }
                #expect(nobody.contains("console token create") && nobody.contains("--token-file"))
                let somebody = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(somebody.contains("scope"))
                #expect(!somebody.contains("mst_secret"))
            }
        )
    }

    @Test func postsRepeatTheirKey() async throws {
        try await RemoteServer.run(
            { _, number in .json(#"{"name":"n"}"#, status: number == 1 ? 503 : 201) },
            { server in
                _ = try await RemoteConsole.test(server).post(path, Thing(name: "n"), as: Thing.self)
                let keys = server.asked.map { $0.header("Idempotency-Key") }
                #expect(keys.count == 2 && keys[0] == keys[1] && keys[0] != nil)
                #expect(server.asked.map(\.body) == [#"{"name":"n"}"#, #"{"name":"n"}"#])
            }
        )
    }

    @Test func theTokenGoesNowhereElse() async throws {
        try await RemoteServer.run(
            { _, _ in .json("", status: 302, headers: ["Location": "https://elsewhere.example/"]) },
            { server in
                let said = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(said == "\(server.url) sends us to https://elsewhere.example/; if that is the console, give that address as --server")
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func answersAreBounded() async throws {
        try await RemoteServer.run(
            { _, _ in
                .init(headers: ["Content-Length": "99999999999"], body: Array(repeating: 32, count: 17 << 20), cut: 17 << 20)
            },
            { server in
                let said = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(said.contains("more than 16 MiB"))
            }
        )
    }

    @Test func aLogInPageIsNoAnswer() async throws {
        try await RemoteServer.run(
            { _, _ in .json("<html>Welcome to our hotel</html>") },
            { server in
                let said = await words { try await RemoteConsole.test(server).get(path, as: Thing.self) }
                #expect(said.contains("is not from a console"))
            }
        )
    }

    @Test func aConsoleThatSaysNothingIsGivenUp() async throws {
        var patience = RemotePatience.short
        patience.whole = .milliseconds(100)
        patience.attempts = 2
        try await RemoteServer.run(
            { [patience] _, _ in
                try await Task.sleep(for: patience.whole * 50)
                return .json("{}")
            },
            { [patience] server in
                let said = await words { try await RemoteConsole.test(server, patience: patience).get(path, as: Thing.self) }
                #expect(said.contains("no answer in time"))
                #expect(server.asked.count == 2)
            }
        )
    }

    @Test func anAddressWithoutAConsoleIsSaid() async throws {
        let console = RemoteConsole(try RemoteAddress("http://127.0.0.1:1"), patience: .short)
        let said = await words { try await console.get(path, as: Thing.self) }
        #expect(said.hasPrefix("http://127.0.0.1:1 cannot be reached: connection refused"))
    }

    @Test func addressesAreChecked() throws {
        #expect(try RemoteAddress("https://Example.com/console//").text == "https://Example.com/console")
        #expect(try RemoteAddress("http://[::1]:8080").text == "http://[::1]:8080")
        for text in ["", "localhost:8080", "ftp://example.com", "https://", "https://example.com?x=1", "https://user:word@example.com"] {
            #expect(throws: RemoteError.self) { try RemoteAddress(text) }
        }
        #expect(throws: RemoteError.self) { try RemoteToken("two words") }
        let token = try RemoteToken("mst_secret")
        #expect("\(token)" == "RemoteToken")
    }

    @Test func pathsOfTheConsoleLeadNowhereElse() {
        #expect(RemotePath(given: "/api/v1/modules/MPLog/artifact?x=1")?.text == "/api/v1/modules/MPLog/artifact?x=1")
        for text in ["https://evil.example/", "//evil.example/api/v1/", "/api/v1/../../x", "/api/v1/a b", "/api/v1/a\r\nX: y", "@evil.example"] {
            #expect(RemotePath(given: text) == nil)
        }
    }

    private func words(_ work: () async throws -> Thing) async -> String {
        do {
            return "\(try await work())"
        } catch {
            return "\(error)"
        }
    }
}
