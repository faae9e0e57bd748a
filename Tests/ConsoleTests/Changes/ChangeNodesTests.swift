import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Two whole consoles on one PostgreSQL; SQLite belongs to one process and one console.
@Suite(.enabled(if: TestDatabase.isPostgres)) struct ChangeNodesTests {
    /// - Parameter hears: without announcements a node has only its look once a second.
    @Test(arguments: [true, false]) func whatOneNodePublishesTheOtherServes(hears: Bool) async throws {
        try await ChangeNodes.run(hearing: hears ? nil : silence()) { nodes in
            try await nodes.console.makeApp()
            #expect(try await eventually { nodes.second.apps.index.app("demo") != nil })
            try await switches(nodes)
            try await badges(nodes)
            try await gateway(nodes)
            try await deletion(nodes)
        }
    }

    private func answer(_ server: Server) -> String {
        String(decoding: server.switches.index.answers("demo")?.answer(RolloutDevice(platform: .ios)) ?? [], as: UTF8.self)
    }

    private func switches(_ nodes: ChangeNodes) async throws {
        _ = try await nodes.console.api(.put, "/apps/demo/switches/a", #"{"type":"number","default":1}"#)
        #expect(try await nodes.console.api(.post, "/apps/demo/switches/publication", "{}").status == .created)
        let wanted = #"{"switches":{"a":1},"version":"1"}"#
        #expect(answer(nodes.first) == wanted)
        #expect(try await eventually { answer(nodes.second) == wanted })
    }

    private func badges(_ nodes: ChangeNodes) async throws {
        _ = try await nodes.console.api(.post, "/apps/demo/badges", ##"{"badgeId":"#A","style":"point","audience":"all"}"##)
        #expect(nodes.first.badges.live(of: "demo").count == 1)
        #expect(try await eventually { nodes.second.badges.live(of: "demo").count == 1 })
    }

    private func gateway(_ nodes: ChangeNodes) async throws {
        try await nodes.second.gatewaySetup.configure("demo", GatewaySettings(hmacOnly: true, appRate: 7, deviceRate: 0), by: .local)
        #expect(try await eventually { nodes.first.gateway.index.entry("demo").settings.appRate == 7 })
    }

    private func deletion(_ nodes: ChangeNodes) async throws {
        #expect(try await nodes.console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
        #expect(
            try await eventually {
                nodes.second.apps.index.app("demo") == nil && nodes.second.switches.index.answers("demo") == nil
                    && nodes.second.badges.live(of: "demo").isEmpty && nodes.first.gateway.index.entry("demo").settings == GatewaySettings()
            }
        )
    }

    @Test func whoLogsOutOnOneNodeIsOutOnTheOther() async throws {
        try await ChangeNodes.run { nodes in
            let session = try await nodes.logIn()
            #expect(try await nodes.page("/apps", session) == .ok)
            let identity = try #require(try await nodes.first.sessions.identity(session))
            try await nodes.first.sessions.logOut(try #require(identity.session), of: identity.viewer.id, by: .local)
            #expect(try await eventually { try await nodes.page("/apps", session) != .ok })
        }
    }

    @Test func aTokenOfOneNodeWorksOnTheOtherUntilItIsRevoked() async throws {
        try await ChangeNodes.run { nodes in
            #expect(try await nodes.takes(nodes.console.token))
            struct Made: Decodable {
                let id: String
                let token: String
            }
            let made = try await nodes.console.api(.post, "/tokens", #"{"name":"one","scopes":["read"]}"#).json(Made.self)
            #expect(try await nodes.takes(made.token))
            #expect(try await nodes.console.api(.delete, "/tokens/\(made.id)").status == .noContent)
            #expect(try await eventually { try await !nodes.takes(made.token) })
        }
    }

    @Test func aRequestThatIsSentToBothNodesActsOnce() async throws {
        try await ChangeNodes.run { nodes in
            let headers: HTTPFields = [
                .contentType: "application/json", .authorization: "Bearer \(nodes.console.token)", HTTPField.Name("Idempotency-Key")!: "once",
            ]
            let body = #"{"name":"Demo","englishName":"Demo","platforms":["ios"]}"#
            let statuses = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for server in [nodes.first, nodes.second, nodes.first, nodes.second] {
                    group.addTask { try await ChangeNodes.post("/api/v1/apps", headers, body, to: server) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            // The others hear that it runs, or get its answer.
            #expect(statuses.allSatisfy { $0 == .created || $0 == .conflict })
            #expect(statuses.contains(.created))
            #expect(try await nodes.first.database.read { try $0.value("SELECT count(*) FROM app", as: Int.self) } == 1)
            #expect(try await ChangeNodes.post("/api/v1/apps", headers, body, to: nodes.second) == .created)
        }
    }

    @Test func aDeviceIsAnsweredFromTheIndexWhileTheDatabaseIsAway() async throws {
        try await ChangeNodes.run { nodes in
            let device = try await GatewayCaller(nodes.console)
            _ = try await nodes.console.api(.put, "/apps/demo/switches/a", #"{"type":"number","default":1}"#)
            _ = try await nodes.console.api(.post, "/apps/demo/switches/publication", "{}")
            try nodes.first.database.close()
            let start = ContinuousClock.now
            #expect(try await device.call("alipay.client.switches.all.get").text == #"{"switches":{"a":1},"version":"1"}"#)
            #expect(try await device.call("mpaas.badge.pull", #"[{"_requestBody":{"did":"device-1"}}]"#).result == .upstreamTimeout)
            #expect(
                try await device.call("mpaas.badge.ack", ##"[{"_requestBody":{"did":"device-1","widgetIds":["#A"]}}]"##).result == .upstreamTimeout
            )
            #expect(try await device.call("alipay.client.saveUserProposalInfo", #"[{"_requestBody":{"content":"x"}}]"#).result == .upstreamTimeout)
            #expect(ContinuousClock.now - start < .seconds(2))
            // Who asks is remembered for 5 s.
            nodes.console.clock.advance(by: 6)
            let page = try await nodes.console.page("/apps")
            #expect(page.status == .serviceUnavailable)
            #expect(page.headers[.retryAfter] != nil)
            #expect(try await nodes.console.api(.get, "/apps").status == .serviceUnavailable)
        }
    }
}

/// Nodes that start at once.
@Suite(.enabled(if: TestDatabase.isPostgres)) struct ChangeStartTests {
    private func migrateAtOnce(_ url: String, _ migrations: [Migration]) async throws -> [String] {
        let nodes = try await withThrowingTaskGroup(of: Database.self) { group in
            for number in 0..<3 { group.addTask { try await Database(postgres: url, application: "node \(number)", connections: 2) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        defer { for node in nodes { try? node.close() } }
        return try await withThrowingTaskGroup(of: [String].self) { group in
            for node in nodes { group.addTask { try await node.migrate(migrations) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    @Test func ofNodesThatStartAtOnceOneMigratesAndTheOthersWait() async throws {
        let directory = "empty-\(UUID().uuidString)"
        defer { TestDatabase.remove(directory) }
        let url = try await TestDatabase.empty(directory)
        let old = Array(Schema.migrations.prefix(3))
        #expect(try await migrateAtOnce(url, old).sorted() == ["accounts", "apps", "telemetry"])
        let rest = Schema.migrations.dropFirst(3)
        #expect(try await migrateAtOnce(url, Schema.migrations).sorted() == rest.map(\.name).sorted())
        #expect(try await migrateAtOnce(url, Schema.migrations).isEmpty)
    }
}
