import Foundation
import Gzip
import Synchronization
import Testing

@testable import MainSiteClient

@Suite struct GatewayClientTests {
    struct Sum: Codable, Equatable {
        var sum: Int
    }

    @Test func aCallSaysWhoCallsAndIsSigned() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, #"{"sum":3}"#) },
            { server in
                let client = client(server, form: .md5, timestamp: .radix64)
                #expect(await client.call("demo.add", ["a": 1, "b": 2], as: Sum.self) == .success(Sum(sum: 3)))
                let asked = try #require(server.asked("/mgw.htm").first)
                let names = [
                    "AppId", "WorkspaceId", "Operation-Type", "Ts", "signType", "Did", "Version", "Platform", "sessionId", "Content-Encoding",
                ]
                let values = ["DEMO_IOS", "0000000001", "demo.add", "Q7x+PMO", "0", "UTD1", "2.3.0", "ios", nil, nil]
                #expect(names.map { asked.header($0) } == values)
                #expect(String(decoding: asked.body, as: UTF8.self) == #"[{"_requestBody":{"a":1,"b":2}}]"#)
                let signer = GatewaySigner(secret: GatewaySignerTests.secret, form: .md5, timestamp: .radix64)
                #expect(asked.header("Sign") == signer.sign("demo.add", asked.body, at: Self.time).sign)
            }
        )
    }

    @Test func aLargeBodyIsCompressedAfterItWasSigned() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, "{}") },
            { server in
                let text = String(repeating: "长", count: 2000)
                let answer = await client(server).call("demo.put", ["text": text], as: [String: String].self)
                #expect(answer == .success([:]))
                let asked = try #require(server.asked.first)
                #expect(asked.header("Content-Encoding") == "gzip" && asked.body.count < 200)
                let body = try Gzip.decompress(asked.body, limit: 10_000)
                #expect(String(decoding: body, as: UTF8.self) == #"[{"_requestBody":{"text":"\#(text)"}}]"#)
                #expect(asked.header("Sign") == GatewaySigner(secret: GatewaySignerTests.secret).sign("demo.put", body, at: Self.time).sign)
            }
        )
    }

    @Test func aRefusalHasItsWordsDecoded() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(7002, memo: "%E9%AA%8C%E7%AD%BE%E5%A4%B1%E8%B4%A5", tips: "100%") },
            { server in
                let answer = await client(server).call("demo.add", [1], as: Sum.self)
                #expect(answer == .failure(.refused(GatewayRefusal(status: .signatureMismatch, memo: "验签失败", tips: "100%"))))
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func aSessionIsCarriedUntilItHasExpired() async throws {
        try await LocalServer.run(
            { asked, _ in .gateway(asked.header("sessionId") == "good" ? 1000 : 2000, "{}") },
            { server in
                let client = client(server)
                client.session.id = "good"
                #expect(await client.call("demo.mine", [1], as: [String: String].self) == .success([:]))
                client.session.id = "old"
                #expect(await client.call("demo.mine", [1], as: [String: String].self).failure?.status == .loginExpired)
                #expect(client.session.id == nil)
                _ = await client.call("demo.mine", [1], as: [String: String].self)
                #expect(server.asked.map { $0.header("sessionId") } == ["good", "old", nil])
            }
        )
    }

    @Test func aNewSessionOutlivesTheEndOfTheOld() {
        let session = GatewaySession(id: "new")
        session.expire("old")
        #expect(session.id == "new")
    }

    @Test(arguments: [(502, nil), (200, nil), (404, nil), (200, "many"), (500, "1000")] as [(Int, String?)])
    func whatIsNotTheGatewayIsNotBelieved(status: Int, code: String?) async throws {
        let reply = LocalServer.Reply(status: .init(code: status), headers: code.map { ["Result-Status": $0] } ?? [:], body: #"{"sum":3}"#)
        try await LocalServer.run(
            { _, _ in reply },
            { server in
                let answer = await client(server).call("demo.add", [1], as: Sum.self)
                #expect(answer == .failure(.notTheGateway(httpStatus: status)))
            }
        )
    }

    @Test func aResultOfAnotherShapeIsAFailure() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, #"{"total":3}"#) },
            { server in
                guard case .failure(.unreadable(let reason)) = await client(server).call("demo.add", [1], as: Sum.self) else {
                    Issue.record("it was read")
                    return
                }
                #expect(reason.contains("sum"))
            }
        )
    }

    @Test func whatHasNoJSONIsNotSent() async throws {
        try await LocalServer.run(
            { _, _ in .gateway() },
            { server in
                guard case .failure(.unwritable) = await client(server).call("demo.add", [Double.nan], as: Sum.self) else {
                    Issue.record("it was written")
                    return
                }
                #expect(server.asked.isEmpty)
            }
        )
    }

    // MARK: repetition

    @Test func aChangeIsNotRepeated() async throws {
        try await LocalServer.run(
            { _, _ in .init(status: .serviceUnavailable) },
            { server in
                #expect(await client(server).call("demo.pay", [1], as: Sum.self) == .failure(.notTheGateway(httpStatus: 503)))
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func aQuestionIsRepeatedAndSignedAnew() async throws {
        try await LocalServer.run(
            { _, number in number < 3 ? .init(status: .badGateway) : .gateway(1000, #"{"sum":3}"#) },
            { server in
                let clock = Mutex(Self.time)
                let client = client(server, now: { clock.withLock { $0 } }, sleep: { seconds in clock.withLock { $0 += seconds } })
                #expect(await client.call("demo.add", [1], as: Sum.self, retry: .reading) == .success(Sum(sum: 3)))
                #expect(server.asked.map { $0.header("Ts") } == ["1795228800408", "1795228801408", "1795228803408"])
                #expect(Set(server.asked.map { $0.header("Sign") }).count == 3)
            }
        )
    }

    @Test func aQuestionIsNotRepeatedForEver() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1002) },
            { server in
                #expect(await client(server).call("demo.add", [1], as: Sum.self, retry: .reading).failure?.status == .tooFast)
                #expect(server.asked.count == 3)
            }
        )
    }

    /// The server's `Date` is the real time; the device's clock is two hours slow.
    @Test func aWrongClockIsSetByTheGateways() async throws {
        try await LocalServer.run(
            { asked, _ in
                let sent = Date(timeIntervalSince1970: (Double(asked.header("Ts") ?? "") ?? 0) / 1000)
                return abs(sent.timeIntervalSinceNow) < 600 ? .gateway(1000, #"{"sum":3}"#) : .gateway(7003)
            },
            { server in
                let client = client(server, now: { Date() - 7200 })
                for _ in 1...2 { #expect(await client.call("demo.add", [1], as: Sum.self) == .success(Sum(sum: 3))) }
                #expect(server.asked.count == 3)
            }
        )
    }

    @Test func aRightClockIsNotBlamed() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(7003) },
            { server in
                let answer = await client(server, now: { Date() }).call("demo.add", [1], as: Sum.self)
                #expect(answer.failure?.status == .timeOutsideValidity)
                #expect(server.asked.count == 1)
            }
        )
    }

    // MARK: no answer

    @Test func silenceIsATimeout() async throws {
        try await LocalServer.run(
            { _, _ in
                try await Task.sleep(for: .seconds(3))
                return .gateway()
            },
            { server in
                #expect(await client(server, timeout: 1).call("demo.add", [1], as: Sum.self) == .failure(.timedOut))
            }
        )
    }

    @Test func nobodyThereIsUnreachable() async throws {
        let address = try #require(URL(string: "http://127.0.0.1:1/mgw.htm"))
        let client = GatewayClient(address: address, identity: .init(appKey: "DEMO_IOS"), signer: .init(secret: "s"))
        guard case .failure(.unreachable(let reason)) = await client.call("demo.add", [1], as: Sum.self) else {
            Issue.record("somebody answered")
            return
        }
        #expect(!reason.isEmpty)
    }

    @Test func aCancelledCallSaysSo() async throws {
        try await LocalServer.run(
            { _, _ in
                try await Task.sleep(for: .seconds(3))
                return .gateway()
            },
            { server in
                let client = client(server)
                let call = Task { await client.call("demo.add", [1], as: Sum.self, retry: .reading) }
                try await Task.sleep(for: .milliseconds(200))
                call.cancel()
                #expect(await call.value == .failure(.cancelled))
            }
        )
    }

    private static let time = Date(timeIntervalSince1970: 1_795_228_800.408)

    private func client(
        _ server: LocalServer,
        form: GatewaySigner.Form = .hmacSHA256,
        timestamp: GatewayTimestamp = .decimal,
        timeout: TimeInterval = 30,
        now: @escaping @Sendable () -> Date = { time },
        sleep: @escaping @Sendable (Double) async throws -> Void = { _ in }
    ) -> GatewayClient {
        GatewayClient(
            address: server.address.appending(path: "mgw.htm"),
            identity: GatewayIdentity(appKey: "DEMO_IOS", workspaceId: "0000000001", deviceId: "UTD1", version: "2.3.0"),
            signer: GatewaySigner(secret: GatewaySignerTests.secret, form: form, timestamp: timestamp),
            timeout: timeout,
            sleep: sleep,
            random: { 1 },
            now: now
        )
    }
}

extension Result {
    /// Why there is no success.
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
