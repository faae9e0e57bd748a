import AsyncHTTPClient
import Foundation
import HTTPTypes
import HummingbirdTesting
import Synchronization
import TestSupport
import Testing
import Web

@testable import Console

/// Operations of an app's own server, over real sockets.
struct GatewayProxyTests {
    private func upstream(
        _ operation: String,
        _ url: String,
        _ method: GatewayUpstream.Method = .post,
        timeout: Int = 2_000,
        needsLogin: Bool = false,
        needsSignature: Bool = true,
        allowsPrivate: Bool = true,
        rate: Int = 0,
        cache: Int = 0,
        pass: [String] = [],
        mock: String? = nil,
        changed: Double = 0
    ) -> GatewayUpstream {
        GatewayUpstream(
            operation: operation,
            url: url,
            method: method,
            timeoutMilliseconds: timeout,
            needsLogin: needsLogin,
            needsSignature: needsSignature,
            changesState: false,
            allowsPrivate: allowsPrivate,
            rate: rate,
            cacheSeconds: cache,
            passHeaders: pass,
            mock: mock,
            enabled: true,
            changedAt: Date(timeIntervalSince1970: changed)
        )
    }

    /// A console whose app Demo has these upstreams.
    private func run(
        _ upstreams: @escaping @Sendable (GatewayUpstreamServer) -> [GatewayUpstream],
        _ test: @escaping @Sendable (GatewayCaller, GatewayUpstreamServer) async throws -> Void
    ) async throws {
        try await GatewayUpstreamServer.run { server in
            try await TestConsole.run { console in
                let device = try await GatewayCaller(console)
                let byName = Dictionary(uniqueKeysWithValues: upstreams(server).map { ($0.operation, $0) })
                console.server.gateway.index.replace(["demo": .init(settings: GatewaySettings(), upstreams: byName)], at: .max, since: 0)
                try await test(device, server)
            }
        }
    }

    @Test func theRequestAndTheHeadersOfTheListArePassedOn() async throws {
        try await run(
            {
                [
                    upstream("app.echo", "http://127.0.0.1:\($0.port)/echo", pass: ["Did"]),
                    upstream("app.ask", "http://127.0.0.1:\($0.port)/asked", .get),
                ]
            },
            { device, _ in
                let did = try #require(HTTPField.Name("Did"))
                let answer = try await device.call("app.echo", #"[{"_requestBody":{"a":[1, 2]}}]"#, adding: [did: "d-1"])
                #expect(answer.result == .ok)
                #expect(answer.text == #"{"got":{"a":[1, 2]},"headers":"Did=d-1 X-Gateway-App=DEMO_IOS"}"#)
                #expect(try await device.call("app.ask", #"[{"a":"b&c=+86 %2B"}]"#).text == #"{"request":{"a":"b&c=+86 %2B"}}"#)
            }
        )
    }

    @Test func nobodySaysByAHeaderWhoTheyAre() async throws {
        try await run(
            { [upstream("app.echo", "http://127.0.0.1:\($0.port)/echo", pass: ["Did", "X-Gateway-User"])] },
            { device, _ in
                let user = try #require(HTTPField.Name("X-Gateway-User"))
                #expect(try await device.call("app.echo", adding: [user: "mallory"]).text == #"{"got":{},"headers":"X-Gateway-App=DEMO_IOS"}"#)
            }
        )
    }

    @Test func whateverAnUpstreamDoesIsBounded() async throws {
        try await run(
            { server in
                let base = "http://127.0.0.1:\(server.port)"
                return [
                    upstream("app.slow", base + "/slow", timeout: 200), upstream("app.broken", base + "/broken"),
                    upstream("app.away", base + "/away"),
                    upstream("app.garbage", "http://127.0.0.1:\(server.garbagePort)/"), upstream("app.nobody", "http://127.0.0.1:1/"),
                    upstream("app.huge", base + "/bytes/1073741824"), upstream("app.endless", base + "/endless"),
                    upstream("app.private", base + "/echo", allowsPrivate: false), upstream("app.noHost", "http://no-such-host.invalid/"),
                    upstream("app.large", base + "/bytes/3000000"),
                ]
            },
            { device, _ in
                #expect(try await device.call("app.slow").result == .upstreamTimeout)
                for name in ["broken", "away", "garbage", "nobody", "huge", "endless", "private", "noHost"] {
                    #expect(try await device.call("app.\(name)").result == .upstreamFailed, "\(name)")
                }
                let large = try await device.call("app.large")
                #expect(large.result == .ok && large.body.readableBytes == 3_000_000)
            }
        )
    }

    @Test func anAnswerIsKeptForItsTime() async throws {
        try await run(
            { [upstream("app.counted", "http://127.0.0.1:\($0.port)/counted", cache: 60)] },
            { device, server in
                let first = try await device.call("app.counted")
                let etag = try #require(first.headers[.eTag])
                #expect(try await device.call("app.counted").text == first.text)
                let again = try await device.call("app.counted", adding: [.ifNoneMatch: etag])
                #expect(again.status == .notModified && again.result == .ok && again.text.isEmpty)
                #expect(try await device.call("app.counted", #"[{"other":1}]"#).text == #"{"call":2}"#)
                device.console.clock.advance(by: 61)
                #expect(try await device.call("app.counted").text == #"{"call":3}"#)
                #expect(server.calls.value == 3)
            }
        )
    }

    /// What the upstream sees of a device or user may be in its answer.
    @Test func anAnswerIsKeptForWhoSentTheSame() async throws {
        let kept: @Sendable (GatewayUpstreamServer, Double) -> [GatewayUpstream] = { server, changed in
            let base = "http://127.0.0.1:\(server.port)"
            return [upstream("app.login", base + "/login"), upstream("app.counted", base + "/counted", cache: 60, pass: ["Did"], changed: changed)]
        }
        try await run(
            { kept($0, 0) },
            { device, server in
                let did = try #require(HTTPField.Name("Did"))
                func call(_ id: String, _ session: String? = nil) async throws -> String {
                    var headers: HTTPFields = [did: id]
                    headers[.sessionID] = session
                    return try await device.call("app.counted", adding: headers).text
                }
                #expect(try await call("d-1") == #"{"call":1}"#)
                #expect(try await call("d-2") == #"{"call":2}"#)
                let session = try #require(try await device.call("app.login").headers[.sessionID])
                #expect(try await call("d-1", session) == #"{"call":3}"#)
                #expect(try await call("d-1") == #"{"call":1}"#)
                // An operator changed it.
                let changed = Dictionary(uniqueKeysWithValues: kept(server, 1).map { ($0.operation, $0) })
                device.console.server.gateway.index.replace(["demo": .init(settings: GatewaySettings(), upstreams: changed)], at: .max, since: .max)
                #expect(try await call("d-1") == #"{"call":4}"#)
            }
        )
    }

    /// A name with several addresses gives another one each time it is looked up.
    @Test func callsUnderWayOutliveAnotherAddress() async throws {
        try await GatewayUpstreamServer.run { server in
            let addresses = Mutex(["127.0.0.2", "127.0.0.1"])
            let clients = GatewayClients(trust: .zero) { _ in
                try #require(addresses.withLock { $0.popLast() }.flatMap { GatewayAddress($0) })
            }
            let upstream = upstream("app.counted", "http://upstream.test:\(server.port)/counted")
            let first = try await clients.client(for: upstream)
            #expect(try await clients.client(for: upstream) !== first)
            var request = HTTPClientRequest(url: upstream.url)
            request.method = .POST
            #expect(try await first.execute(request, timeout: .seconds(10)).status == .ok)
        }
    }

    @Test func theAppsOwnLogInOpensASession() async throws {
        try await run(
            { server in
                let base = "http://127.0.0.1:\(server.port)"
                return [upstream("app.login", base + "/login"), upstream("app.echo", base + "/echo", needsLogin: true)]
            },
            { device, _ in
                #expect(try await device.call("app.echo").result == .loginExpired)
                let session = try #require(try await device.call("app.login").headers[.sessionID])
                let answer = try await device.call("app.echo", adding: [.sessionID: session])
                #expect(answer.result == .ok && answer.text.contains("X-Gateway-User=ann"))
                #expect(try await device.call("app.echo", adding: [.sessionID: session + "0"]).result == .loginExpired)
                device.console.clock.advance(by: GatewaySessions.life)
                #expect(try await device.call("app.echo", adding: [.sessionID: session]).result == .loginExpired)
            }
        )
    }

    @Test func mocksRatesAndUnsignedCalls() async throws {
        try await run(
            { _ in
                [
                    upstream("app.mock", "http://127.0.0.1:1/", mock: #"{"mock":true}"#),
                    upstream("app.rare", "http://127.0.0.1:1/", rate: 2, mock: "1"),
                    upstream("app.open", "http://127.0.0.1:1/", needsSignature: false, mock: "2"),
                ]
            },
            { device, _ in
                #expect(try await device.call("app.mock").text == #"{"mock":true}"#)
                var results: [GatewayStatus?] = []
                for _ in 0..<3 { results.append(try await device.call("app.rare").result) }
                #expect(results == [.ok, .ok, .tooFast])
                var headers = device.headers("app.open", "[{}]")
                headers[.sign] = nil
                headers[.callTime] = nil
                #expect(try await device.send(headers, "[{}]").text == "2")
            }
        )
    }
}
