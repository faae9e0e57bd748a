import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class SwitchesTests: Sendable {
    private let file = FileManager.default.temporaryDirectory.appending(path: "switches-\(UUID().uuidString).json")
    private let app = MainSiteApp(
        LogLineBuilder(sender: .demo, device: LogDevice(model: "iPhone17,1", systemVersion: "26.1"))
    )
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    private static let values = """
        {"switches":{"on":true,"name":"中文","share":0.25,"count":12,"big":1e300,"none":null,
                     "json":{"a":[1,2],"b":{"c":"d"}}},"version":"v1"}
        """

    @Test func valuesHaveTypesAndDefaults() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, Self.values) },
            { server in
                let switches = switches(server.address)
                #expect(await switches.refresh() == .success(true))
                #expect(
                    switches.boolean("on", default: false) && switches.boolean("name", default: true) && !switches.boolean("missing", default: false)
                )
                #expect(switches.string("name", default: "-") == "中文" && switches.string("count", default: "-") == "-")
                #expect(switches.number("share", default: 0) == 0.25 && switches.number("on", default: 7) == 7)
                #expect(switches.integer("count", default: 0) == 12 && switches.integer("share", default: 5) == 5)
                #expect(switches.integer("big", default: 5) == 5)
                #expect(switches["none"] == .null && switches["missing"] == nil)
                #expect(switches.json("json", as: Shape.self) == Shape(a: [1, 2], b: ["c": "d"]))
                #expect(switches.json("name", as: Shape.self) == nil)
            }
        )
    }

    private struct Shape: Decodable, Equatable {
        let a: [Int]
        let b: [String: String]
    }

    @Test func theQuestionSaysWhoAsks() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, Self.values) },
            { server in
                _ = await switches(server.address).refresh()
                let body = String(decoding: try #require(server.asked.first).body, as: UTF8.self)
                let fields = #""did":"UTD1","mobileModel":"iPhone17,1","osVersion":"26.1","productVersion":"2.3.0","userId":"u1""#
                #expect(body == "[{\"_requestBody\":{\(fields)}}]")
            }
        )
    }

    @Test func withoutANetworkTheValuesOfTheLastRunHold() async throws {
        try await LocalServer.run({ _, _ in .gateway(1000, Self.values) }, { _ = await self.switches($0.address).refresh() })
        let switches = switches(try #require(URL(string: "http://127.0.0.1:1")))
        #expect(switches.boolean("on", default: false) && switches.version == "v1")
        #expect(switches.fetchedAt == clock.withLock { $0 })
        guard case .failure(.unreachable) = await switches.refresh() else {
            Issue.record("somebody answered")
            return
        }
        #expect(switches.boolean("on", default: false))
        #expect(switches.json("json", as: Shape.self) == Shape(a: [1, 2], b: ["c": "d"]))
    }

    @Test func aRefusalLeavesTheValues() async throws {
        try await LocalServer.run(
            { _, number in number == 1 ? .gateway(1000, Self.values) : .gateway(1001) },
            { server in
                let switches = switches(server.address)
                _ = await switches.refresh()
                #expect(await switches.refresh().failure?.status == .accessDenied)
                #expect(switches.boolean("on", default: false))
            }
        )
    }

    @Test func aValueThatWasTakenBackIsGone() async throws {
        try await LocalServer.run(
            { _, number in .gateway(1000, number == 1 ? Self.values : #"{"switches":{},"version":"v2"}"#) },
            { server in
                let switches = switches(server.address)
                _ = await switches.refresh()
                #expect(await switches.refresh() == .success(true))
                #expect(await switches.refresh() == .success(false))
                #expect(!switches.boolean("on", default: false) && switches.version == "v2")
            }
        )
    }

    @Test func theyAreFetchedAgainWhenThatIsDue() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, Self.values) },
            { server in
                let switches = switches(server.address)
                var fetches: [Int] = []
                for step in [
                    {}, {}, { self.pass(1799) }, { self.pass(1) }, { self.app.change { $0.sender.userId = "u2" } }, {}, { self.pass(-86_400) },
                ] {
                    step()
                    await switches.refreshIfDue()
                    fetches.append(server.asked.count)
                }
                #expect(fetches == [1, 1, 1, 2, 3, 3, 4])
            }
        )
    }

    @Test func aBrokenCacheIsNone() throws {
        try Data("{\"values\":".utf8).write(to: file)
        let switches = switches(try #require(URL(string: "http://127.0.0.1:1")))
        #expect(switches.fetchedAt == nil && switches.string("name", default: "-") == "-")
    }

    private func pass(_ seconds: Double) {
        clock.withLock { $0 += seconds }
    }

    private func switches(_ server: URL) -> Switches {
        let now: @Sendable () -> Date = { [self] in clock.withLock { $0 } }
        let gateway = GatewayClient(
            address: server.appending(path: "mgw.htm"),
            identity: GatewayIdentity(appKey: "DEMO_IOS"),
            signer: GatewaySigner(secret: "s"),
            sleep: { _ in },
            now: now
        )
        return Switches(gateway: gateway, app: app, file: file, now: now)
    }
}
