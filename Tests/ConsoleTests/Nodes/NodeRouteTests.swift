import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import Console

struct NodeRouteTests {
    @Test func theNodesAreOnBothFaces() async throws {
        try await TestConsole.run { console in
            let before = try await console.page("/nodes")
            #expect(before.status == .ok)
            #expect(before.text.contains("还没有节点报告") && before.text.contains("现在没有节点持有"))

            let server = console.server
            server.nodes.listens(at: "http://10.0.0.7:8080")
            try await server.nodes.beat()
            try await server.schedulers.keep()
            let overview = try await console.api(.get, "/nodes").json(NodeOverview.self)
            #expect(overview.nodes.map(\.id) == [server.nodes.id])
            #expect(overview.nodes.first?.name == server.settings.nodeName)
            #expect(overview.leases.map(\.name) == ["schedulers"])
            #expect(overview.jobs == JobCounts())

            let page = try await console.page("/nodes").text
            #expect(page.contains("http://10.0.0.7:8080") && page.contains("定时任务") && page.contains("0 分钟"))
            #expect(page.contains("只有一个节点") && page.contains("docs/scale.md"))
            #expect(page.contains(#"href="/nodes""#), "it is in the sidebar")
            #expect(try await console.page("/nodes", language: "en").text.contains("There is one node"))
        }
    }

    @Test func withAnotherNodeNothingIsSaidOfBeingAlone() async throws {
        try await TestConsole.run { console in
            try await console.server.nodes.beat()
            let other = Nodes(database: console.server.database, name: "<b>") { NodeFigures(foldingLag: 2_500) }
            try await other.beat()
            let page = try await console.page("/nodes").text
            #expect(!page.contains("docs/scale.md"))
            #expect(page.contains("&lt;b&gt;") && page.contains("2.50 s"))
        }
    }

    @Test func onlyAdministratorsSeeThem() async throws {
        try await TestConsole.run { console in
            struct Issued: Decodable { let token: String }
            let made = try await console.api(.post, "/tokens", #"{"name":"ci","scopes":["read","write","release","secrets"]}"#)
            let token = try made.json(Issued.self).token
            #expect(try await console.api(.get, "/nodes", token: token).status == .forbidden)
            #expect(try await console.api(.get, "/nodes", token: "").status == .unauthorized)
            #expect(try await console.api(.get, "/jobs", token: token).status == .forbidden)
            #expect(try await console.api(.post, "/jobs/x/retry", token: token).status == .forbidden)
        }
    }

    @Test func theFiguresOfANodeAreMetrics() async throws {
        try await TestConsole.run { console in
            try await console.server.nodes.beat()
            let text = try await console.ask(.get, "/metrics").text
            for name in ["telemetry_folding_lag_seconds", "telemetry_waiting", "database_connections_busy", "nodes_alive", "jobs_failed"] {
                #expect(text.contains("# TYPE \(name) gauge\n\(name) "), "\(name)")
            }
        }
    }
}
