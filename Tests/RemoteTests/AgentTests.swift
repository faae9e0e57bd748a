import Foundation
import Synchronization
import Testing

@testable import Remote

/// An agent with a queue that a server plays; its commands are real ones.
@Suite struct AgentTests {
    private static let request = """
        {"id":"r1","app":"demo","number":7,"platform":"ios","source":{"repository":"https://git.example/a.git","kind":"branch","ref":"main"},\
        "configuration":"Debug","certificate":null,"note":"n","parameters":[{"name":"PATH","value":"mine"}],"attempts":1}
        """
    private static func claim(seconds: Int = 60, limit: Int = 1_000_000) -> String {
        #"{"request":\#(request),"lease":{"token":"lease1","seconds":\#(seconds)},"logOffset":10,"logLimit":\#(limit),"logPiece":64}"#
    }

    /// What the agent told the console.
    private final class Told: Sendable {
        let log = Mutex("")
        let result = Mutex<String?>(nil)
        let isCancelled = Mutex(false)

        func answer(_ asked: RemoteServer.Asked, _ claim: String) -> RemoteServer.Reply {
            switch (asked.method, asked.path) {
            case ("POST", "/api/v1/build-agents/claims"): return .json(claim, status: 201)
            case ("POST", "/api/v1/build-requests/r1/lease"):
                return isCancelled.withLock { $0 } ? .json("{}", status: 409) : .json(#"{"seconds":60}"#)
            case ("DELETE", "/api/v1/build-requests/r1/lease"):
                result.withLock { $0 = "back" }
                return RemoteServer.Reply(status: 204)
            case ("POST", "/api/v1/build-requests/r1/log"):
                log.withLock { $0 += asked.body }
                return .json(#"{"offset":\#(10 + log.withLock { $0.utf8.count })}"#)
            case ("POST", "/api/v1/build-requests/r1/result"):
                result.withLock { $0 = asked.body }
                return RemoteServer.Reply(status: 204)
            default: return .json("{}", status: 404)
            }
        }
    }

    private func order(_ command: String, _ scratch: RemoteScratch) -> AgentOrder {
        var order = AgentOrder(name: "mac", platforms: ["ios"], command: command, directory: scratch.file("builds"))
        order.secrets = ["SECRET"]
        order.grace = .milliseconds(300)
        return order
    }

    private static let environment = ["PATH": "/usr/bin:/bin", "SECRET": "hunter22", "CONSOLE_TOKEN": "mst_secret"]

    private func run(
        _ command: String,
        claim: String = claim(),
        _ check: @Sendable @escaping (Told, AgentOutcome?, RemoteScratch, RemoteServer) async throws -> Void
    ) async throws {
        let (scratch, told) = (try RemoteScratch(), Told())
        try await RemoteServer.run(
            { asked, _ in told.answer(asked, claim) },
            { server in
                let agent = Agent(try RemoteConsole.test(server), order(command, scratch), environment: Self.environment) { _ in }
                try await check(told, try await agent.work(), scratch, server)
            }
        )
    }

    @Test func theCommandFindsTheRequestInItsEnvironment() async throws {
        let command =
            #"echo "$BUILD_APP $BUILD_PLATFORM $BUILD_REF $BUILD_CONFIGURATION [$BUILD_PARAM_PATH] [$CONSOLE_TOKEN]"; pwd; echo "$PATH" >&2"#
        try await run(command) { told, outcome, scratch, server in
            #expect(outcome == .succeeded(build: nil))
            let lines = told.log.withLock { $0 }.split(separator: "\n").map(String.init)
            #expect(lines.count == 3)
            #expect(lines.first == "demo ios main Debug [mine] []")
            #expect(lines.dropFirst().first?.hasSuffix("/builds/demo-7") == true)
            #expect(lines.last == "/usr/bin:/bin")
            #expect(
                told.result.withLock { $0 } == #"{"exitCode":0,"result":"succeeded"}"# || told.result.withLock { $0 }?.contains("succeeded") == true
            )
            #expect(server.asked.filter { $0.path.hasSuffix("/log") }.allSatisfy { $0.header("Build-Lease") == "lease1" })
            // Pieces have their places, and none is larger than the console takes.
            #expect(server.asked.first { $0.path.hasSuffix("/log") }?.uri.hasSuffix("offset=10") == true)
            #expect(scratch.names("builds") == [])
        }
    }

    @Test func secretsAreMasked() async throws {
        try await run(#"echo "key=$SECRET=$SECRET"; printf 'no end %s' "$SECRET""#) { told, _, _, _ in
            #expect(told.log.withLock { $0 } == "key=***=***\nno end ***")
        }
    }

    /// Also one that is cut in two with a line that is too long, one in another, and one of several lines.
    @Test func secretsAreMaskedWhereverTheyStand() async throws {
        let sent = Mutex("")
        let claim = try JSONDecoder().decode(AgentClaim.self, from: Data(Self.claim().utf8))
        let secrets = ["hunter", "hunter22", "first part\nsecond part"].map { Array($0.utf8) }
        let log = AgentLog(claim, secrets: secrets) { bytes, _ in sent.withLock { $0 += String(decoding: bytes, as: UTF8.self) } }
        let long = String(repeating: "x", count: 8_190)
        log.write(Array("\(long)hun".utf8))
        log.write(Array("ter22 hunter\nfirst part\n- second part -\n".utf8))
        log.close()
        try await log.send()
        #expect(sent.withLock { $0 } == "\(long)*** ***\n***\n- *** -\n")
    }

    @Test func aFailureHasItsExitCode() async throws {
        try await run("echo broken; exit 65") { told, outcome, _, _ in
            #expect(outcome == .failed("the command ended with 65"))
            #expect(told.result.withLock { $0 }?.contains(#""exitCode":65"#) == true)
            #expect(told.log.withLock { $0 } == "broken\n[agent] the command ended with 65\n")
        }
    }

    @Test func noMoreLogIsSentThanIsKept() async throws {
        try await run("yes | head -c 5000", claim: Self.claim(limit: 1_000)) { told, outcome, _, _ in
            #expect(outcome == .succeeded(build: nil))
            // From 10 on, and one byte more so that the console knows.
            #expect(told.log.withLock { $0.utf8.count } == 991)
        }
    }

    @Test func aCancelledRequestEndsAllThatTheCommandStarted() async throws {
        let (scratch, told) = (try RemoteScratch(), Told())
        told.isCancelled.withLock { $0 = true }
        let command = "trap '' TERM; sleep 600 & echo $! > \(scratch.file("child")); echo $$ > \(scratch.file("own")); wait; sleep 600"
        try await RemoteServer.run(
            { asked, _ in told.answer(asked, Self.claim(seconds: 1)) },
            { server in
                let agent = Agent(try RemoteConsole.test(server), order(command, scratch), environment: Self.environment) { _ in }
                #expect(try await agent.work() == .lost)
            }
        )
        for name in ["child", "own"] {
            let process = try #require(scratch.text(name).flatMap { Int32($0.trimmingCharacters(in: .whitespacesAndNewlines)) })
            #expect(!(try await isAlive(process)), "\(name)")
        }
        #expect(told.result.withLock { $0 } == nil)
    }

    /// Whoever is its parent now takes a moment to notice.
    private func isAlive(_ process: pid_t) async throws -> Bool {
        for _ in 0..<50 {
            if kill(process, 0) != 0 { return false }
            let state = (try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8))?.split(separator: ")").last?.split(separator: " ")
                .first
            if state == "Z" { return false }
            try await Task.sleep(for: .milliseconds(100))
        }
        return true
    }

    @Test func anAgentThatStopsGivesItsRequestBack() async throws {
        let (scratch, told) = (try RemoteScratch(), Told())
        try await RemoteServer.run(
            { asked, _ in told.answer(asked, Self.claim()) },
            { server in
                let agent = Agent(try RemoteConsole.test(server), order("touch \(scratch.file("begun")); sleep 600", scratch)) { _ in }
                let work = Task { try await agent.work() }
                while !scratch.exists("begun") { try await Task.sleep(for: .milliseconds(20)) }
                work.cancel()
                #expect(try await work.value == .stopped)
                #expect(told.result.withLock { $0 } == "back")
            }
        )
    }

    @Test func withoutWorkItAsksAgain() async throws {
        let scratch = try RemoteScratch()
        try await RemoteServer.run(
            { _, number in number == 2 ? .json("{}", status: 503) : RemoteServer.Reply(status: 204) },
            { server in
                var order = order("true", scratch)
                order.poll = .milliseconds(5)
                let agent = Agent(try RemoteConsole.test(server), order) { _ in }
                let work = Task { try await agent.run() }
                while server.asked.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
                work.cancel()
                try await work.value
                #expect(server.asked.allSatisfy { $0.body.contains(#""name":"mac""#) && $0.header("Idempotency-Key") == nil })
            }
        )
    }

    @Test func aTokenThatMayNotEndsIt() async throws {
        let scratch = try RemoteScratch()
        try await RemoteServer.run(
            { _, _ in .json("{}", status: 403) },
            { server in
                let agent = Agent(try RemoteConsole.test(server), order("true", scratch)) { _ in }
                #expect((await words { try await agent.run() }).contains("scope"))
            }
        )
    }

    @Test func theNewestFileThatMatchesIsThePackage() throws {
        let scratch = try RemoteScratch()
        for (place, name) in ["out/old.ipa", "out/deep/new.ipa", "out/other.apk"].enumerated() {
            try scratch.write(name, name)
            let date = Date(timeIntervalSince1970: 1_000 + Double(place))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: scratch.file(name))
        }
        #expect(try AgentArtifact.find("*.ipa", in: scratch.path)?.hasSuffix("/new.ipa") == true)
        #expect(try AgentArtifact.find("out/old*", in: scratch.path)?.hasSuffix("/old.ipa") == true)
        #expect(try AgentArtifact.find("*.hap", in: scratch.path) == nil)
    }
}
