import Foundation
import Web

/// The nodes, for administrators: who is there, who does what alone, and what waits to be done.
struct NodeRoutes: Sendable {
    let nodes: Nodes

    func add(to routes: Routes) throws {
        try routes.get(
            "nodes",
            "The nodes, who holds which lease, and how many jobs wait, run and failed.",
            needs: .role(.admin),
            view: "Nodes/list",
            menu: .under(.settings, "nodes.menu", key: "n"),
            list
        )
    }

    @Sendable func list(_: Nothing, _ context: Context) async throws -> Reply<NodeOverview, NodePage> {
        let overview = try await nodes.overview()
        return .show(overview) { NodePage(overview, here: nodes.id) }
    }
}

/// As a file: the nodes.
extension NodeOverview: Listing {
    public var items: [Node] { nodes }
}

/// What only the page shows of the nodes.
struct NodePage: Codable, Sendable {
    let rows: [Row]
    /// There is nobody else who could go on.
    let alone: Bool
    let holders: [Holder]

    struct Row: Codable, Sendable {
        let node: Node
        let alive: Bool
        /// The one that made this page.
        let here: Bool
        let uptime: Message
    }

    struct Holder: Codable, Sendable {
        let lease: NodeOverview.Lease
        /// Its name, or while it has not said one, its id.
        let holder: String
    }

    init(_ overview: NodeOverview, here: String) {
        rows = overview.nodes.map { Row(node: $0, alive: $0.state == .alive, here: $0.id == here, uptime: Self.uptime($0.uptimeSeconds)) }
        alone = overview.nodes.count < 2
        holders = overview.leases.map { Holder(lease: $0, holder: $0.nodeName.value ?? $0.node) }
    }

    /// In the two largest units.
    private static func uptime(_ seconds: Int) -> Message {
        let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
        if days > 0 { return Message("nodes.uptime.days", ["days": "\(days)", "hours": "\(hours)"]) }
        if hours > 0 { return Message("nodes.uptime.hours", ["hours": "\(hours)", "minutes": "\(minutes)"]) }
        return Message("nodes.uptime.minutes", ["minutes": "\(minutes)"])
    }
}
